package main

import (
	"fmt"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
)

// scale is the home of many short sessions, that of a long one of each agent, and that of one of
// Codex with many compactions.
type scale struct {
	many, long, compacted string
	sessions, turns       int
	compactBytes          int
}

// compactions is how many compactions the session of Codex has: with them it has about 1.4 GB.
const compactions = 80

func newScale(home string, quick bool) scale {
	s := scale{many: home + "-many", long: home + "-long", compacted: home + "-compacted", sessions: 100_000, turns: 120_000, compactBytes: 13_000_000}
	if quick {
		s.sessions, s.turns, s.compactBytes = s.sessions/10, s.turns/10, s.compactBytes/10
	}
	return s
}

func (s scale) makeHomes() error {
	if err := bindingstest.Many(s.many, s.sessions); err != nil {
		return err
	}
	if err := bindingstest.Compacted(s.compacted, s.turns, compactions, s.compactBytes); err != nil {
		return err
	}
	return bindingstest.Sample{Sessions: 1, Turns: s.turns}.Write(s.long)
}

// longRows: the peak memory of commands on long sessions.
func (b *bench) longRows() []row {
	turns := groupDigits(int64(b.scale.turns)) + " turns"
	expression := bindingstest.CommonWord[:2] + "[a-z]+"
	rows := b.peakRows(b.scale.long, "sessions of "+turns, 2000, []namedCommand{
		{"list", []string{"sessions", "list", "--json"}},
		{"search", []string{"sessions", "search", bindingstest.CommonWord, "--json"}},
		{"search by an expression", []string{"sessions", "search", "--regex", expression, "--json"}},
		{"cost report", []string{"cost", "report", "--json"}},
		{"show --last 2", []string{"sessions", "show", "claude:last", "--last", "2"}},
		{"export as json", []string{"sessions", "export", "claude:last", "--format", "json"}},
		{"the same of Codex as jsonl", []string{"sessions", "export", "codex:last", "--format", "jsonl"}},
		{"the same of pi as markdown", []string{"sessions", "export", "pi:last", "--format", "markdown"}},
		{"the same as a page", []string{"sessions", "export", "pi:last", "--format", "html"}},
	})
	return append(rows, b.peakRows(b.scale.compacted, fmt.Sprintf("a session of Codex of %s and %d compactions", turns, compactions), b.scale.compactBytes, []namedCommand{
		{"list", []string{"sessions", "list", "--json"}},
		{"cost report", []string{"cost", "report", "--json"}},
		{"show --last 2", []string{"sessions", "show", "last", "--last", "2"}},
		{"export as jsonl", []string{"sessions", "export", "last", "--format", "jsonl"}},
	})...)
}

// namedCommand is a command of heddle, and what it is called in a row.
type namedCommand struct {
	name string
	args []string
}

// peakRows: the peak memory of commands in a home, whose longest line has so many bytes.
func (b *bench) peakRows(home, of string, longest int, commands []namedCommand) (rows []row) {
	for _, c := range commands {
		work := "peak memory of " + c.name + ", " + of
		printProgress("%s", work)
		p := b.heddleProcess(home, nil, c.args...)
		p.checked = true // the answer would be in this process's own peak memory
		if _, err := p.runToEnd(); err != nil {
			rows = append(rows, missingRow(work, "", err))
			continue
		}
		rows = append(rows, b.memoryRow(work, int64(b.scale.turns), int64(longest), p))
	}
	return rows
}

// scaleRows: what grows with the number of sessions, beside the cost report,
// which reads the same files.
func (b *bench) scaleRows() []row {
	printProgress("%d sessions", b.scale.sessions)
	cost := &entrant{name: "the cost report", err: errNotRun, run: b.heddleProcess(b.scale.many, countsSessions(b.scale.sessions), "cost", "report", "--json").runToEnd}
	list := &entrant{name: "list", err: errNotRun,
		run: b.heddleProcess(b.scale.many, listsSessions(b.scale.sessions), "sessions", "list", "--limit", "0", "--json").runToEnd}
	search := &entrant{name: "search", err: errNotRun,
		run: b.heddleProcess(b.scale.many, listsSessions(b.scale.sessions), "sessions", "search", bindingstest.CommonWord, "--limit", "0", "--json").runToEnd}
	n := groupDigits(int64(b.scale.sessions))
	if err := runRounds(min(b.runs, 3), []*entrant{cost, list, search}); err != nil {
		return []row{missingRow("all of "+n+" sessions", "", err)}
	}
	return []row{
		atMost("sessions list --limit 0 of "+n+" sessions, cold process", list, cost, 5),
		atMost("search that finds all of "+n+" sessions, cold process", search, cost, 8),
	}
}

// printScale prints only the rows of many and of large sessions.
func (b *bench) printScale() error {
	if err := b.prepareHomes(); err != nil {
		return err
	}
	long := b.longRows() // first: afterwards this process has had answers of all sessions in memory
	printTable(append(long, b.scaleRows()...))
	return nil
}
