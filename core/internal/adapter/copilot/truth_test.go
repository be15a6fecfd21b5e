package copilot_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/session"
)

// truthRow is one session of truth-copilot.json, counted from the events by
// the rules in formats/gemini-copilot-opencode-older.md, independently of
// this adapter. Answers and results of subagents are among its numbers.
type truthRow struct {
	Session     string
	Prompts     int64
	Assistant   int64
	ToolResults int64 `json:"tool_results"`
	Tokens      int64
	Note        string
}

// compactions are tokens that no total of a shutdown holds, nor truth.json:
// those of making a summary, as formats/ states them (16,443+15 in 51ddcb90).
var compactions = map[string]int64{"3074eef6": 16688 + 15, "51ddcb90": 16443 + 15}

func TestTruth(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(adaptertest.RepoRoot(t), "testdata", "agents", "truth-copilot.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth map[string][]truthRow
	if err := json.Unmarshal(b, &truth); err != nil {
		t.Fatal(err)
	}
	for name, rows := range truth {
		h := fixture(t, name)
		ix := h.discover()
		if len(ix.Refs) != len(rows) {
			t.Errorf("%s: %d sessions, want %d", name, len(ix.Refs), len(rows))
		}
		for _, want := range rows {
			got, subagents, compacted := truthRow{Session: want.Session, Note: want.Note}, 0, int64(0)
			for i := range ix.Refs {
				if !strings.HasPrefix(ix.Refs[i].ID, want.Session) {
					continue
				}
				records, err := h.walk(ix, &ix.Refs[i], everything)
				if err != nil {
					t.Fatal(err)
				}
				compacted = got.count(records, &subagents)
			}
			if got != want {
				t.Errorf("%s: %+v, want %+v", name, got, want)
			}
			if compacted != compactions[want.Session] {
				t.Errorf("%s %s: compactions took %d, want %d", name, want.Session, compacted, compactions[want.Session])
			}
			if strings.Contains(want.Note, "2 of messages are subagent") != (subagents == 2) {
				t.Errorf("%s %s: %d answers of subagents; %s", name, want.Session, subagents, want.Note)
			}
		}
		h.quiet()
	}
}

// count adds a session's records up and returns what compactions took.
func (row *truthRow) count(records []adapter.Record, subagents *int) (compacted int64) {
	for _, r := range records {
		if r.Usage != nil && r.Special == "compaction" {
			compacted += r.Usage.Total()
		} else if r.Usage != nil {
			row.Tokens += r.Usage.Total()
		}
		switch {
		case r.Kind != adapter.Message || r.ID == "": // without an id: a model learned later
		case r.Prompt:
			row.Prompts++
		case r.Role == session.RoleTool:
			row.ToolResults++
		case r.Role == session.RoleAssistant:
			row.Assistant++
			if r.Aside {
				*subagents++
			}
		}
	}
	return compacted
}

// Reading nothing but usage skips lines; so does a list. What they say of
// usage, of copies and of the session must be what reading everything says.
func TestProjectionsAgree(t *testing.T) {
	type spend struct {
		tokens             session.TokenUsage
		copied, aside      bool
		model, origin, key string
		time               session.Time
	}
	collect := func(records []adapter.Record) (out []spend, facts adapter.Facts) {
		for _, r := range records {
			if f := r.Facts; f != nil {
				if facts.Cwd == "" {
					facts.Cwd = f.Cwd
				}
				facts.Created = session.Earliest(facts.Created, f.Created)
				facts.Updated = session.Latest(facts.Updated, f.Updated)
				facts.ForkedFrom += f.ForkedFrom
				facts.FormatVersion += f.FormatVersion
			}
			if r.Usage != nil {
				out = append(out, spend{*r.Usage, r.Copied, r.Aside, r.Model, r.Origin, r.UsageKey, r.Time})
			}
		}
		return out, facts
	}
	for _, name := range homes {
		h := fixture(t, name)
		ix := h.discover()
		for i := range ix.Refs {
			full, fullFacts := collect(h.records(ix.Refs[i].ID, everything))
			for _, want := range []adapter.Want{{Usage: true}, {Prompts: true, Usage: true}} {
				fast, fastFacts := collect(h.records(ix.Refs[i].ID, want))
				if fastFacts != fullFacts {
					t.Errorf("%s %s %+v: %+v, reading: %+v", name, ix.Refs[i].ID, want, fastFacts, fullFacts)
				}
				if len(full) != len(fast) {
					t.Errorf("%s %s %+v: %d usages, reading: %d", name, ix.Refs[i].ID, want, len(fast), len(full))
					continue
				}
				for j := range full {
					if full[j] != fast[j] {
						t.Errorf("%s %s %+v: %+v, reading: %+v", name, ix.Refs[i].ID, want, fast[j], full[j])
					}
				}
			}
		}
	}
}

// The tail gives the time that a walk gives.
func TestUpdatedAgreesWithReading(t *testing.T) {
	for _, name := range homes {
		h := fixture(t, name)
		ix := h.discover()
		for i := range ix.Refs {
			ref := &ix.Refs[i]
			updated, err := agent.Updated(h.env(), ix, ref)
			if err != nil {
				t.Fatal(err)
			}
			if s, _ := h.get(ref.ID); s.UpdatedAt != updated {
				t.Errorf("%s %s: the tail says %s, reading %s", name, ref.ID, updated, s.UpdatedAt)
			}
		}
	}
}
