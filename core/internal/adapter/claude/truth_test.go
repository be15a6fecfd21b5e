package claude_test

import (
	"encoding/json"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// truthRow is what a correct reader finds in one file (fixtures README): a
// message counts in the file with the oldest newest line, so that sums over a
// home must agree; prompts are distinguished by the marks in the file itself.
type truthRow struct {
	File          string `json:"file"`
	PromptsOwn    int    `json:"prompts_own"`
	PromptsCopied int    `json:"prompts_copied"`
	Messages      int    `json:"api_messages_own"`
	Results       int    `json:"tool_results_own"`
	Synthetic     int    `json:"synthetic_lines"`
	Tokens        struct {
		Input      int64 `json:"input"`
		CacheWrite int64 `json:"cache_write"`
		CacheRead  int64 `json:"cache_read"`
		Output     int64 `json:"output"`
	} `json:"tokens_split"`
}

func readTruth(t *testing.T) map[string][]truthRow {
	t.Helper()
	data, err := os.ReadFile(agents + "truth-claude.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][]truthRow
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// tally walks all files of a home, the one with the oldest newest line first,
// and counts what each has that no earlier one had.
func tally(t *testing.T, h *home) map[string]truthRow {
	t.Helper()
	type file struct {
		ref    *adapter.Ref
		recs   []adapter.Record
		newest session.Time
	}
	var files []file
	for i := range h.ix.Refs {
		f := file{ref: &h.ix.Refs[i]}
		f.recs = h.walk(t, f.ref.ID, adapter.Want{Prompts: true, Text: true, Usage: true})
		for j := range f.recs {
			f.newest = session.Latest(f.newest, f.recs[j].Time)
		}
		files = append(files, f)
	}
	sort.SliceStable(files, func(i, j int) bool { return files[i].newest < files[j].newest })
	seen := map[string]bool{}
	out := map[string]truthRow{}
	for _, f := range files {
		row := truthRow{File: strings.TrimPrefix(f.ref.Path, "claude/")}
		usage := map[string]session.TokenUsage{}
		for j := range f.recs {
			r := &f.recs[j]
			switch {
			case r.Prompt && !f.ref.Subagent && r.Copied:
				row.PromptsCopied++
			case r.Prompt && !f.ref.Subagent:
				row.PromptsOwn++
			case r.Special == "api_error":
				row.Synthetic++
			}
			if x := r.ToolResult; x != nil && !seen[x.ToolCallID] {
				seen[x.ToolCallID] = true
				row.Results++
			}
			if r.Usage != nil && !seen[r.UsageKey] {
				u := usage[r.UsageKey]
				u.Max(*r.Usage)
				usage[r.UsageKey] = u
			}
		}
		var sum session.TokenUsage
		for key, u := range usage {
			seen[key] = true
			row.Messages++
			sum.Add(u)
		}
		row.Tokens.Input, row.Tokens.CacheWrite = sum.InputTokens, sum.CacheWriteTokens
		row.Tokens.CacheRead, row.Tokens.Output = sum.CachedTokens, sum.OutputTokens
		out[row.File] = row
	}
	return out
}

// resumedWithoutAnswer was resumed after failures only. The table recognises copies
// by answers and so takes its copied prompt for an own one; the line's
// sessionId says otherwise.
const resumedWithoutAnswer = "f9fa9a96-6b95-4d9d-9053-bc888969cb82"

// Every number of the truth table, in every file, of every home.
func TestTruth(t *testing.T) {
	for name, rows := range readTruth(t) {
		t.Run(name, func(t *testing.T) {
			got := tally(t, openHome(t, name))
			var sum, want truthRow
			for _, row := range rows {
				g := got[row.File]
				if len(got) == 0 || g.File == "" {
					t.Errorf("%s: not found", row.File)
				}
				// The table counts placeholders among the synthetic lines.
				g.Synthetic, row.Synthetic = 0, 0
				if strings.Contains(row.File, resumedWithoutAnswer) {
					row.PromptsOwn, row.PromptsCopied = 1, 1
				}
				if g != row {
					t.Errorf("%s:\n got %+v\nwant %+v", row.File, g, row)
				}
				sum.add(g)
				want.add(row)
			}
			if len(got) != len(rows) {
				t.Errorf("%d files, want %d", len(got), len(rows))
			}
			if sum != want {
				t.Errorf("home:\n got %+v\nwant %+v", sum, want)
			}
			t.Logf("%d files: %+v", len(rows), sum)
		})
	}
}

func (r *truthRow) add(o truthRow) {
	r.PromptsOwn += o.PromptsOwn
	r.PromptsCopied += o.PromptsCopied
	r.Messages += o.Messages
	r.Results += o.Results
	r.Tokens.Input += o.Tokens.Input
	r.Tokens.CacheWrite += o.Tokens.CacheWrite
	r.Tokens.CacheRead += o.Tokens.CacheRead
	r.Tokens.Output += o.Tokens.Output
}
