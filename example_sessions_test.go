package heddle_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle"
)

// parser and helper are two sessions of the fixture.
const (
	parser heddle.Ref = "claude:6cb0dd90-7a16-47c0-88bc-417625d288a3"
	helper heddle.Ref = "claude:d0c0308c-9f39-4637-83a7-815cd195b3e0"
)

func ExampleSessions_List() {
	h := openFixture()
	defer h.Close()
	list, err := h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.Claude, Sort: heddle.SortKeyCost, Limit: 2})
	check(err)
	for _, s := range list.Items {
		fmt.Println(s.Ref(), s.Cost.TotalUSD)
	}
	// Output:
	// claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e 0.0571962
	// claude:d0c0308c-9f39-4637-83a7-815cd195b3e0 0.0514366
}

func ExampleSessions_All() {
	h := openFixture()
	defer h.Close()
	turns := int64(0)
	for s, err := range h.Sessions.All(ctx, heddle.ListOptions{Subagents: true}) {
		check(err)
		turns += s.TurnCount
	}
	fmt.Println(turns, "turns")
	// Output:
	// 35 turns
}

func ExampleSessions_Get() {
	h := openFixture()
	defer h.Close()
	s, err := h.Sessions.Get(ctx, parser)
	check(err)
	for _, m := range s.Messages {
		fmt.Println(m.Role, m.Content)
	}
	fmt.Println(s.Notes.Report.Records, "records")
	// Output:
	// user Say hello.
	// assistant Hello 👋
	// 24 records
}

func ExampleSessions_Export() {
	h := openFixture()
	defer h.Close()
	text, err := h.Sessions.Export(ctx, parser, heddle.ExportOptions{Format: "markdown"})
	check(err)
	title, _, _ := strings.Cut(text.String(), "\n")
	fmt.Println(title)
	// Output:
	// # Say hello.
}

func ExampleSessions_Search() {
	h := openFixture()
	defer h.Close()
	for hit, err := range h.Sessions.Search(ctx, `"date format"`, heddle.SearchOptions{Hits: 1}) {
		check(err)
		fmt.Println(hit.Title, hit.HitCount)
		break // the best one
	}
	// Output:
	// Find every date format with a helper agent. 3
}

func ExampleSessions_SearchPage() {
	h := openFixture()
	defer h.Close()
	page, err := h.Sessions.SearchPage(ctx, "date", heddle.SearchOptions{Limit: 1, Role: heddle.RoleUser})
	check(err)
	fmt.Println(page.Total, "sessions, next page at", page.Next)
	fmt.Println(page.Items[0].Hits[0].Snippet)
	// Output:
	// 3 sessions, next page at 1
	// Find every date format with a helper agent.
}

func ExampleSessions_TotalCost() {
	h := openFixture()
	defer h.Close()
	cost, err := h.Sessions.TotalCost(ctx, heddle.CostOptions{GroupBy: heddle.ByModel})
	check(err)
	for _, model := range slices.Sorted(maps.Keys(cost.Breakdowns)) {
		fmt.Println(model, cost.Breakdowns[model].OutputTokens, cost.Breakdowns[model].TotalUSD)
	}
	fmt.Println("total", cost.OutputTokens, cost.TotalUSD)
	// Output:
	// claude-haiku-4-5 317 0.0691347
	// claude-opus-5-5 1507 0.263948
	// claude-sonnet-5 532 0.0767148
	// total 2356 0.4097975
}

func ExampleSessions_Stats() {
	h := openFixture()
	defer h.Close()
	stats, err := h.Sessions.Stats(ctx, heddle.StatsOptions{Under: "/home/dev/projects", Limit: 3})
	check(err)
	for _, tool := range stats.Tools {
		fmt.Println(tool.Name, tool.Calls, tool.Failures)
	}
	for _, file := range stats.Files {
		fmt.Println(file.Path, file.Edits)
	}
	// Output:
	// Read 8 1
	// Bash 7 4
	// Edit 4 2
	// /home/dev/projects/fetch-kit/NOTE.md 2
	// /home/dev/projects/date.parser_v2/src/parse.py 1
	// /home/dev/projects/date.parser_v2/src/weeks.py 1
}

func ExampleSessions_Diff() {
	h := openFixture()
	defer h.Close()
	diff, err := h.Sessions.Diff(ctx, parser, helper)
	check(err)
	for _, step := range diff.Operations[:3] {
		fmt.Println(step.Type)
	}
	// Output:
	// addition
	// addition
	// addition
}

func ExampleSessions_RenderDiff() {
	h := openFixture()
	defer h.Close()
	text, err := h.Sessions.RenderDiff(ctx, parser, helper, heddle.RenderDiffOptions{Format: heddle.DiffFormatUnified})
	check(err)
	for _, line := range strings.Split(text.String(), "\n")[:4] {
		fmt.Println(line)
	}
	// Output:
	// --- claude:6cb0dd90-7a16-47c0-88bc-417625d288a3 (2 messages)
	// +++ claude:d0c0308c-9f39-4637-83a7-815cd195b3e0 (8 messages)
	// 2 unchanged, 0 modified, 0 removed, 6 added
}

func ExampleSessions_Doctor() {
	h := open(heddle.Options{Home: "testdata/agents/claude-damaged/home", Store: "-"})
	defer h.Close()
	report, err := h.Sessions.Doctor(ctx, heddle.DoctorOptions{Problems: true})
	check(err)
	for _, f := range report.Files[:2] {
		for _, s := range f.Report.Skipped {
			fmt.Println(s.Path, s.Line, s.Reason)
		}
	}
	// Output:
	// claude/projects/-p/bad-utf8.jsonl 1 utf8
	// claude/projects/-p/deep.jsonl 2 depth
}

func ExampleSessions_Command() {
	h := openFixture()
	defer h.Close()
	command, err := h.Sessions.Command(ctx, parser, heddle.CommandOptions{Action: heddle.SessionActionFork})
	check(err)
	fmt.Println(command.Argv)
	// Output:
	// [claude --resume 6cb0dd90-7a16-47c0-88bc-417625d288a3 --fork-session]
}

func ExampleSessions_Import() {
	h, remove := openWithStore("testdata/agents/claude/home")
	defer remove()
	report, err := h.Sessions.Import(ctx, heddle.ImportOptions{Ref: parser})
	check(err)
	for _, s := range report.Sessions {
		fmt.Println(s.UnifiedID, s.Status, s.Added)
	}
	// Output:
	// claude:6cb0dd90-7a16-47c0-88bc-417625d288a3 new 2
}

func ExampleSessions_Import_origin() {
	h, remove := openWithStore("testdata/agents/claude/home")
	defer remove()
	_, err := h.Sessions.Import(ctx, heddle.ImportOptions{All: true, Origin: "laptop"})
	check(err)
	cost, err := h.Sessions.TotalCost(ctx, heddle.CostOptions{GroupBy: heddle.ByOrigin})
	check(err)
	fmt.Println(cost.Breakdowns["laptop"].InputTokens, "of", cost.InputTokens, "input tokens come from the laptop")
	// Output:
	// 61845 of 61845 input tokens come from the laptop
}

func ExampleSessions_Tag() {
	h, remove := openWithStore("testdata/agents/claude/home")
	defer remove()
	tagged, err := h.Sessions.Tag(ctx, parser, heddle.TagOptions{Add: []string{"greeting", "demo"}})
	check(err)
	fmt.Println(tagged.Tags)
	list, err := h.Sessions.List(ctx, heddle.ListOptions{Tags: []string{"demo"}})
	check(err)
	for _, s := range list.Items {
		fmt.Println(s.Ref(), s.Tags)
	}
	// Output:
	// [demo greeting]
	// claude:6cb0dd90-7a16-47c0-88bc-417625d288a3 [demo greeting]
}

func ExampleSessions_Tags() {
	h, remove := openWithStore("testdata/agents/claude/home")
	defer remove()
	for _, ref := range []heddle.Ref{parser, helper} {
		_, err := h.Sessions.Tag(ctx, ref, heddle.TagOptions{Add: []string{"demo"}})
		check(err)
	}
	tags, err := h.Sessions.Tags(ctx)
	check(err)
	for _, t := range tags.Items {
		fmt.Println(t.Tag, t.SessionCount)
	}
	// Output:
	// demo 2
}

func ExampleEdits_Find() {
	h := openFixture()
	defer h.Close()
	lines := []string{`    y, w = s.split("-W")`, "    raise NotImplementedError"}
	found, err := h.Edits.Find(ctx, []string{"src/weeks.py"}, lines)
	check(err)
	for i, line := range found.Lines {
		fmt.Printf("%q has %d edits\n", lines[i], len(line.Edits))
		for _, k := range line.Edits {
			e := found.Edits[k]
			fmt.Println(line.Confidence, e.UnifiedID, e.Tool, e.Model)
		}
	}
	// Output:
	// "    y, w = s.split(\"-W\")" has 1 edits
	// exact claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e Write claude-opus-5-5
	// "    raise NotImplementedError" has 0 edits
}

func ExampleSessions_View() {
	h := openFixture()
	defer h.Close()
	view, err := h.Sessions.View(ctx, "claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e", heddle.ViewOptions{Limit: 1})
	check(err)
	for _, turn := range view.Turns {
		fmt.Println("asked:", turn.Prompt.Text)
		for _, item := range turn.Items {
			for _, call := range item.Calls {
				fmt.Println(call.N, call.Tool, call.Summary, call.Outcome)
			}
		}
	}
	// Output:
	// asked: Fix the date parser so 2024-W05 works.
	// 1 Bash ls -1 src && git log --oneline -1 failed
	// 1 Read src/missing.py failed
	// 1 Bash python3 tests/run.py failed
	// 5 Read src/parse.py ok
	// 7 Edit src/parse.py +1 −1 failed
	// 9 Write src/weeks.py +5 ok
	// 9 Edit src/parse.py +2 −1 ok
	// 12 Bash python3 tests/run.py ok
}

func ExampleSessions_Story() {
	h := openFixture()
	defer h.Close()
	story, err := h.Sessions.Story(ctx, "claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e")
	check(err)
	for _, step := range story.Steps {
		for _, file := range step.Files {
			fmt.Println("changed", file.Path)
		}
		for _, fix := range step.Fixed {
			fmt.Println("fixed", fix.Command)
		}
	}
	// Output:
	// changed src/weeks.py
	// changed src/parse.py
	// fixed python3 tests/run.py
}

func ExampleAttachments_Get() {
	h, err := heddle.Open(heddle.Options{Home: "testdata/agents/codex-image-title/home"})
	check(err)
	defer h.Close()
	picture, err := h.Attachments.Get(ctx, "codex:01a204bd-d6f9-7853-b317-8dbecb9f9ff6", heddle.AttachmentOptions{ID: "0.0"})
	check(err)
	fmt.Println(picture.MediaType, picture.Bytes, "bytes")
	// Output:
	// image/png 70 bytes
}
