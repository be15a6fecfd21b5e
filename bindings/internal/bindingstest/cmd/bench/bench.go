package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/bindings/internal/cputime"
)

// bench is one run: the homes, everything that is measured in turns, and the
// rows made of it.
type bench struct {
	options
	sample               bindingstest.Sample
	home, copied, giants string
	coded                string // of sessions with code
	giantBytes           int
	scale                scale
	files                census
	program, self        string // the command line, and this one
	loadBefore           float64

	entrants []*entrant

	floor                  *entrant // reading everything, as a plain program
	least                  *entrant // reading everything, at best
	start                  *entrant // a process that does nothing
	cost, peer             *entrant
	list, listCopied, show *entrant
	rare, common           *entrant // searches
	both, partial          *entrant // of both words, and of a third one that no session has
	walk                   *entrant // of all sessions, in the native engine
	costRun, peerRun       *process
	listRun, showRun       *process
	rareRun, commonRun     *process
	partialRun             *process
	peerVersion            string
	shownBytes             int64
	engines                []*engine
	enginesMissing         error
}

// engineWarmth is how often an engine adds up the sample's cost before it is
// measured: V8 compiles what runs often once more, while it runs.
const engineWarmth = 4

// nativeAlone is the place of the native engine with one worker among the
// engines; the engines after it are compared with it.
const nativeAlone = 1

// listed is how many sessions are listed.
const listed = 20

// enterAll lines up everything that is measured in turns.
func (b *bench) enterAll() {
	b.floor, _ = b.enterProcess("the floor", &process{path: b.self, args: []string{"-floor", b.home}, check: countsLines(b.files.lines)})
	b.least = &entrant{name: "the least", err: errNotRun, run: func() (taken, error) {
		start, used := time.Now(), cputime.Now()
		_, err := b.files.countLines()
		return taken{toMilliseconds(time.Since(start)), toMilliseconds(cputime.Now() - used)}, err
	}}
	b.entrants = append(b.entrants, b.least)
	b.cost, b.costRun = b.enterProcess("heddle", b.heddleProcess(b.home, countsSessions(b.sample.Files()), "cost", "report", "--json"))
	b.enterPeer()
	b.start, _ = b.enterProcess("start", b.heddleProcess(b.home, nil, "version"))
	limit := fmt.Sprint(listed)
	b.list, b.listRun = b.enterProcess("list", b.heddleProcess(b.home, listsSessions(listed), "sessions", "list", "--limit", limit, "--json"))
	b.listCopied, _ = b.enterProcess("list, copied", b.heddleProcess(b.copied, listsTheSame(b.listRun), "sessions", "list", "--limit", limit, "--json"))
	id, size := b.someSession()
	b.shownBytes = size
	b.show, b.showRun = b.enterProcess("show", b.heddleProcess(b.home, showsMessages(id), "sessions", "show", "claude", id, "--json"))
	b.rare, b.rareRun = b.enterProcess("search, rare", b.heddleProcess(b.home, listsSessions(3), "sessions", "search", bindingstest.RareWord, "--limit", "50", "--json"))
	b.common, b.commonRun = b.enterProcess("search, common",
		b.heddleProcess(b.home, listsSessions(min(50, b.sample.Files())), "sessions", "search", bindingstest.CommonWord, "--limit", "50", "--json"))
	b.both, _ = b.enterProcess("search, both words",
		b.heddleProcess(b.home, listsSessions(3), "sessions", "search", bindingstest.RareWord+" "+bindingstest.CommonWord, "--limit", "50", "--json"))
	b.partial, b.partialRun = b.enterProcess("search, partial",
		b.heddleProcess(b.home, listsSessions(10), "sessions", "search", bindingstest.RareWord+" "+bindingstest.CommonWord+" unwritten", "--limit", "50", "--json"))
	b.enterEngines()
}

func (b *bench) enterPeer() {
	program, version, err := findPeer()
	b.peerVersion = version
	b.peer = &entrant{name: peerName, err: err}
	if err != nil {
		printProgress("%s %s: %v", peerName, version, err)
		return
	}
	b.peer, b.peerRun = b.enterProcess(peerName, peerProcess(program, b.home))
}

// enterEngines has each engine add up the sample's cost, and ours without a
// sandbox walk every session: an order by turns needs them all.
func (b *bench) enterEngines() {
	b.engines, b.enginesMissing = newEngines(b.home)
	for i, e := range b.engines {
		e.cost = &entrant{name: e.name, err: errNotRun, warm: engineWarmth, run: func() (taken, error) { return e.runJob("sessions.totalCost", "", 1) }}
		b.entrants = append(b.entrants, e.cost)
		if i > nativeAlone {
			one := b.engines[nativeAlone]
			e.cost.beside = &entrant{name: one.name, err: errNotRun, run: one.cost.run}
		}
		if i == 0 {
			b.walk = &entrant{name: "walk", err: errNotRun, run: func() (taken, error) {
				return e.runJob("sessions.list", `{"sort":"turns","limit":100000}`, 1)
			}}
			b.entrants = append(b.entrants, b.walk)
		}
	}
}

func (b *bench) stopEngines() {
	for _, e := range b.engines {
		e.stopProcess()
	}
}

// someSession is a session of Claude Code in the middle of the sample.
func (b *bench) someSession() (id string, size int64) {
	var paths []string
	for _, p := range b.files.paths {
		if strings.Contains(p, ".claude") {
			paths = append(paths, p)
		}
	}
	path := paths[len(paths)/2]
	if fi, err := os.Stat(path); err == nil {
		size = fi.Size()
	}
	return strings.TrimSuffix(filepath.Base(path), ".jsonl"), size
}

func (b *bench) printHead() {
	fmt.Printf("# Benchmarks\n\n")
	if b.quick {
		fmt.Printf("**A quick run: it shows that everything runs, its figures mean nothing.**\n\n")
	}
	fmt.Printf("- machine: %s\n- load before: %s\n", describeMachine(), describeLoad(b.loadBefore))
	fmt.Printf("- sample: %s files, %s, %s lines, %s requests with usage, longest line %s bytes\n", groupDigits(int64(len(b.files.paths))),
		formatMegabytes(b.files.bytes), groupDigits(b.files.lines), groupDigits(int64(b.sample.UsageRecords())), groupDigits(b.files.longest))
	fmt.Printf("- each figure: median of %d rounds after an unmeasured one\n\n", b.runs)
}

// printReaders shows everything that reads the whole sample beside what
// reading it takes at best, and what all cores together were busy with
// meanwhile: other work on the machine disturbs that less.
func (b *bench) printReaders() {
	fmt.Print("\n| reads the whole sample | time | to the least | processor time | to the floor | to the least |\n|---|---|---|---|---|---|\n")
	line := func(work string, e *entrant) {
		if e.hasFigures() && b.least.hasFigures() && e.medianCPU() > 0 && b.floor.medianCPU() > 0 && b.least.medianCPU() > 0 {
			fmt.Printf("| %s | %s ms | %.2f × | %s ms | %.2f × | %.2f × |\n", work, formatFigure(e.medianWall()), medianRatio(e.times, b.least.times),
				formatFigure(e.medianCPU()), medianRatio(e.cpus, b.floor.cpus), medianRatio(e.cpus, b.least.cpus))
		}
	}
	line("the least: known files, one buffer for each core, no process to start", b.least)
	line("the floor", b.floor)
	line("cost report", b.cost)
	line("the same by "+peerName, b.peer)
	line("sessions list", b.list)
	line("the same on a copied home", b.listCopied)
	line("search for a rare word", b.rare)
	line("search for a common word", b.common)
}

// printEngines shows what each engine takes beyond the budgets.
func (b *bench) printEngines() {
	fmt.Print("\n| engine | open, compiled code cached | smallest call | cost of the sample, first call | later | MB/s | processor time | to native, one worker |\n|---|---|---|---|---|---|---|---|\n")
	for i, e := range b.engines {
		if !e.cost.hasFigures() {
			fmt.Printf("| %s | **not measured**: %v | | | | | | |\n", e.name, e.cost.err)
			continue
		}
		open, err := e.medianOf(b.runs, "", "", 0)
		small := 0.0
		if err == nil {
			small, err = e.medianOf(b.runs, bindingstest.SmallOp, bindingstest.SmallRequest, 1000)
		}
		if err != nil {
			fmt.Printf("| %s | **not measured**: %v | | | | | | |\n", e.name, err)
			continue
		}
		toNative, one := "", b.engines[nativeAlone].cost
		if i > nativeAlone {
			one = e.cost.beside.pairMeans()
		}
		if one.hasFigures() {
			toNative = fmt.Sprintf("%.2f ×", medianRatio(e.cost.cpus, one.cpus))
		}
		fmt.Printf("| %s | %s ms | %s µs | %s ms | %s ms | %s | %s ms | %s |\n", e.name, formatFigure(open), formatFigure(small), formatFigure(e.cost.first), formatFigure(e.cost.medianWall()),
			formatFigure(float64(b.files.bytes)/1e3/e.cost.medianWall()), formatFigure(e.cost.medianCPU()), toNative)
	}
}

func (b *bench) printFoot() {
	fmt.Println()
	fmt.Printf("- the floor (a program that finds and reads all files on all cores and counts newlines): %s\n", formatSpread(b.floor.times, "ms"))
	if b.start.hasFigures() {
		fmt.Printf("- start and end of a process that does nothing (`heddle version`): %s\n", formatSpread(b.start.times, "ms"))
	}
	if b.walk.hasFigures() {
		fmt.Printf("- walking all sessions whole, native, all cores: %s\n", formatSpread(b.walk.times, "ms"))
	}
	after := systemLoad()
	if after >= 0 {
		fmt.Printf("- load after: %.2f, mostly of this run\n", after)
	}
}
