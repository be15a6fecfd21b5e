package cli

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// TestRedactedSearchIsOfRedactedTexts compares a search of redacted texts with a look at every
// redacted session, in homes of all formats.
func TestRedactedSearchIsOfRedactedTexts(t *testing.T) {
	for _, name := range []string{"claude", "codex", "gemini", "copilot", "opencode", "hermes-v22", "pi", "omp", "openclaw", "cursor-ide-handmade"} {
		h, err := heddle.Open(heddle.Options{Home: clitest.Home(t, name)})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		list, err := h.Sessions.List(t.Context(), heddle.ListOptions{Subagents: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"the", "home", "~/projects", "redacted", "email", "zzzq", "py"} {
			want := map[string]int64{}
			for i := range list.Items {
				x, err := h.Sessions.Get(t.Context(), list.Items[i].Ref(), heddle.GetOptions{Redact: true})
				if err != nil {
					t.Fatal(err)
				}
				if n := messagesWith(x, word); n > 0 {
					want[x.UnifiedID] = n
				}
			}
			page, err := h.Sessions.SearchPage(t.Context(), word, heddle.SearchOptions{Subagents: true, Redact: true, Limit: requestLimit(0)})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]int64{}
			for i := range page.Items {
				x := &page.Items[i]
				got[x.UnifiedID] = x.HitCount
				for _, hit := range x.Hits {
					if !strings.Contains(strings.ToLower(hit.Snippet), word) {
						t.Errorf("%s: %s: the snippet of %s is %q", name, word, x.UnifiedID, hit.Snippet)
					}
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s: found %v, want %v", name, word, got, want)
			}
		}
	}
}

// messagesWith counts the messages with a word, the title being one.
func messagesWith(x *heddle.Session, word string) (n int64) {
	has := func(text string) bool { return strings.Contains(strings.ToLower(text), word) }
	if has(x.Title) {
		n++
	}
	for i := range x.Messages {
		m := &x.Messages[i]
		found := has(m.Content) || has(m.Thinking)
		for k := range m.ToolCalls {
			found = found || jsonHas(m.ToolCalls[k].Input, has)
		}
		if m.ToolResult != nil {
			found = found || jsonHas(m.ToolResult.Output, has)
		}
		if found {
			n++
		}
	}
	return n
}

// jsonHas reports whether a text of a JSON value has something. Ids and encoded data are no texts.
func jsonHas(value heddle.JSON, has func(string) bool) bool {
	var v any
	if json.Unmarshal(value, &v) != nil {
		return false
	}
	var look func(v any) bool
	look = func(v any) bool {
		switch v := v.(type) {
		case string:
			return has(v)
		case []any:
			for _, x := range v {
				if look(x) {
					return true
				}
			}
		case map[string]any:
			for name, x := range v {
				if _, text := x.(string); text && strings.Contains(" id type role data uuid session_id ", " "+name+" ") {
					continue
				}
				if look(x) {
					return true
				}
			}
		}
		return false
	}
	return look(v)
}

// TestSearchRedactFlag: the command line finds nothing by a part of a secret, and shows none.
func TestSearchRedactFlag(t *testing.T) {
	dir := t.TempDir()
	const token = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
	clitest.WriteClaudeSession(t, dir, "5e551000-0000-4000-8000-000000000009", "deploy zebra with "+token, "done in /home/carol/site")
	if out := printed(t, clitest.Pipe(), "--home", dir, "search", "zebra", "ghp_A1b2"); !strings.Contains(out, "5e551000") {
		t.Errorf("not found without --redact: %q", out)
	}
	if out := printed(t, clitest.Pipe(), "--home", dir, "search", "--redact", "zebra", "ghp_A1b2"); !strings.HasSuffix(out, "\tpartial\n") {
		t.Errorf("found by a part of a secret: %q", out)
	}
	out := printed(t, clitest.Pipe(), "--home", dir, "search", "--redact", "--json", "zebra")
	if strings.Contains(out, token[:8]) || !strings.Contains(out, "[redacted:github-pat]") {
		t.Errorf("%q", out)
	}
}
