package clienttest

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/heddle-dev/heddle"
)

// groups are the dimensions of TotalCost; the empty one means no groups.
var groups = []heddle.GroupBy{"", heddle.ByAgent, heddle.ByModel, heddle.ByDay, heddle.ByTag, heddle.ByCwd, heddle.BySession}

// maxPerAgent is the number of sessions of each agent that are read one by one.
const maxPerAgent = 3

// collect returns everything that an iterator yields before an error.
func collect[T any](seq iter.Seq2[*T, error]) (list []T, err error) {
	for item, err := range seq {
		if err != nil {
			return list, err
		}
		list = append(list, *item)
	}
	return list, nil
}

// readings are the steps that read agents' sessions and translate messages. h says which sessions
// there are.
func readings(h *heddle.Heddle) (steps []step) {
	type H = *heddle.Heddle
	add := func(name string, run func(context.Context, H) (any, error)) { steps = append(steps, step{name, run}) }
	list, err := h.Sessions.List(context.Background(), heddle.ListOptions{Limit: heddle.NoLimit, Subagents: true, Superseded: true})
	if err != nil || len(list.Items) < 2 {
		panic(fmt.Sprint("the fixtures cannot be listed: ", err)) // a fault of the suite
	}
	add("version", func(ctx context.Context, h H) (any, error) { return h.Version(ctx) })
	add("agents", func(ctx context.Context, h H) (any, error) { return h.Agents(ctx) })
	steps = append(steps, listings()...)
	perAgent := map[heddle.Agent]int{}
	for _, s := range list.Items {
		if perAgent[s.Agent]++; perAgent[s.Agent] <= maxPerAgent {
			steps = append(steps, sessionSteps(s.Ref())...)
		}
	}
	steps = append(steps, sessionSteps("claude:none")...)
	steps = append(steps, sessionSteps("nobody:none")...)
	a, b := list.Items[0].Ref(), list.Items[1].Ref()
	for _, other := range []heddle.Ref{a, b, "codex:none"} {
		add("diff", func(ctx context.Context, h H) (any, error) {
			return h.Sessions.Diff(ctx, a, other, heddle.DiffOptions{TextEdits: true})
		})
		add("render diff", func(ctx context.Context, h H) (any, error) {
			return h.Sessions.RenderDiff(ctx, a, other, heddle.RenderDiffOptions{Format: heddle.DiffFormatSideBySide, Width: 100, Context: 1})
		})
	}
	for _, o := range []heddle.ImportOptions{{}, {Ref: a, DryRun: true}, {Ref: a}, {All: true}, {All: true}, {Ref: "claude:none"},
		{Ref: a, Origin: "laptop"}, {Ref: b, Origin: "server"}, {All: true, Origin: "-"}} {
		add(fmt.Sprint("import ", o), func(ctx context.Context, h H) (any, error) { return h.Sessions.Import(ctx, o) })
	}
	add("list after import", func(ctx context.Context, h H) (any, error) { return h.Sessions.List(ctx) })
	for _, origin := range []string{"laptop", "server", "-"} {
		add("list from "+origin, func(ctx context.Context, h H) (any, error) {
			return h.Sessions.List(ctx, heddle.ListOptions{Origin: origin})
		})
		add("search from "+origin, func(ctx context.Context, h H) (any, error) {
			return h.Sessions.SearchPage(ctx, "the", heddle.SearchOptions{Origin: origin, Limit: 3})
		})
		add("cost from "+origin, func(ctx context.Context, h H) (any, error) {
			return h.Sessions.TotalCost(ctx, heddle.CostOptions{Origin: origin, GroupBy: heddle.ByOrigin})
		})
		add("stats from "+origin, func(ctx context.Context, h H) (any, error) {
			return h.Sessions.Stats(ctx, heddle.StatsOptions{Origin: origin})
		})
		add("stored from "+origin, func(ctx context.Context, h H) (any, error) {
			return h.Store.List(ctx, heddle.StoreListOptions{Origin: origin})
		})
	}
	return append(steps, messageSteps()...)
}

// listings are the steps over all sessions.
func listings() (steps []step) {
	type H = *heddle.Heddle
	add := func(name string, run func(context.Context, H) (any, error)) { steps = append(steps, step{name, run}) }
	zone := time.FixedZone("UTC+5", 5*3600)
	early := time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)
	for _, o := range []heddle.ListOptions{{}, {Agent: heddle.Claude, Limit: 2}, {Agent: "nobody"}, {Limit: -3}, {Sort: "size"}, {Strict: true},
		{Sort: heddle.SortKeyTurns, SortDirection: heddle.SortDirectionAsc, Subagents: true, Superseded: true, Limit: heddle.NoLimit},
		{Since: early, Until: early.AddDate(0, 11, 0), Zone: zone}, {ActiveSince: early, ActiveUntil: early.AddDate(1, 0, 0)}, {Tags: []string{"a", "b"}}, {Cwd: "/nowhere"}, {Model: "none"}} {
		add(fmt.Sprintf("list %+v", o), func(ctx context.Context, h H) (any, error) { return h.Sessions.List(ctx, o) })
		add(fmt.Sprintf("all %+v", o), func(ctx context.Context, h H) (any, error) { return collect(h.Sessions.All(ctx, o)) })
	}
	for _, q := range []struct {
		text string
		o    heddle.SearchOptions
	}{{"the", heddle.SearchOptions{}}, {"the", heddle.SearchOptions{Limit: 3, Hits: 1}}, {"the", heddle.SearchOptions{Limit: 2, Offset: 1, Sort: heddle.SearchSortDate}},
		{`t[a-z]+e`, heddle.SearchOptions{Regex: true, Subagents: true, Memories: true}}, {`(`, heddle.SearchOptions{Regex: true}}, {"", heddle.SearchOptions{}},
		{"a", heddle.SearchOptions{Role: heddle.RoleUser, Agent: heddle.Codex}}, {"", heddle.SearchOptions{Tool: "bash"}}, {"nowhere to be found", heddle.SearchOptions{}}} {
		add("search page "+q.text, func(ctx context.Context, h H) (any, error) { return h.Sessions.SearchPage(ctx, q.text, q.o) })
		add("search "+q.text, func(ctx context.Context, h H) (any, error) { return collect(h.Sessions.Search(ctx, q.text, q.o)) })
	}
	for _, group := range groups {
		add("cost by "+string(group), func(ctx context.Context, h H) (any, error) {
			return h.Sessions.TotalCost(ctx, heddle.CostOptions{GroupBy: group, Zone: zone})
		})
		add("cost of a time by "+string(group), func(ctx context.Context, h H) (any, error) {
			return h.Sessions.TotalCost(ctx, heddle.CostOptions{GroupBy: group, Since: early, CreatedUntil: early.AddDate(1, 0, 0)})
		})
	}
	add("cost by none", func(ctx context.Context, h H) (any, error) {
		return h.Sessions.TotalCost(ctx, heddle.CostOptions{GroupBy: "month"})
	})
	add("stats", func(ctx context.Context, h H) (any, error) { return h.Sessions.Stats(ctx) })
	add("stats of an agent", func(ctx context.Context, h H) (any, error) {
		return h.Sessions.Stats(ctx, heddle.StatsOptions{Agent: heddle.Claude, Zone: zone})
	})
	add("cost strict", func(ctx context.Context, h H) (any, error) {
		return h.Sessions.TotalCost(ctx, heddle.CostOptions{Strict: true})
	})
	for _, o := range []heddle.DoctorOptions{{}, {Problems: true}, {Agent: heddle.OpenCode}, {Agent: "nobody"}} {
		add(fmt.Sprint("doctor ", o), func(ctx context.Context, h H) (any, error) { return h.Sessions.Doctor(ctx, o) })
	}
	return steps
}

// sessionSteps are the steps over one session.
func sessionSteps(ref heddle.Ref) (steps []step) {
	type H = *heddle.Heddle
	add := func(name string, run func(context.Context, H) (any, error)) {
		steps = append(steps, step{name + " " + string(ref), run})
	}
	for _, o := range []heddle.GetOptions{{}, {Raw: true, ToolOutput: true}, {Strict: true}, {Branch: "none"}} {
		add(fmt.Sprint("get ", o), func(ctx context.Context, h H) (any, error) { return h.Sessions.Get(ctx, ref, o) })
	}
	for _, format := range []string{"json", "jsonl", "markdown", "html", "pdf"} {
		add("export as "+format, func(ctx context.Context, h H) (any, error) {
			return h.Sessions.Export(ctx, ref, heddle.ExportOptions{Format: format, ToolOutput: true})
		})
	}
	for _, o := range []heddle.ViewOptions{{}, {Limit: 1}, {Branch: "none"}} {
		add(fmt.Sprint("view ", o), func(ctx context.Context, h H) (any, error) { return h.Sessions.View(ctx, ref, o) })
	}
	add("story", func(ctx context.Context, h H) (any, error) { return h.Sessions.Story(ctx, ref) })
	add("attachment", func(ctx context.Context, h H) (any, error) {
		return h.Attachments.Get(ctx, ref, heddle.AttachmentOptions{ID: "0.0"})
	})
	add("edits", func(ctx context.Context, h H) (any, error) {
		return h.Edits.Find(ctx, []string{"src/fetch.js"}, []string{"}"}, heddle.FindEditsOptions{Times: []string{"2026-11-21T00:00:00Z"}})
	})
	for _, o := range []heddle.CommandOptions{{}, {Action: heddle.SessionActionFork, Prompt: "continue"}, {Action: "delete"}} {
		add(fmt.Sprint("command ", o), func(ctx context.Context, h H) (any, error) { return h.Sessions.Command(ctx, ref, o) })
	}
	return steps
}

// messageSteps are the steps of Messages and IDs.
func messageSteps() (steps []step) {
	type H = *heddle.Heddle
	add := func(name string, run func(context.Context, H) (any, error)) { steps = append(steps, step{name, run}) }
	for _, m := range []heddle.JSON{heddle.User("hi"), heddle.Assistant("é < ü"), heddle.JSON(`{"type":"result","is_error":true,"stop_reason":"max_tokens"}`), heddle.JSON(`[1]`), heddle.JSON(`{`), nil} {
		add("normalize "+string(m), func(ctx context.Context, h H) (any, error) { return h.Messages.Normalize(ctx, m) })
	}
	for _, text := range []string{"", `{"type":"user","message":{"role":"user","content":"hi"}}` + "\nbroken\n", "event: message\ndata: {\"type\":\"assistant\",\"text\":\"a\"}\n\n"} {
		add("normalize text", func(ctx context.Context, h H) (any, error) { return h.Messages.NormalizeText(ctx, text) })
	}
	for _, value := range []string{"end_turn", "bypassPermissions", "?", ""} {
		add("stop reason "+value, func(ctx context.Context, h H) (any, error) { return h.Messages.ParseStopReason(ctx, value) })
		add("permission mode "+value, func(ctx context.Context, h H) (any, error) { return h.Messages.ParsePermissionMode(ctx, value) })
	}
	add("request id", func(ctx context.Context, h H) (any, error) { return h.Messages.MakeRequestID(ctx) })
	for _, id := range []string{"claude:a:b", "nobody:a", "none", ""} {
		add("native id "+id, func(ctx context.Context, h H) (any, error) { return h.IDs.ResolveNativeID(ctx, id) })
	}
	for _, agent := range []heddle.Agent{heddle.Gemini, "nobody"} {
		add("unified id "+string(agent), func(ctx context.Context, h H) (any, error) { return h.IDs.ResolveUnifiedID(ctx, agent, "日本") })
	}
	return steps
}
