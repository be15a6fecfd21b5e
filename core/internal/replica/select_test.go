package replica_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/replica"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// TestPullSome: only the chosen sessions are copied, with what their forks share and with their tags, and
// the deletions of what was copied. A dry run says all of it and writes nothing.
func TestPullSome(t *testing.T) {
	from, into := storeAt(1, 1), storeAt(2, 2)
	record(t, from, "private", "mine")
	record(t, from, "parent", "shared", "not shared")
	record(t, from, "public", "ours")
	if _, err := from.Fork("parent", store.ForkOptions{SessionID: "fork", At: 1}, store.Request{}); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"private", "public"} {
		if _, err := from.Tag("heddle:"+id, []string{"tag-of-" + id}, nil, store.Request{}); err != nil {
			t.Fatal(err)
		}
	}
	only := map[string]bool{"public": true, "fork": true}
	pull := func(dry bool) replica.Report {
		t.Helper()
		report, err := replica.Pull(from, into, replica.Options{Only: only, DryRun: dry})
		if err != nil || len(report.Diverged)+len(report.Problems) > 0 {
			t.Fatal(report, err)
		}
		return report
	}
	if got := listed(pull(true)); got != "fork 1, parent 1, public 1" {
		t.Errorf("the dry run lists %s", got)
	}
	if streams, err := into.Journal().Streams("", 10); err != nil || len(streams) > 0 {
		t.Errorf("the dry run wrote %v, %v", streams, err)
	}
	pull(false)
	for text, want := range map[string]string{"mine": "", "\"not shared": "", "shared": "parent ", "ours": "public ", "tag-of-private": "", "tag-of-public": store.TagsID + " "} {
		if got := holding(t, into, text); got != want {
			t.Errorf("%q is in %q, want %q", text, got, want)
		}
	}
	if got := listed(pull(true)); got != "" {
		t.Errorf("the second dry run lists %s", got)
	}
	for _, id := range []string{"private", "public"} {
		if err := from.Delete(id, store.Request{}); err != nil {
			t.Fatal(err)
		}
	}
	only = map[string]bool{}
	if got := listed(pull(true)); got != "public 1" {
		t.Errorf("after the deletion a dry run lists %s", got)
	}
	pull(false)
	if n, err := into.MessageCount("public"); err != nil || n != 0 {
		t.Errorf("the deleted session has %d messages, %v", n, err)
	}
}

func listed(r replica.Report) string {
	var out []string
	for _, l := range r.Listed {
		out = append(out, l.SessionID+" "+string(rune('0'+l.Events)))
	}
	return strings.Join(out, ", ")
}
