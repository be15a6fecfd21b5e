package openclaw

import "testing"

// What a subagent reads before its task is no part of the task.
func TestTask(t *testing.T) {
	for in, want := range map[string]string{
		"[Subagent Context] You are running as a subagent.\n\n[Subagent Task]: count the seeds": "count the seeds",
		"[Subagent Context] A.\n\n[Subagent Context] B.\n\n[Subagent Task] Reply":               "Reply",
		"[Sat 2026-04-18 15:10 GMT+8] [Subagent Context] A.\n\n[Subagent Task]: count":          "count",
		"[subagent context removed]\n\nhelper job: count":                                       "helper job: count",
		"[Subagent Context] alone": "[Subagent Context] alone",
		"count the seeds":          "count the seeds",
		"[Sat 2026-04-18] count":   "[Sat 2026-04-18] count",
		"[Sub":                     "[Sub",
		"[":                        "[",
		"":                         "",
	} {
		if got := subagentTask(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
