package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// questions are what a person asks, and the title of the session that is meant. The first ten were written with the
// titles and the ranking in view; the last five with the ranking made, and before any of them had been searched for.
var questions = []struct{ home, question, title string }{
	{"hermes-v22", "the one where we fixed how the parcel weight is rounded", "Fix parcel weight rounding"},
	{"hermes-v22", "which port did the staging proxy use again", "Remind me which port"},
	{"hermes-v22", "how dark should the thermal printhead be", "printhead darkness"},
	{"codex", "when did we add that retry to the fetch code", "Add a retry to the fetch helper."},
	{"claude", "where did we search every date format with agents", "Find every date format"},
	{"gemini", "the walk-through of my lantern thing", "walk-through"},
	{"copilot", "those follow-up ideas which I wanted", "follow-up ideas"},
	{"pi", "what if we name the thing after some bird", "name it after a bird"},
	{"openclaw", "please look around the place, then write notes", "look around and add a notes"},
	{"omp", "what happens when the server does fail badly", "Fail with a server error"},

	{"claude", "where we made week numbers work in the parsing of dates", "Fix the date parser so 2024-W05 works."},
	{"pi", "the long story about a crab and a lamp by the pier", "Naming the pet"}, // its branch with the chapters
	{"hermes-v22", "which city do we ship the oversized parcels from", "Which warehouse ships oversized parcels?"},
	{"opencode-livewal", "those ideas with the blinking and the colour stored in a file", "Toy lantern project"},
	{"codex", "when it asked another agent about the formats of dates", "Ask a helper agent for the date formats."},

	// Written with the titles in view, and before any of them had been searched for.
	{"claude", "did I ever get rid of the build directory", "Delete the build folder."},
	{"claude", "the picture of the logo that I asked about", "Look at the logo."},
	{"codex", "that session with an old shell call", "Legacy shell call please."},
	{"gemini", "I asked an agent how many files there are", "Ask a helper agent to count the files."},
	{"copilot", "where it broke because of the provider", "Trigger the provider error"},
	{"opencode", "the session which I shared with my colleagues", "Shared session"},
	{"omp", "delegating something to an assistant helper", "Delegate this to a helper"},
	{"hermes-v22", "a report about jobs that are failing at night", "Daily: report failing nightly jobs."},
	{"pi", "which model am I talking to here", "Which model are you?"},
	{"cursor-ide-handmade", "where we kept the weight of a parcel from being floored", "Fix parcel weight rounding"},
}

// TestQuestionsInHumanWords wants the session that is meant among the first three, in both ways to search.
func TestQuestionsInHumanWords(t *testing.T) {
	for _, q := range questions {
		for _, redact := range []bool{false, true} {
			list := strings.Split(printed(t, clitest.Pipe(), "--home", clitest.Home(t, q.home), "search", "--limit", "3", fmt.Sprint("--redact=", redact), q.question), "\n")
			if !strings.Contains(strings.Join(list[:min(3, len(list))], "\n"), q.title) {
				t.Errorf("%s, redact %v: %s is not among the first three:\n%s", q.question, redact, q.title, strings.Join(list, "\n"))
			}
		}
	}
}

// TestPartialMatches: when no session has all words, those with the rarest come first and are marked.
func TestPartialMatches(t *testing.T) {
	dir := t.TempDir()
	id := func(n int) string { return fmt.Sprintf("5e551000-0000-4000-8000-%012d", n) }
	for i := range 8 {
		clitest.WriteClaudeSession(t, dir, id(i), "the usual work", "we did the work, one after the other")
	}
	clitest.WriteClaudeSession(t, dir, id(20), "the parser", "we made the parser work")
	clitest.WriteClaudeSession(t, dir, id(21), "日本語の検索", "そうです")
	h, err := heddle.Open(heddle.Options{Home: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	search := func(text string, partial bool) *heddle.List[heddle.SessionSummary] {
		t.Helper()
		list, err := h.Sessions.SearchPage(t.Context(), text, heddle.SearchOptions{Partial: partial})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	const question = "the one where we repaired the parser"
	if got := search(question, false); len(got.Items) != 0 || len(got.Notes.Diagnostics) != 0 {
		t.Errorf("without partial: %+v", got)
	}
	got := search(question, true)
	if len(got.Items) == 0 || got.Items[0].SessionID != id(20) || !got.Items[0].Partial || len(got.Items[0].Hits) == 0 {
		t.Fatalf("%+v", got)
	}
	if len(got.Items) > 10 || got.Total != int64(len(got.Items)) {
		t.Errorf("%d items of %d", len(got.Items), got.Total)
	}
	if d := got.Notes.Diagnostics; len(d) != 1 || !strings.Contains(d[0].Message, `"parser" in 1, "the"`) && !strings.Contains(d[0].Message, `"parser" in 1`) || !strings.Contains(d[0].Message, `"repaired" in 0`) {
		t.Errorf("%+v", d)
	}
	if got := search("the parser", true); len(got.Items) != 1 || got.Items[0].Partial || len(got.Notes.Diagnostics) != 0 {
		t.Errorf("with all words: %+v", got)
	}
	if got := search("repaired", true); len(got.Items) != 0 || len(got.Notes.Diagnostics) != 1 {
		t.Errorf("one word: %+v", got)
	}
	if got := search("検索 zebra -parser", true); len(got.Items) != 1 || got.Items[0].SessionID != id(21) {
		t.Errorf("without blanks: %+v", got)
	}
	for _, text := range []string{id(20), "claude:" + id(20), strings.ToUpper(id(20)[:8]) + id(20)[8:]} {
		if got := search(text, true); len(got.Items) != 1 || got.Items[0].SessionID != id(20) || got.Items[0].Partial {
			t.Errorf("%s: %+v", text, got)
		}
		if got := search(text, false); len(got.Items) != 0 {
			t.Errorf("%s without partial: %+v", text, got)
		}
	}
	if got := search("5e551000", true); len(got.Items) != 10 {
		t.Errorf("the beginning of all ids: %d", len(got.Items))
	}
	for _, text := range []string{"5e55100", "abcdefgh", "the the the the the"} {
		if got := search(text, true); len(got.Items) > 0 && strings.HasPrefix(text, "5") {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
