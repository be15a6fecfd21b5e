package jsonltree_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// truthRow is one file, counted from its lines by the rules in FORMAT.md,
// independently of this package.
type truthRow struct {
	File, ID, Cwd, Name string
	Fork                bool
	ParentSession       string `json:"parent_session"`
	Path, Prompts       []string
	Models              []string
	Assistant           int
	ToolResults         int `json:"tool_results"`
	Own, Copied         truthSpend
}

type truthSpend struct {
	Requests, Input, Output, Reasoning, Total int64
	CacheRead                                 int64 `json:"cache_read"`
	CacheWrite                                int64 `json:"cache_write"`
	USD                                       string
}

// place returns where a file of a home is mounted.
func place(file string) string {
	file = strings.Replace(file, "elsewhere/sessions/", "pi-sessions/", 1)
	return strings.NewReplacer(".pi/agent/", "pi/", ".omp/agent/", "omp/").Replace(file)
}

// TestTruth compares every session of every home with what was counted.
func TestTruth(t *testing.T) {
	rows := map[string][]truthRow{}
	for _, agent := range []string{"pi", "omp"} {
		b, err := os.ReadFile(agents + "truth-" + agent + ".json")
		if err == nil {
			err = json.Unmarshal(b, &rows)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range fixtures(t) {
		if len(rows[f.name]) != len(f.ix.Refs) || len(f.ix.Refs) == 0 {
			t.Errorf("%s: %d sessions, want %d", f.name, len(f.ix.Refs), len(rows[f.name]))
		}
		for _, row := range rows[f.name] {
			ref := refAt(f.ix, place(row.File))
			if ref == nil {
				t.Errorf("%s: %s was not found", f.name, row.File)
				continue
			}
			row.compare(t, f, ref)
		}
	}
}

func refAt(ix *adapter.Index, path string) *adapter.Ref {
	for i := range ix.Refs {
		if ix.Refs[i].Path == path {
			return &ix.Refs[i]
		}
	}
	return nil
}

func (row *truthRow) compare(t *testing.T, f *fixture, ref *adapter.Ref) {
	if ref.ID != row.ID && !ref.Subagent {
		t.Errorf("%s is called %s", row.File, ref.ID)
	}
	s := f.get(t, ref.ID)
	var path []string
	for i := range s.Messages {
		if m := &s.Messages[i]; m.Kind == "" || m.Kind == "shell" || m.Kind == "api_error" {
			path = append(path, m.ID)
		}
	}
	if !slices.Equal(path, row.Path) {
		t.Errorf("%s shows %v, want %v", row.File, path, row.Path)
	}
	if s.Cwd != row.Cwd || row.Name != "" && s.Title != row.Name || row.Name == "" && !ref.Subagent && !slices.Contains(row.Prompts, s.Title) && len(s.Title) < 50 {
		t.Errorf("%s: cwd %q, title %q, name %q", row.File, s.Cwd, s.Title, row.Name)
	}
	if source := row.ParentSession; (s.ForkedFrom != "") != row.Fork || (s.ParentSessionID != "") != (source != "" && !row.Fork) ||
		!strings.Contains(source, s.ForkedFrom+s.ParentSessionID) {
		t.Errorf("%s: forked from %q, parent %q, recorded %q", row.File, s.ForkedFrom, s.ParentSessionID, source)
	}
	for _, want := range []adapter.Want{everything, {Usage: true, Prompts: true}, {Usage: true}} {
		row.count(t, f.walk(t, ref, want), want)
	}
}

// count compares the records of one walk.
func (row *truthRow) count(t *testing.T, recs []adapter.Record, want adapter.Want) {
	var own, copied truthSpend
	var ownUSD, copiedUSD session.Money
	var prompts []string
	answers, tools := 0, 0
	for i := range recs {
		r := &recs[i]
		if r.Usage != nil {
			if r.Copied {
				copied.add(r.Usage)
				copiedUSD = copiedUSD.Plus(*r.USD)
			} else {
				own.add(r.Usage)
				ownUSD = ownUSD.Plus(*r.USD)
			}
			if r.Model == "" || r.UsageKey == "" || r.Time == 0 {
				t.Errorf("%s line %d: model %q, key %q, time %v", row.File, r.Line, r.Model, r.UsageKey, r.Time)
			}
		}
		if r.Kind == adapter.Unknown {
			t.Errorf("%s line %d is unknown: %s", row.File, r.Line, r.Type)
		}
		if r.Prompt {
			prompts = append(prompts, r.Text)
		}
		if r.Kind == adapter.Message && (r.Role == session.RoleAssistant || r.Special == "api_error") {
			answers++
		}
		if r.Kind == adapter.Message && r.Role == session.RoleTool {
			tools++
		}
	}
	own.USD, copied.USD = ownUSD.String(), copiedUSD.String()
	if own != row.Own || copied != row.Copied {
		t.Errorf("%s, %+v: spent %+v and copied %+v, want %+v and %+v", row.File, want, own, copied, row.Own, row.Copied)
	}
	if want.Prompts && (!slices.Equal(prompts, row.Prompts) || answers != row.Assistant || tools != row.ToolResults) {
		t.Errorf("%s: %d answers, %d results, prompts %q", row.File, answers, tools, prompts)
	}
}

func (s *truthSpend) add(u *session.TokenUsage) {
	s.Requests++
	s.Input += u.InputTokens
	s.Output += u.OutputTokens
	s.Reasoning += u.ThinkingTokens
	s.CacheRead += u.CachedTokens
	s.CacheWrite += u.CacheWriteTokens
	s.Total += u.Total()
}

// Rule: forks repeat answers under the same key, and nothing else does. The
// homes' numbers are those of fixtures/README.md less the files set aside.
func TestKeysCountOnce(t *testing.T) {
	want := map[string][4]int64{ // rows with usage, distinct ones, their tokens, all rows' tokens
		"pi":     {38, 33, 51_300, 58_878},
		"pi-1.5": {41, 36, 51_060 + 840 + 371, 58_384 + 840 + 371},
		"omp":    {39, 38, 637_070 + 314, 654_230 + 314},
	}
	for _, f := range fixtures(t) {
		var got [4]int64
		seen, owned := map[string]session.TokenUsage{}, map[string]bool{}
		for i := range f.ix.Refs {
			for _, r := range f.walk(t, &f.ix.Refs[i], adapter.Want{Usage: true}) {
				if r.Usage == nil {
					continue
				}
				got[0]++
				got[3] += r.Usage.Total()
				if old, ok := seen[r.UsageKey]; !ok {
					got[2] += r.Usage.Total()
				} else if old != *r.Usage {
					t.Errorf("%s: key %s stands for %+v and %+v", f.name, r.UsageKey, old, *r.Usage)
				}
				seen[r.UsageKey] = *r.Usage
				if !r.Copied && owned[r.UsageKey] {
					t.Errorf("%s: %s belongs to two sessions", f.name, r.UsageKey)
				}
				owned[r.UsageKey] = owned[r.UsageKey] || !r.Copied
			}
		}
		got[1] = int64(len(seen))
		if got != want[f.name] || len(owned) != len(seen) {
			t.Errorf("%s: %v, want %v", f.name, got, want[f.name])
		}
	}
}

// Rule: a walk for usage alone states the same requests and facts.
func TestSpendIsTheSame(t *testing.T) {
	for _, f := range fixtures(t) {
		for i := range f.ix.Refs {
			full, spend := f.walk(t, &f.ix.Refs[i], everything), f.walk(t, &f.ix.Refs[i], adapter.Want{Usage: true})
			if a, b := spending(full), spending(spend); a != b {
				t.Errorf("%s: %s\nreading:\n%s\nspend:\n%s", f.name, f.ix.Refs[i].ID, a, b)
			}
		}
	}
}

// spending renders what spend is made of.
func spending(recs []adapter.Record) string {
	var out strings.Builder
	line := func(words ...string) { out.WriteString(strings.Join(words, " ") + "\n") }
	for i := range recs {
		r := &recs[i]
		if r.Usage != nil {
			usd := ""
			if r.USD != nil {
				usd = r.USD.String()
			}
			line(r.Time.String(), r.Model, r.UsageKey, usd, string(r.Usage.AppendJSON(nil)), r.Origin)
		}
		if x := r.Facts; x != nil && x.Cwd+x.ForkedFrom+x.ParentID+x.Model != "" {
			line("facts", x.Cwd, x.ForkedFrom, x.ParentID, x.Model, x.Created.String())
		}
	}
	return out.String()
}

// Rule: every byte of visible text is shown to a sieve, as it is stored.
func TestSift(t *testing.T) {
	for _, f := range fixtures(t) {
		for i := range f.ix.Refs {
			var raw, seen []byte
			for _, r := range f.walk(t, &f.ix.Refs[i], adapter.Want{Raw: true, Text: true}) {
				if r.Raw != nil {
					raw = append(append(raw, r.Raw...), '\n')
				}
			}
			err := f.Adapter.(adapter.Sifter).Sift(f.env(t), f.ix, &f.ix.Refs[i], func(b []byte) bool {
				seen = append(seen, b...)
				return true
			})
			if err != nil || !bytes.HasSuffix(seen, raw) { // a subagent's name is shown first
				t.Errorf("%s: %s: %d of %d bytes, %v", f.name, f.ix.Refs[i].ID, len(seen), len(raw), err)
			}
		}
	}
}
