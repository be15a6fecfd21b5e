package hermes_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// truth is one row of truth-hermes.json: the content of one conversation,
// computed from the tables by other means.
type truth struct {
	Session     string
	Parts       int
	Title       string
	Model       string
	Cwd         string
	Archived    bool
	Prompts     int64
	Assistant   int64
	ToolResults int64 `json:"tool_results"`
	Compactions int64
	Rewound     int64
	Input       int64
	Output      int64
	Cached      int64
	CacheWrite  int64 `json:"cache_write"`
	USD         string
	Created     session.Time
	Updated     session.Time
	ForkedFrom  string `json:"forked_from"`
	Parent      string
}

func TestTruth(t *testing.T) {
	data, err := os.ReadFile(agents + "truth-hermes.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][]truth
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	rows := 0
	for fixture, truths := range all {
		h := home(t, fixture)
		e := env(h, nil)
		ix := discover(t, e)
		sums := list(t, h, session.ListRequest{Subagents: true, Limit: 1000})
		files := 0
		for i := range ix.Refs {
			if ix.Refs[i].Path != databaseFile {
				files++
			}
		}
		if len(sums) != len(truths)+files {
			t.Errorf("%s: %d sessions, want %d and %d of files", fixture, len(sums), len(truths), files)
		}
		for _, want := range truths {
			rows++
			t.Run(fixture+"/"+want.Session, func(t *testing.T) { checkTruth(t, e, ix, want, sums[want.Session]) })
		}
	}
	if rows != 33 {
		t.Errorf("%d rows of truth, want 33", rows)
	}
}

func checkTruth(t *testing.T, e *adapter.Env, ix *adapter.Index, want truth, sum session.SessionSummary) {
	got := truth{Session: want.Session, Parts: 1}
	var usd session.Money
	for _, r := range records(t, e, ix, want.Session, everything) {
		switch {
		case r.Kind != adapter.Message:
		case r.Branch:
			got.Rewound++
		case r.Prompt:
			got.Prompts++
		case r.Role == session.RoleAssistant:
			got.Assistant++
		case r.Role == session.RoleTool:
			got.ToolResults++
		case r.Special == "compaction":
			got.Compactions++
		}
		if u := r.Usage; u != nil {
			got.Input += u.InputTokens
			got.Output += u.OutputTokens
			got.Cached += u.CachedTokens
			got.CacheWrite += u.CacheWriteTokens
		}
		if r.USD != nil {
			usd = usd.Plus(*r.USD)
		}
	}
	if usd != 0 {
		got.USD = usd.String()
	}
	for _, s := range list(t, e.Host, session.ListRequest{Superseded: true, Subagents: true, Limit: 1000}) {
		if s.SupersededBy == want.Session {
			got.Parts++
		}
	}
	got.Model, got.Cwd, got.Archived, got.Created, got.Updated = sum.Model, sum.Cwd, sum.Archived, sum.CreatedAt, sum.UpdatedAt
	got.ForkedFrom, got.Parent = sum.ForkedFrom, sum.ParentSessionID
	if got.Title = want.Title; want.Title != "" {
		got.Title = sum.Title
	}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if ref := ix.FindRef(want.Session); ref.Created != want.Created || ref.Updated != want.Updated {
		t.Errorf("ref %+v", ref)
	}
	checkSpend(t, e, ix, want.Session)
}

// checkSpend: walks for usage or for a list find the same as a walk for
// everything.
func checkSpend(t *testing.T, e *adapter.Env, ix *adapter.Index, id string) {
	t.Helper()
	type spent struct {
		usage session.TokenUsage
		usd   session.Money
		model string
		at    session.Time
	}
	sum := func(want adapter.Want) (map[string]spent, adapter.Facts) {
		out := map[string]spent{}
		var facts adapter.Facts
		for _, r := range records(t, e, ix, id, want) {
			if r.Facts != nil && r.Facts.Source == nil {
				facts = *r.Facts
			}
			if r.Usage == nil && r.USD == nil {
				continue
			}
			s := spent{model: r.Model, at: r.Time}
			if r.Usage != nil {
				s.usage = *r.Usage
			}
			if r.USD != nil {
				s.usd = *r.USD
			}
			if _, twice := out[r.UsageKey]; twice || r.UsageKey == "" {
				t.Errorf("%s: usage key %q is not unique", id, r.UsageKey)
			}
			out[r.UsageKey] = s
		}
		return out, facts
	}
	full, facts := sum(everything)
	for _, want := range []adapter.Want{forSpend, forList} {
		lean, same := sum(want)
		if len(full) != len(lean) || facts != same {
			t.Errorf("%s: %d usage records, want %d; facts %+v, want %+v", id, len(lean), len(full), same, facts)
		}
		for k, s := range full {
			if lean[k] != s {
				t.Errorf("%s %s: %+v, want %+v", id, k, lean[k], s)
			}
		}
	}
}
