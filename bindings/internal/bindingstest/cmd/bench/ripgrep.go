package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
)

// ripgrep reads the same files for the same text, without knowing what they hold: Debian's package has it.
const ripgrep = "ripgrep"

// searchJob is a search, and how many times ripgrep's processor time it may take; 0: no budget.
type searchJob struct {
	work, text string
	regex      bool
	times      float64
}

var searchJobs = []searchJob{
	{"a rare word", bindingstest.RareWord, false, 1.3},
	{"a word of every session", bindingstest.CommonWord, false, 0},
	{"two words of every session", bindingstest.CommonWord + " thread", false, 0},
	{"an expression that hardly matches", `\bquokka\b`, true, 1.5},
	{"two alternatives that hardly match", `(quokka|wallaby)\w*`, true, 1.5},
	{"an expression of every session", `\w+ ` + bindingstest.CommonWord + `\b`, true, 3},
}

// ripgrepRows searches two homes, of words and of code, beside ripgrep and beside the floor, by processor time.
func (b *bench) ripgrepRows() []row {
	var rows []row
	for _, home := range []struct{ name, path string }{{"words", b.home}, {"code", b.coded}} {
		files, err := takeCensus(home.path)
		if err != nil {
			return append(rows, missingRow("search of "+home.name, "", err))
		}
		rows = append(rows, b.contestSearches("search of "+formatMegabytes(files.bytes)+" of "+home.name, home.path, files.lines)...)
	}
	return append(rows, b.codeCostRow())
}

// codeCostRow adds up the cost of the sessions of code, beside the peer.
func (b *bench) codeCostRow() row {
	const work, budget = "cost report of sessions of code, cold process", "≤ 0.13 ×"
	program, version, err := findPeer()
	if err != nil {
		return missingRow(work, budget, fmt.Errorf("%s %s: %w", peerName, version, err))
	}
	ours := &entrant{name: "heddle", run: b.heddleProcess(b.coded, countsSessions(b.sessions/4), "cost", "report", "--json").runToEnd, err: errNotRun}
	peer := &entrant{name: peerName, run: peerProcess(program, b.coded).runToEnd, err: errNotRun}
	if err := runRounds(b.runs, []*entrant{ours, peer}); err != nil {
		return missingRow(work, budget, err)
	}
	return atMost(work, ours, peer, 0.13)
}

func (b *bench) contestSearches(work, home string, lines int64) (rows []row) {
	program, missing := exec.LookPath("rg")
	enter := func(name string, p *process) *entrant { return &entrant{name: name, run: p.runToEnd, err: errNotRun} }
	floor := enter("the floor", &process{path: b.self, args: []string{"-floor", home}, check: countsLines(lines)})
	entrants := []*entrant{floor}
	for _, j := range searchJobs {
		args := []string{"sessions", "search", j.text, "--limit", "50", "--json"}
		pattern := strings.ReplaceAll(j.text, " ", "|") // of words: any, so that both read all
		if j.regex {
			args, pattern = append(args, "--regex"), j.text
		}
		peer := &entrant{name: ripgrep, err: errors.New("ripgrep is not installed")}
		if missing == nil {
			peer = enter(ripgrep, &process{path: program, args: []string{"-uuu", "-i", "-c", pattern, home}, env: append(os.Environ(), "RIPGREP_CONFIG_PATH=")})
		}
		entrants = append(entrants, enter(work+" for "+j.work, b.heddleProcess(home, nil, args...)), peer)
	}
	if err := runRounds(b.runs, entrants); err != nil {
		return []row{missingRow(work, "", err)}
	}
	for i, j := range searchJobs {
		rows = append(rows, cpuRow(entrants[1+2*i], floor, entrants[2+2*i], j.times))
	}
	return rows
}

// cpuRow is a row by processor time, beside a peer, with the floor's share in its work.
func cpuRow(e, floor, peer *entrant, times float64) row {
	budget := "none"
	if times > 0 {
		budget = "≤ " + formatShort(times) + " ×"
	}
	switch {
	case !e.hasFigures():
		return missingRow(e.name, budget, e.err)
	case e.medianCPU() == 0 || floor.medianCPU() == 0:
		return missingRow(e.name, budget, errors.New("the system does not report processor time"))
	}
	r := row{work: fmt.Sprintf("%s, processor time (%.2f × the floor's)", e.name, medianRatio(e.cpus, floor.cpus)), measured: formatSpread(e.cpus, "ms"),
		against: "**not measured**: " + ripgrep, budget: budget}
	if !peer.hasFigures() {
		r.against += ": " + peer.err.Error()
		return r
	}
	ratio := medianRatio(e.cpus, peer.cpus)
	r.against, r.ratio = fmt.Sprintf("%s, %s ms", peer.name, formatFigure(peer.medianCPU())), fmt.Sprintf("%.2f ×", ratio)
	if times > 0 {
		r.kept = keptText(ratio <= times)
	}
	return r
}
