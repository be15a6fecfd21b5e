package stats

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

const minute = 60 * 1000

// walk counts a session of records.
func walk(t *testing.T, id string, facts *adapter.Facts, req *session.StatsRequest, records ...adapter.Record) SessionCounts {
	t.Helper()
	sink := NewCallSink("claude")
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: "claude", Sink: sink, Times: true})
	records = append([]adapter.Record{{Kind: adapter.Meta, Facts: facts}}, records...)
	for i := range records {
		if err := b.Record(&records[i]); err != nil {
			t.Fatal(err)
		}
	}
	s, err := transcript.New(b, &adapter.Ref{ID: id}, "", &transcript.Annotations{})
	if err != nil {
		t.Fatal(err)
	}
	return Count(s, sink, req)
}

func prompt(at session.Time) adapter.Record {
	return adapter.Record{Role: session.RoleUser, Prompt: true, Text: "do", Time: at}
}

func calls(at session.Time, model string, calls ...session.ToolCall) adapter.Record {
	return adapter.Record{Role: session.RoleAssistant, Model: model, Time: at, ToolCalls: calls}
}

func edit(id, path string) session.ToolCall {
	return session.ToolCall{ToolCallID: id, ToolName: "Edit", Input: []byte(`{"file_path":"` + path + `"}`)}
}

func failure(id string, at session.Time) adapter.Record {
	return adapter.Record{Role: session.RoleTool, Time: at, ToolResult: &session.ToolResult{ToolCallID: id, ExitCode: 1}}
}

func TestReport(t *testing.T) {
	req := &session.StatsRequest{Limit: 2, Zone: session.NewZone("East", 3600)}
	main := walk(t, "main", &adapter.Facts{Cwd: "/p"}, req,
		prompt(minute),
		calls(2*minute, "m", edit("1", "a.go"), edit("2", "/p/a.go"), edit("3", "b.go")),
		failure("3", 3*minute),
		prompt(60*minute), // after a pause
		calls(61*minute, "m", session.ToolCall{ToolCallID: "4", ToolName: "Bash", DurationMS: 5}, edit("5", "../c.go")),
	)
	sub := walk(t, "sub", &adapter.Facts{Cwd: "/p", Subagent: true, ParentID: "main"}, req,
		prompt(minute), calls(2*minute, "small", edit("1", "a.go"), session.ToolCall{ToolCallID: "6", ToolName: "Grep"}))
	empty := SessionCounts{}
	got := Report([]SessionCounts{sub, main, empty}, req)
	if got.SessionCount != 1 || got.MessageCount != 5 || got.TurnCount != 2 || got.CallCount != 7 || got.FailureCount != 1 || got.FileCount != 2 {
		t.Errorf("%+v", got)
	}
	if got.DurationMS != 60*minute || got.ActiveMS != 3*minute || got.FirstAt != minute || got.LastAt != 61*minute {
		t.Errorf("times: %+v", got)
	}
	if got.Hours[1] != 3 || got.Hours[2] != 2 || got.Weekdays[3] != 5 {
		t.Errorf("hours %v, weekdays %v", got.Hours, got.Weekdays)
	}
	if len(got.Tools) != 2 || got.Tools[0] != (session.ToolStats{Name: "Edit", Calls: 5, Failures: 1, SessionCount: 1}) ||
		got.Tools[1] != (session.ToolStats{Name: "Bash", Calls: 1, SessionCount: 1, DurationMS: 5}) || *got.OtherTools != (session.OtherStats{Groups: 1, Count: 1}) {
		t.Errorf("tools: %+v, others %+v", got.Tools, got.OtherTools)
	}
	if len(got.Files) != 2 || got.Files[0] != (session.FileStats{Path: "/p/a.go", Edits: 3, SessionCount: 1}) ||
		got.Files[1] != (session.FileStats{Path: "/c.go", Edits: 1, SessionCount: 1}) || got.OtherFiles != nil {
		t.Errorf("files: %+v", got.Files)
	}
	if len(got.Models) != 2 || got.Models[0] != (session.ModelStats{Name: "m", Answers: 2, SessionCount: 1}) {
		t.Errorf("models: %+v", got.Models)
	}
}

func TestReportOfARange(t *testing.T) {
	req := &session.StatsRequest{Limit: 9, Since: 50 * minute, Until: 70 * minute}
	early := walk(t, "early", &adapter.Facts{}, req, prompt(minute), calls(2*minute, "m", edit("1", "a.go")))
	late := walk(t, "late", &adapter.Facts{}, req, prompt(minute), calls(2*minute, "m"), prompt(60*minute), calls(60*minute, "m", edit("1", "a.go")))
	copied := calls(60*minute, "m", edit("9", "x.go"))
	copied.Copied = true
	fork := walk(t, "fork", &adapter.Facts{}, req, copied)
	got := Report([]SessionCounts{early, late, fork}, req)
	if got.SessionCount != 1 || got.MessageCount != 2 || got.TurnCount != 1 || got.CallCount != 1 || len(got.Files) != 1 || got.Files[0].Path != "a.go" {
		t.Errorf("%+v", got)
	}
}

func TestCallSinkMergesRepeatedCalls(t *testing.T) {
	late := edit("1", "a.go")
	late.DurationMS = 7
	first, again := calls(minute, "m", session.ToolCall{ToolCallID: "1", ToolName: "Edit"}), calls(minute, "m", late)
	first.Merge, again.Merge = "k", "k"
	req := &session.StatsRequest{Limit: 9}
	got := Report([]SessionCounts{walk(t, "s", &adapter.Facts{}, req, first, again)}, req)
	if got.CallCount != 1 || got.Tools[0].DurationMS != 7 || got.FileCount != 1 {
		t.Errorf("%+v", got)
	}
}
