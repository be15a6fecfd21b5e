package codex_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/codex"
	"github.com/heddle-dev/heddle/core/session"
)

// truthRow is one file of truth-codex.json, counted from the lines by the
// rules in formats/claude-codex-older.md, independently of this adapter.
type truthRow struct {
	File              string
	Prompts           []string
	PromptsOwn        int64 `json:"prompts_own"`
	AssistantMessages int64 `json:"assistant_messages"`
	ToolResults       int64 `json:"tool_results"`
	APIResponses      int64 `json:"api_responses"`
	Models            []string
	ForkedFrom        string `json:"forked_from"`
	TokensOwn         *struct {
		Input     int64 `json:"input_tokens"`
		Cached    int64 `json:"cached_input_tokens"`
		Output    int64 `json:"output_tokens"`
		Reasoning int64 `json:"reasoning_output_tokens"`
		Total     int64 `json:"total_tokens"`
	} `json:"tokens_own"`
}

func readTruth(t *testing.T) map[string][]truthRow {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(adaptertest.RepoRoot(t), "testdata", "agents", "truth-codex.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows map[string][]truthRow
	if err := json.Unmarshal(b, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// counted is what one walk shows of a session's own records.
type counted struct {
	prompts, answers, compactions, tools, requests int64
	titles                                         []string
	tokens                                         session.TokenUsage
	models                                         map[string]bool
	forkedFrom                                     string
}

func count(t *testing.T, env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want) counted {
	t.Helper()
	c := counted{models: map[string]bool{}}
	err := codex.New().Walk(env, ix, ref, want, adapter.NewOutlet(env, func(r *adapter.Record) error {
		if r.Facts != nil && r.Facts.ForkedFrom != "" {
			c.forkedFrom = r.Facts.ForkedFrom
		}
		if r.Copied {
			return nil
		}
		if r.Usage != nil {
			c.requests++
			c.tokens.Add(*r.Usage)
		}
		if r.Kind != adapter.Message {
			return nil
		}
		switch {
		case r.Prompt:
			c.prompts++
			c.titles = append(c.titles, r.Text)
		case r.Special == "compaction":
			c.compactions++
		case r.Role == session.RoleTool:
			c.tools++
		case r.Role == session.RoleAssistant:
			if r.Text != "" {
				c.answers++
			}
			if r.Model != "" {
				c.models[r.Model] = true
			}
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// compactionAnswers are answers that truth.json counts as messages of the
// assistant and that this adapter shows as the system's compaction instead:
// from 0.120 on the summary is written as an answer too.
var compactionAnswers = map[string]int64{"codex-0.136.0": 1}

// TestTruth compares every older home, file by file, with truth.json.
func TestTruth(t *testing.T) {
	for home, rows := range readTruth(t) {
		t.Run(home, func(t *testing.T) {
			h := adaptertest.NativeHost(t, home)
			env := &adapter.Env{Host: h, Agent: "codex", DefectLog: adapter.DefectLog{OnDiagnostic: func(d fault.Diagnostic) { t.Errorf("diagnostic: %+v", d) }}}
			ix, err := codex.New().Discover(env)
			if err != nil {
				t.Fatal(err)
			}
			if len(ix.Refs) != len(rows) {
				t.Fatalf("%d sessions, want %d", len(ix.Refs), len(rows))
			}
			var answers, wantAnswers int64
			for _, row := range rows {
				ref := refOf(ix, "codex/"+row.File)
				if ref == nil {
					t.Fatalf("no ref for %s", row.File)
				}
				c := count(t, env, ix, ref, adapter.Want{Prompts: true, Text: true, Usage: true})
				compareRow(t, row, c)
				answers += c.answers
				wantAnswers += row.AssistantMessages
				spend := count(t, env, ix, ref, adapter.Want{Usage: true})
				if spend.tokens != c.tokens || spend.requests != c.requests {
					t.Errorf("%s: the spend projection sees %d requests %+v, reading sees %d %+v", row.File, spend.requests, spend.tokens, c.requests, c.tokens)
				}
			}
			if answers+compactionAnswers[home] != wantAnswers {
				t.Errorf("%d answers and %d compactions, want %d", answers, compactionAnswers[home], wantAnswers)
			}
		})
	}
}

func refOf(ix *adapter.Index, path string) *adapter.Ref {
	for i := range ix.Refs {
		if ix.Refs[i].Path == path {
			return &ix.Refs[i]
		}
	}
	return nil
}

func compareRow(t *testing.T, row truthRow, c counted) {
	t.Helper()
	if c.prompts != row.PromptsOwn || c.tools != row.ToolResults || c.requests != row.APIResponses || c.forkedFrom != row.ForkedFrom {
		t.Errorf("%s: prompts %d, tool results %d, requests %d, fork of %q; want %d, %d, %d, %q", row.File,
			c.prompts, c.tools, c.requests, c.forkedFrom, row.PromptsOwn, row.ToolResults, row.APIResponses, row.ForkedFrom)
	}
	for i, p := range row.Prompts { // cut in truth.json
		if i < len(c.titles) && !strings.HasPrefix(c.titles[i], p) {
			t.Errorf("%s: prompt %d is %q, want %q", row.File, i, c.titles[i], p)
		}
	}
	if row.TokensOwn != nil {
		want := session.TokenUsage{InputTokens: row.TokensOwn.Input - row.TokensOwn.Cached, CachedTokens: row.TokensOwn.Cached,
			OutputTokens: row.TokensOwn.Output, ThinkingTokens: row.TokensOwn.Reasoning}
		if c.tokens != want || c.tokens.Total() != row.TokensOwn.Total {
			t.Errorf("%s: tokens %+v, want %+v", row.File, c.tokens, want)
		}
	} else if !c.tokens.Zero() {
		t.Errorf("%s: tokens %+v, want none", row.File, c.tokens)
	}
	for _, m := range row.Models {
		if c.answers > 0 && !c.models[m] {
			t.Errorf("%s: model %s answered, but only %v is seen", row.File, m, c.models)
		}
	}
}
