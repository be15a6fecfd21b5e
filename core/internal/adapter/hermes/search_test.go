package hermes_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
)

func propose(t testing.TB, h *host.Host, words ...string) ([]string, bool) {
	t.Helper()
	e := env(h, nil)
	ids, ok, err := agent.(adapter.Searcher).Propose(e, discover(t, e), words)
	if err != nil {
		t.Fatal(err)
	}
	return ids, ok
}

// holds finds by walking what holds all words, each anywhere in the session.
func holds(t testing.TB, h *host.Host, words ...string) []string {
	t.Helper()
	e := env(h, nil)
	ix := discover(t, e)
	var out []string
	for i := range ix.Refs {
		var all strings.Builder
		for _, r := range records(t, e, ix, ix.Refs[i].ID, adapter.Want{Prompts: true, Text: true}) {
			all.WriteString(r.Text + "\n" + r.Thinking + "\n")
			if r.Facts != nil {
				all.WriteString(r.Facts.AgentTitle + r.Facts.UserTitle + "\n")
			}
			for _, c := range r.ToolCalls {
				all.WriteString(c.ToolName + "\n" + string(c.Input) + "\n")
			}
			if r.ToolResult != nil {
				all.WriteString(string(r.ToolResult.Output) + "\n")
			}
		}
		text, found := strings.ToLower(all.String()), true
		for _, w := range words {
			found = found && strings.Contains(text, strings.ToLower(w))
		}
		if found {
			out = append(out, ix.Refs[i].ID)
		}
	}
	return out
}

// The proposal has every session that a walk finds, and is short.
func TestPropose(t *testing.T) {
	for j, fixture := range append([]string{"hermes-files"}, fixtures...) {
		h := home(t, fixture)
		for i, words := range [][]string{{"parcel"}, {"PARCEL", "changelog"}, {"math.ceil"}, {"TODO:"}, {`"unbalanced`}, {"billable_kg"}, {"foo-bar"},
			{"quokka"}, {"rotterdam"}, {"pytest", "Half-kilogram"}, {"half-kilogram"}, {"floors"}, {"additive"}, {"8443"}, {"api*"}, {"NEAR(a"},
			{"部署包裹服务"}, {"明天上午"}, {"测试环境", "8443"}, {"printhead", "presets"}, {"100%"}, {"src/quote.py"}, {"callers"}, {"nightly"}, {"FRAGILE"},
			{"label photo"}, {"Oops,"}} {
			if testing.Short() && i%4 != j%4 {
				continue
			}
			got, ok := propose(t, h, words...)
			if !ok {
				if fixture != "hermes-files" {
					t.Errorf("%s %q: cannot tell", fixture, words)
				}
				continue
			}
			want := holds(t, h, words...)
			for _, id := range want {
				if !slices.Contains(got, id) {
					t.Errorf("%s %q: %s is missing in %q", fixture, words, id, got)
				}
			}
			if fixture == "hermes-v22" && len(got) > len(want)+2+1 { // the parts, and the session in a file
				t.Errorf("%s %q: %q proposed, %q found", fixture, words, got, want)
			}
		}
	}
	// A part of a word.
	for _, fixture := range fixtures {
		if got, ok := propose(t, home(t, fixture), "ounding"); !ok || !slices.Contains(got, conversation) {
			t.Errorf("%s: %q %v", fixture, got, ok)
		}
	}
	// The transcript of a session in a file is always looked at.
	if got, _ := propose(t, home(t, "hermes-v22"), "quokka"); !slices.Equal(got, []string{snapshotID}) {
		t.Errorf("%q", got)
	}
}

// When no word can be looked up, everything is walked.
func TestProposeCannotTell(t *testing.T) {
	h := home(t, "hermes-v22")
	for _, words := range [][]string{nil, {""}, {"ab"}, {"部署"}, {`"\"`}, {"\x00"}, {"a\"b"}} {
		if _, ok := propose(t, h, words...); ok {
			t.Errorf("%q can be looked up", words)
		}
	}
	if _, ok := propose(t, h, "ab", "quokka"); !ok {
		t.Error("a word that cannot be looked up hides one that can")
	}
	if _, ok := propose(t, home(t, "hermes-v6"), "=="); ok {
		t.Error("a word of two signs can be looked up")
	}
	if got, ok := propose(t, made(t, schema, oneSession), "quokka"); !ok || len(got) != 0 {
		t.Errorf("the messages can be looked through: %q", got)
	}
	_, _, err := agent.(adapter.Searcher).Propose(env(h, nil), &adapter.Index{}, []string{"x"})
	if fault.CodeOf(err) != fault.Internal {
		t.Errorf("another index: %v", err)
	}
}

// Texts in JSON are escaped there.
func TestProposeEscapes(t *testing.T) {
	for name, tables := range map[string]string{"11": schema11(t), "6": schema11(t) + "DROP TABLE messages_fts_trigram; DROP TRIGGER messages_fts_trigram_insert;"} {
		h := made(t, tables, "INSERT INTO sessions (id, source, started_at, title) VALUES ('a', 'cli', 1, 'Über'), ('b', 'cli', 1, NULL)",
			`INSERT INTO messages (session_id, role, content, timestamp, tool_calls, reasoning) VALUES ('a', 'user', 'Grüße', 2, NULL, NULL),
('a', 'tool', '{"output": "erste\nzweite \"dritte\" stra\u00dfe \u90e8\u7f72\u5305"}', 3, NULL, NULL),
('a', 'assistant', '', 4, '[{"id":"c","function":{"name":"f","arguments":"{\"p\": \"b\\u00e4r\"}"}}]', 'Überlegung 100%ig'), ('b', 'user', 'nichts', 5, NULL, NULL)`)
		for _, word := range []string{"grüße", "GRÜSSE", "zweite", "dritte", `"dritte"`, "straße", "部署包", "bär", "über", "überlegung", "100%ig", "0%i"} {
			got, ok := propose(t, h, word)
			if want := holds(t, h, word); ok && len(want) > 0 && !slices.Contains(got, "a") {
				t.Errorf("%s: %s not in %q", name, word, got)
			}
			if ok && slices.Contains(got, "b") && name == "11" {
				t.Errorf("%s: %s proposes %q", name, word, got)
			}
		}
	}
}

// The Kelvin sign and the long s differ from k and s in case only, and a
// phrase is found over any white space.
func TestProposeTwins(t *testing.T) {
	for name, tables := range map[string]string{"11": schema11(t), "6": schema11(t) + "DROP TABLE messages_fts_trigram; DROP TRIGGER messages_fts_trigram_insert;"} {
		h := made(t, tables, "INSERT INTO sessions (id, source, started_at, title) VALUES ('content', 'cli', 1, NULL), ('list', 'cli', 1, NULL), ('thought', 'cli', 1, NULL), "+
			"('title', 'cli', 1, '\u212aelvin\u017fcale  one\tline'), ('tool', 'cli', 1, NULL), ('none', 'cli', 1, 'a title')",
			"INSERT INTO messages (session_id, role, content, timestamp, tool_calls, reasoning) VALUES ('content', 'user', '\u212aelvin\u017fcale one\nline', 2, NULL, NULL),\n"+
				"('list', 'user', CAST(x'00' || 'json:[{\"type\":\"text\",\"text\":\"\u212aelvin\u017fcale one\\nline\"}]' AS TEXT), 2, NULL, NULL),\n"+
				"('thought', 'assistant', '', 2, NULL, '\u212aelvin\u017fcale one\nline'),\n"+
				`('tool', 'assistant', '', 2, '[{"id":"c","function":{"name":"f","arguments":"{\"p\": \"\\u212aelvin\\u017fcale one\\nline a\\/b\"}"}}]', NULL), ('none', 'user', 'nothing', 2, NULL, NULL)`)
		for _, word := range []string{"kelvinscale", "KELVINSCALE", "\u212aelvin\u017fcale", "one line"} {
			got, ok := propose(t, h, word)
			if want := []string{"content", "list", "thought", "title", "tool"}; !ok || !slices.Equal(got, want) {
				t.Errorf("schema %s: %q proposes %q", name, word, got)
			}
		}
		if got, ok := propose(t, h, "line a/b"); ok && !slices.Contains(got, "tool") {
			t.Errorf("schema %s: a slash that JSON escapes: %q", name, got)
		}
	}
}
