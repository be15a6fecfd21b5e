// Command bench prints, as markdown on stdout, what the engine takes for its
// main tasks beside what it may take. It runs at the repository's root and
// needs build/core.wasm; docs/benchmarks.md describes every row.
//
//	go run ./bindings/internal/bindingstest/cmd/bench          the table
//	go run ./bindings/internal/bindingstest/cmd/bench -artifacts   the modules
//	go run ./bindings/internal/bindingstest/cmd/bench -quick   a tenth of the work, to see that it runs
//
// Figures that are compared come from the same run, in turns: first all of
// them once unmeasured, then all of them again, round by round; each is the
// median of its rounds. Nothing here passes or fails: machines differ, ratios
// of one run mostly do not.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
)

// options are the flags.
type options struct {
	quick           bool
	sessions, turns int
	runs            int
}

func main() {
	var o options
	var serve, home, folder, floor, job string
	var workers int
	var homes, storesOnly, liveOnly, artifactsOnly, scaleOnly, searchOnly bool
	flag.BoolVar(&o.quick, "quick", false, "a tenth of the sample, two rounds: figures of no worth")
	flag.IntVar(&o.sessions, "sessions", 1000, "sessions per agent in the sample")
	flag.IntVar(&o.turns, "turns", 40, "turns per session")
	flag.IntVar(&o.runs, "runs", 5, "measured rounds")
	flag.StringVar(&serve, "serve", "", "be an engine under measurement: native, wazero, live or command")
	flag.StringVar(&home, "home", "", "home of the engine under measurement")
	flag.IntVar(&workers, "workers", 0, "workers of the engine under measurement; 0 = one per core")
	flag.StringVar(&folder, "store", "", "be the store under measurement, in this folder")
	flag.StringVar(&floor, "floor", "", "be the floor: count the lines of this home's files")
	flag.StringVar(&job, "livejob", "", "be the Go program that runs live sessions, on this job in JSON")
	flag.BoolVar(&liveOnly, "live", false, "only the rows of live sessions")
	flag.BoolVar(&scaleOnly, "scale", false, "only the rows of many sessions and of large ones")
	flag.BoolVar(&searchOnly, "search", false, "only searches beside ripgrep")
	flag.BoolVar(&artifactsOnly, "artifacts", false, "only the modules: size, load, first list and cost in each engine")
	flag.BoolVar(&storesOnly, "stores", false, "only the rows of the stores")
	flag.BoolVar(&homes, "homes", false, "only make the sample homes")
	flag.Parse()
	if flag.Arg(0) == "live" {
		exitWith(runServer(flag.Args()))
	}
	b, err := newBench(o)
	switch {
	case err != nil:
	case serve != "":
		err = serveEngine(serve, home, workers)
	case folder != "":
		err = serveStore(folder)
	case job != "":
		err = serveLive(job)
	case floor != "":
		err = countFiles(os.Stdout, floor)
	case storesOnly:
		printTable(append(b.storeRows(), b.pullRows()...))
	case liveOnly:
		printTable(b.liveRows())
	case homes: // before every flag that prepares homes: it gets this run's other flags too
		err = b.makeHomes()
	case scaleOnly:
		err = b.printScale()
	case searchOnly:
		if err = b.prepareHomes(); err == nil {
			printTable(b.ripgrepRows())
		}
	case artifactsOnly:
		err = b.compareArtifacts()
	default:
		err = b.runAll()
	}
	exitWith(err)
}

func exitWith(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// newBench says what a run works on.
func newBench(o options) (*bench, error) {
	folder := "bench-home"
	giants := 64_000_000
	if o.quick {
		o.sessions, o.runs, folder, giants = o.sessions/10, 2, "bench-home-quick", giants/10
	}
	if o.sessions < 7 || o.turns < 1 || o.runs < 1 {
		return nil, fmt.Errorf("at least 7 sessions, 1 turn and 1 run")
	}
	home, err := filepath.Abs(filepath.Join("build", folder))
	return &bench{options: o, home: home, copied: home + "-copied", coded: home + "-code", giants: home + "-giants", giantBytes: giants, scale: newScale(home, o.quick),
		sample: bindingstest.Sample{Sessions: o.sessions, Turns: o.turns}}, err
}

// makeHomes writes the homes unless they exist.
func (b *bench) makeHomes() error {
	if err := b.sample.Write(b.home); err != nil {
		return err
	}
	copied := b.sample
	copied.Copied = true
	if err := copied.Write(b.copied); err != nil {
		return err
	}
	if err := bindingstest.Giants(b.giants, 2, b.giantBytes); err != nil {
		return err
	}
	if err := bindingstest.Coded(b.coded, b.sessions/4, b.turns); err != nil {
		return err
	}
	return b.scale.makeHomes()
}

// prepareHomes makes the homes, in a process of its own that may need memory (see
// peakOf), and builds the command line.
func (b *bench) prepareHomes() error {
	printProgress("making the sample homes, the command line")
	var err error
	if b.self, err = os.Executable(); err != nil {
		return err
	}
	cmd := exec.Command(b.self, append([]string{"-homes"}, os.Args[1:]...)...)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return err
	}
	if b.program, err = buildProgram(); err != nil {
		return err
	}
	b.files, err = takeCensus(b.home)
	return err
}

func (b *bench) runAll() error {
	b.loadBefore = systemLoad()
	if err := b.prepareHomes(); err != nil {
		return err
	}
	defer b.stopEngines()
	b.enterAll()
	if err := runRounds(b.runs, b.entrants); err != nil {
		return err
	}
	b.printHead()
	b.printRows()
	b.printReaders()
	b.printEngines()
	b.printFoot()
	return nil
}

func printProgress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...)
}
