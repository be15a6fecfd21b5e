package opencode_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/opencode"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// truth is one row of truth-opencode.json: the content of one copy of a session.
type truth struct {
	Session     string
	Where       string
	Prompts     int64
	Assistant   int64 // stored messages: before 1.0 one per turn
	ToolResults int64 `json:"tool_results"`
	Tokens      int64
	Note        string
}

// calls is the number of model calls that the note states, -1 without a note.
func (r truth) calls() int64 {
	for _, word := range []string{" model calls", " steps in"} {
		if at := strings.Index(r.Note, word); at > 0 {
			if n, err := strconv.ParseInt(r.Note[:at], 10, 64); err == nil && n > 0 {
				return n
			}
		}
	}
	return -1
}

func loadTruth(t *testing.T) map[string][]truth {
	t.Helper()
	data, err := os.ReadFile(agents + "truth-opencode.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][]truth
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// mounted loads a fixture into memory, with SQL over it.
func mounted(t testing.TB, name string) (*host.Host, *hosttest.Mounts) {
	t.Helper()
	m := hosttest.NewMounts().Load(t, opencode.Name, agents+name+share)
	h := hosttest.Host(m)
	db := sqlite.New(m, sqlite.Options{})
	t.Cleanup(db.Release)
	h.SQL = db
	return &h, m
}

// without loads a fixture and removes stores from it, so that the copies in
// an older one count.
func without(t *testing.T, name string, removed ...string) *host.Host {
	h, m := mounted(t, name)
	for _, r := range removed {
		m.Remove(opencode.Name + "/" + r)
	}
	return h
}

// TestTruth reads every copy of every session and compares with the figures
// that were computed from the files by other means.
func TestTruth(t *testing.T) {
	stores := []struct {
		where   string // begin of the row's place
		removed []string
	}{
		{"db", nil},
		{"storage/", []string{"opencode.db"}},
		{"project/", []string{"opencode.db", "storage"}},
	}
	rows := 0
	for fixture, truths := range loadTruth(t) {
		for _, store := range stores {
			h := without(t, fixture, store.removed...)
			e := env(h, nil)
			var ix *adapter.Index
			for _, want := range truths {
				if !strings.HasPrefix(want.Where, store.where) {
					continue
				}
				if ix == nil {
					ix = discover(t, e)
				}
				rows++
				t.Run(fixture+"/"+want.Where+"/"+want.Session, func(t *testing.T) { checkTruth(t, e, ix, want) })
			}
		}
	}
	if rows != 37 {
		t.Errorf("%d rows of truth, want 37", rows)
	}
}

func checkTruth(t *testing.T, e *adapter.Env, ix *adapter.Index, want truth) {
	ref := suffix(t, ix, want.Session)
	place := map[string]string{"db": "opencode/opencode.db", "st": "opencode/storage/session/" + strings.TrimPrefix(want.Where, "storage/"),
		"pr": "opencode/" + want.Where + "/"}[want.Where[:2]]
	if !strings.HasPrefix(ref.Path, place) {
		t.Errorf("read from %s, want %s", ref.Path, place)
	}
	var got truth
	var calls int64
	for _, r := range records(t, e, ix, ref, everything) {
		switch {
		case r.Kind != adapter.Message:
		case r.Prompt:
			got.Prompts++
		case r.Role == session.RoleAssistant:
			calls++
			if strings.HasPrefix(r.ID, "msg_") && !strings.Contains(r.ID, "#") {
				got.Assistant++
			}
		case r.Role == session.RoleTool:
			got.ToolResults++
		}
		if r.Usage != nil {
			got.Tokens += r.Usage.Total()
		}
	}
	if got.Prompts != want.Prompts || got.Assistant != want.Assistant || got.ToolResults != want.ToolResults || got.Tokens != want.Tokens {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if n := want.calls(); n >= 0 && calls != n {
		t.Errorf("%d model calls, want %d", calls, n)
	}
	checkSpend(t, e, ix, ref)
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
	}
	sum := func(want adapter.Want) map[string]spent {
		out := map[string]spent{}
		for _, r := range records(t, e, ix, ref, want) {
			if r.Usage == nil && r.USD == nil {
				continue
			}
			s := spent{model: r.Model, at: r.Time, copied: r.Copied}
			if r.Usage != nil {
				s.usage = *r.Usage
			}
			if r.USD != nil {
				s.usd = *r.USD
			}
			if _, twice := out[r.UsageKey]; twice || r.UsageKey == "" {
				t.Errorf("%s: usage key %q is not unique", ref.ID, r.UsageKey)
			}
			out[r.UsageKey] = s
		}
		return out
	}
	full, lean := sum(everything), sum(adapter.Want{Usage: true})
	if len(full) != len(lean) {
		t.Errorf("%s: %d usage records for everything, %d for usage alone", ref.ID, len(full), len(lean))
	}
	for k, s := range full {
		if lean[k] != s {
			t.Errorf("%s %s: %+v for usage alone, want %+v", ref.ID, k, lean[k], s)
		}
	}
}

// TestSpendAlone compares the two walks on the newest homes.
func TestSpendAlone(t *testing.T) {
	for _, fixture := range []string{"opencode", "opencode-livewal"} {
		e := env(home(t, fixture), nil)
		ix := discover(t, e)
		for i := range ix.Refs {
			checkSpend(t, e, ix, &ix.Refs[i])
		}
	}
}
