package claude_test

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"testing"
)

// The newest homes as a person reads them in the files: turns, visible
// messages, model with most answers (the latest on a tie), title.
func TestSessionsOfTheNewestHomes(t *testing.T) {
	for fixture, want := range map[string]string{
		"claude": `
			0ea0f83d 3 10 claude-sonnet-5 Add a retry to the fetch helper.
			23d6a72e 1 2 claude-haiku-4-5 Say hello.
			3b067d2e 1 15 claude-opus-5-5 Fix the date parser so 2024-W05 works.
			6cb0dd90 1 2 claude-haiku-4-5 Say hello.
			7781e2de 1 4 claude-opus-5-5 Delete the build folder.
			920d133a 4 12 claude-sonnet-5 Add a retry to the fetch helper.
			a0000001 1 2 claude-opus-5-5 What does the fetch helper do? One sentence please.
			a0000002 3 11 claude-opus-5-5 Say hello.
			a0000003 6 20 claude-sonnet-5 Toy project session
			a0000004 2 6 claude-opus-5-5 toy session
			b13e5149 1 7 claude-haiku-4-5 Plan the work as a list.
			bf20529c 1 4 claude-opus-5-5 Look at the logo.
			c4443fba 0 2  Trigger a bad request please.
			d0c0308c 2 8 claude-opus-5-5 Find every date format with a helper agent.
			d2d663fd 1 6 claude-opus-5-5 named scan
			e8397ec2 1 2 claude-haiku-4-5 Say hello.
			e9491ba4 4 13 claude-haiku-4-5 try-five
		`,
		"claude-2.1.30": `
			0180623e 3 11 claude-sonnet-4-5-20250929 Say hello.
			16beed19 1 4 claude-sonnet-4-5-20250929 Delete the build folder.
			1fd9df3b 3 10 claude-sonnet-4-5-20250929 Add a retry to the fetch helper.
			4787edde 1 2 claude-sonnet-4-5-20250929 What does the fetch helper do? One sentence please.
			9f7849fc 3 13 claude-sonnet-4-5-20250929 Say hello.
			a4485ad9 2 6 claude-sonnet-4-5-20250929 Look at the logo.
			b3a87608 0 2  Trigger a bad request please.
			c50cabd0 1 15 claude-sonnet-4-5-20250929 Fix the date parser so 2024-W05 works.
			ef6427d8 1 4 claude-sonnet-4-5-20250929 Find every date format with a helper agent.
			ff58cf96 4 12 claude-sonnet-4-5-20250929 Add a retry to the fetch helper.
		`,
	} {
		all, err := openHome(t, fixture).catalog().List(listAll)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, s := range all {
			lines = append(lines, fmt.Sprintf("%.8s %d %d %s %s", s.SessionID, s.TurnCount, s.MessageCount, s.Model, s.Title))
		}
		sort.Strings(lines)
		same(t, fixture, strings.Join(lines, "\n")+"\n", want)
	}
}

// goroutines runs work at once.
type goroutines struct{}

func (goroutines) Do(n int, fn func(int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { fn(i) })
	}
	wg.Wait()
}

// Walks that run at once share what is read of a folder, and change nothing.
func TestWalksAtOnce(t *testing.T) {
	for _, fixture := range fixtures {
		want := openHome(t, fixture).list(t)
		h := openHome(t, fixture)
		h.host.Parallel = goroutines{}
		got := h.list(t)
		if len(got) != len(want) {
			t.Errorf("%s: %d sessions, want %d", fixture, len(got), len(want))
		}
		for id, s := range got {
			w := want[id]
			if string(s.AppendJSON(nil)) != string(w.AppendJSON(nil)) {
				t.Errorf("%s %s: differs when walks run at once", fixture, id)
			}
		}
	}
}
