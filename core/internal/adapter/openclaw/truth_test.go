package openclaw_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/openclaw"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// truth is one row of truth-openclaw.json: a session as its events record it,
// read by other means. What is visible was taken from the database's own list
// of active events, in files from the last line up.
type truth struct {
	Session      string
	Visible      int64 // with compaction summaries
	Prompts      int64 // visible, as the next two
	Assistant    int64
	ToolResults  int64 `json:"tool_results"`
	Hidden       int64 // messages on other branches
	Tokens       int64 // of all branches
	TokensCopied int64 `json:"tokens_copied"`
	USD          string
	USDCopied    string `json:"usd_copied"`
	Thinking     int64
	Model        string
	Created      string
	Updated      string
	Leaf         string
	Title        string
	ForkedFrom   string `json:"forked_from"`
	Origin       string
	SupersededBy string `json:"superseded_by"`
	Parent       string
	Archived     bool
	Compressed   int64
}

func loadTruth(t *testing.T) map[string][]truth {
	t.Helper()
	data, err := os.ReadFile(agents + "truth-openclaw.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][]truth
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTruth(t *testing.T) {
	rows := 0
	for fixture, truths := range loadTruth(t) {
		h := home(t, fixture)
		c := catalog.New(h, func(d fault.Diagnostic) { t.Errorf("diagnostic %+v", d) })
		e := env(h, nil)
		ix := discover(t, e)
		if len(ix.Refs) != len(truths) {
			t.Errorf("%s: %d sessions, want %d", fixture, len(ix.Refs), len(truths))
		}
		for _, want := range truths {
			rows++
			t.Run(fixture+"/"+want.Session[:8], func(t *testing.T) {
				s, _, err := c.Get(session.GetRequest{Agent: openclaw.Name, SessionID: want.Session})
				if err != nil {
					t.Fatal(err)
				}
				checkTruth(t, s, &want)
				rs := records(t, e, ix, ix.FindRef(want.Session), everything)
				checkRecords(t, rs, &want)
				checkSpend(t, e, ix, ix.FindRef(want.Session))
			})
		}
	}
	if rows != 16 {
		t.Errorf("%d rows of truth, want 16", rows)
	}
}

func checkTruth(t *testing.T, s *session.Session, want *truth) {
	t.Helper()
	got := truth{Session: s.SessionID, Visible: s.MessageCount, Title: s.Title, ForkedFrom: s.ForkedFrom, SupersededBy: s.SupersededBy,
		Parent: s.ParentSessionID, Archived: s.Archived, Model: s.Model, Created: s.CreatedAt.String(), Updated: s.UpdatedAt.String()}
	for i := range s.Messages {
		switch m := &s.Messages[i]; m.Role {
		case session.RoleUser:
			got.Prompts++
		case session.RoleAssistant:
			got.Assistant++
		case session.RoleTool:
			got.ToolResults++
		}
	}
	for _, b := range s.Branches {
		got.Hidden += b.MessageCount
	}
	// Checked with the records.
	got.Tokens, got.TokensCopied, got.USD, got.USDCopied, got.Thinking = want.Tokens, want.TokensCopied, want.USD, want.USDCopied, want.Thinking
	got.Leaf, got.Origin, got.Compressed = want.Leaf, want.Origin, want.Compressed
	if got != *want {
		t.Errorf("got  %+v\nwant %+v", got, *want)
	}
	if s.IsSubagent != (want.Parent != "") || s.Cwd != "/home/dev/projects/tidepool" {
		t.Errorf("subagent %v, cwd %q", s.IsSubagent, s.Cwd)
	}
}

func checkRecords(t *testing.T, rs []adapter.Record, want *truth) {
	t.Helper()
	var all, copied session.TokenUsage
	var usd, usdCopied session.Money
	leaf, origin, parts := "", "", map[string]bool{}
	for _, r := range rs {
		if r.Facts != nil && r.Facts.Leaf != "" {
			leaf = r.Facts.Leaf
		}
		if r.Copied {
			origin = r.Origin
		}
		if r.Kind == adapter.Unknown {
			t.Errorf("unknown %s", r.Type)
		}
		if r.Usage == nil {
			continue
		}
		if parts[r.UsageKey] || r.UsageKey == "" {
			t.Errorf("usage key %q is not unique", r.UsageKey)
		}
		parts[r.UsageKey] = true
		all.Add(*r.Usage)
		usd = usd.Plus(*r.USD)
		if r.Copied {
			copied.Add(*r.Usage)
			usdCopied = usdCopied.Plus(*r.USD)
		}
	}
	if all.Total() != want.Tokens || copied.Total() != want.TokensCopied || all.ThinkingTokens != want.Thinking ||
		usd.String() != want.USD || usdCopied.String() != want.USDCopied {
		t.Errorf("%+v %s, of which %+v %s are copied, want %+v", all, usd, copied, usdCopied, *want)
	}
	if leaf != want.Leaf || origin != want.Origin {
		t.Errorf("leaf %s, copied from %q, want %s and %q", leaf, origin, want.Leaf, want.Origin)
	}
}

// checkSpend: a walk for usage alone finds the same as a walk for everything.
func checkSpend(t *testing.T, e *adapter.Env, ix *adapter.Index, ref *adapter.Ref) {
	t.Helper()
	type spent struct {
		usage  session.TokenUsage
		usd    session.Money
		model  string
		at     session.Time
		copied bool
		origin string
	}
	type said struct {
		cwd, forked, parent string
		created             session.Time
		subagent            bool
	}
	sum := func(want adapter.Want) (map[string]spent, said) {
		out, facts := map[string]spent{}, said{}
		for _, r := range records(t, e, ix, ref, want) {
			if f := r.Facts; f != nil {
				facts.created = session.Earliest(facts.created, f.Created)
				facts.subagent = facts.subagent || f.Subagent
				for to, v := range map[*string]string{&facts.cwd: f.Cwd, &facts.forked: f.ForkedFrom, &facts.parent: f.ParentID} {
					if v != "" {
						*to = v
					}
				}
			}
			if r.Usage == nil && r.USD == nil {
				continue
			}
			s := spent{model: r.Model, at: r.Time, copied: r.Copied, origin: r.Origin}
			if r.Usage != nil {
				s.usage = *r.Usage
			}
			if r.USD != nil {
				s.usd = *r.USD
			}
			out[r.UsageKey] = s
		}
		return out, facts
	}
	full, fullFacts := sum(everything)
	for _, want := range []adapter.Want{{Usage: true}, {Usage: true, Prompts: true}} {
		lean, facts := sum(want)
		if len(full) != len(lean) || facts != fullFacts {
			t.Errorf("%s: %d usage records and %+v, for everything %d and %+v", ref.ID, len(lean), facts, len(full), fullFacts)
		}
		for k, s := range full {
			if lean[k] != s {
				t.Errorf("%s %s: %+v for usage alone, want %+v", ref.ID, k, lean[k], s)
			}
		}
	}
}

// TestLineage: forks and rewinds repeat requests under the same keys.
func TestLineage(t *testing.T) {
	for fixture, want := range map[string]struct{ tokens, keys, naive int64 }{
		"openclaw": {181170, 18, 25}, "openclaw-jsonl": {8315428, 323, 326},
	} {
		tokens, keys, naive := spent(t, home(t, fixture))
		if tokens != want.tokens || keys != want.keys || naive != want.naive {
			t.Errorf("%s: %d tokens, %d keys of %d records, want %+v", fixture, tokens, keys, naive, want)
		}
	}
}
