package main

import (
	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
)

// scale is the home of many short sessions.
type scale struct {
	many     string
	sessions int
}

func newScale(home string, quick bool) scale {
	s := scale{many: home + "-many", sessions: 100_000}
	if quick {
		s.sessions /= 10
	}
	return s
}

func (s scale) makeHomes() error { return bindingstest.Many(s.many, s.sessions) }

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
	printTable(b.scaleRows())
	return nil
}
