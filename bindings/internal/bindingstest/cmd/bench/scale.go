package main

import (
	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
)

// scale is the home of many short sessions, and that of a long one of each agent.
type scale struct {
	many, long      string
	sessions, turns int
}

func newScale(home string, quick bool) scale {
	s := scale{many: home + "-many", long: home + "-long", sessions: 100_000, turns: 120_000}
	if quick {
		s.sessions, s.turns = s.sessions/10, s.turns/10
	}
	return s
}

func (s scale) makeHomes() error {
	if err := bindingstest.Many(s.many, s.sessions); err != nil {
		return err
	}
	return bindingstest.Sample{Sessions: 1, Turns: s.turns}.Write(s.long)
}

// longRows: the peak memory of commands on long sessions.
func (b *bench) longRows() []row {
	var rows []row
	for _, c := range []struct {
		work string
		args []string
	}{
		{"list", []string{"sessions", "list", "--json"}},
		{"search", []string{"sessions", "search", bindingstest.CommonWord, "--json"}},
		{"cost report", []string{"cost", "report", "--json"}},
		{"show --last 2", []string{"sessions", "show", "claude:last", "--last", "2"}},
		{"export as json", []string{"sessions", "export", "claude:last", "--format", "json"}},
		{"the same of Codex as jsonl", []string{"sessions", "export", "codex:last", "--format", "jsonl"}},
		{"the same of pi as markdown", []string{"sessions", "export", "pi:last", "--format", "markdown"}},
	} {
		work := "peak memory of " + c.work + ", sessions of " + groupDigits(int64(b.scale.turns)) + " turns"
		printProgress("%s", work)
		p := b.heddleProcess(b.scale.long, nil, c.args...)
		p.checked = true // the answer would be in this process's own peak memory
		if _, err := p.runToEnd(); err != nil {
			rows = append(rows, missingRow(work, "", err))
			continue
		}
		rows = append(rows, b.memoryRow(work, int64(b.scale.turns), 2000, p))
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
	printTable(append(b.scaleRows(), b.longRows()...))
	return nil
}
