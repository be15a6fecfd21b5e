package cursor_test

import (
	"encoding/json"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/session"
)

// row is what a correct reader finds in a session. The handmade homes have no
// rows in the shared truth.json: these were counted by hand from the files.
type row struct {
	Home, ID, Title, Cwd, Model, Parent, Created, Updated, USD string
	Prompts, Answers, ToolResults, Turns, Input, Output        int64
}

func TestTruth(t *testing.T) {
	var rows []row
	if err := json.Unmarshal(read(t, adaptertest.RepoRoot(t)+"/testdata/agents/truth-cursor.json"), &rows); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, want := range rows {
		count[want.Home]++
		s := get(t, adaptertest.NativeHost(t, want.Home), want.ID)
		got := row{Home: want.Home, ID: s.SessionID, Title: s.Title, Cwd: s.Cwd, Model: s.Model, Parent: s.ParentSessionID,
			Created: s.CreatedAt.String(), Updated: s.UpdatedAt.String(), Turns: s.TurnCount}
		if want.Created == "" { // file times: a checkout does not keep them
			got.Created = ""
		}
		if want.Updated == "" {
			got.Updated = ""
		}
		for i := range s.Messages {
			switch m := &s.Messages[i]; m.Role {
			case session.RoleUser:
				got.Prompts++
			case session.RoleAssistant:
				got.Answers++
			case session.RoleTool:
				got.ToolResults++
			}
		}
		if s.Cost != nil {
			got.Input, got.Output = s.Cost.InputTokens, s.Cost.OutputTokens
			if s.Cost.TotalUSD != nil {
				got.USD = s.Cost.TotalUSD.String()
			}
		}
		if got != want {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
	for _, home := range homes {
		if n := len(listed(t, adaptertest.NativeHost(t, home))); n != count[home] {
			t.Errorf("%s: %d sessions, %d in the truth", home, n, count[home])
		}
	}
}

// What a walk for spend alone sees is what a whole walk sees.
func TestSpendAlone(t *testing.T) {
	type spent struct {
		usage session.TokenUsage
		usd   session.Money
		model string
		at    session.Time
	}
	sum := func(recs []adapter.Record) (map[string]spent, adapter.Facts) {
		out := map[string]spent{}
		var facts adapter.Facts
		for _, r := range recs {
			if f := r.Facts; f != nil {
				if facts.Cwd == "" {
					facts.Cwd = f.Cwd
				}
				facts.Created, facts.Updated = session.Earliest(facts.Created, f.Created), session.Latest(facts.Updated, f.Updated)
				facts.ParentID += f.ParentID
				facts.Child += f.Child
			}
			facts.Created, facts.Updated = session.Earliest(facts.Created, r.Time), session.Latest(facts.Updated, r.Time)
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
				t.Errorf("usage key %q is not unique", r.UsageKey)
			}
			out[r.UsageKey] = s
		}
		return out, facts
	}
	for _, home := range homes {
		h := adaptertest.NativeHost(t, home)
		ix := discover(t, env(h, nil))
		for i := range ix.Refs {
			id := ix.Refs[i].ID
			full, facts := sum(records(t, h, id, everything))
			lean, leanFacts := sum(records(t, h, id, adapter.Want{Usage: true}))
			if len(full) != len(lean) || facts != leanFacts {
				t.Errorf("%s %s: %d records %+v, for spend alone %d %+v", home, id, len(full), facts, len(lean), leanFacts)
			}
			for k, s := range full {
				if lean[k] != s {
					t.Errorf("%s %s: %+v for spend alone, want %+v", id, k, lean[k], s)
				}
			}
		}
	}
}
