package gemini_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/gemini"
	"github.com/heddle-dev/heddle/core/session"
)

// truthRow is one file of truth-gemini.json, counted from the records by the
// rules in formats, independently of this adapter.
type truthRow struct {
	Session     string
	Where       string
	Prompts     int64
	Assistant   int64
	ToolResults int64 `json:"tool_results"`
	Tokens      int64
}

func readTruth(t *testing.T) map[string][]truthRow {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(adaptertest.RepoRoot(t), "testdata", "agents", "truth-gemini.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows map[string][]truthRow
	if err := json.Unmarshal(b, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// counted is what one walk shows.
type counted struct{ prompts, answers, tools, injected, tokens int64 }

func count(records []adapter.Record) (c counted) {
	merged := map[string]bool{}
	for i := range records {
		r := &records[i]
		switch {
		case r.Kind == adapter.Injected:
			c.injected++
		case r.Kind != adapter.Message:
		case r.Prompt:
			c.prompts++
		case r.Role == session.RoleTool:
			c.tools++
		case r.Role == session.RoleAssistant && !merged[r.Merge]:
			c.answers++
			merged[r.Merge] = r.Merge != ""
		}
		if r.Usage != nil {
			c.tokens += r.Usage.Total()
		}
	}
	return c
}

// filesOf finds the sessions and files that a row means: a session by the
// start of its id, or a checkpoint, in the named folder.
func filesOf(ix *adapter.Index, row truthRow) (out []adapter.Ref) {
	for _, ref := range ix.Refs {
		for _, path := range append([]string{ref.Path}, ref.Alternates...) {
			place := strings.Replace(path, "/chats/", "/", 1) // rows name a folder by its hash, or a file in one
			named := strings.HasPrefix(ref.ID, row.Session) &&
				(strings.HasSuffix(place, row.Where) || len(row.Where) > 40 && strings.HasPrefix(place, "gemini/tmp/"+row.Where) && !strings.Contains(row.Where, "/"))
			if row.Session == "checkpoint" {
				named = strings.HasSuffix(path, "/"+row.Where)
			}
			if named {
				single := ref
				single.Path, single.Alternates = path, nil
				out = append(out, single)
			}
		}
	}
	return out
}

// acknowledged is how many answers of a checkpoint are the canned reply to
// context: truth.json counts it as a model run, it is hidden here. 0.10 and
// later save none.
var acknowledged = map[string]int64{"gemini-0.1.9": 1, "gemini-0.4.0": 1}

// TestTruth compares every file of every older home with truth.json. Files
// that repeat a session are walked one by one; that a session with several is
// their union is TestUnion.
func TestTruth(t *testing.T) {
	for home, rows := range readTruth(t) {
		t.Run(home, func(t *testing.T) {
			h := fixture(t, home)
			ix := h.discover()
			for _, row := range rows {
				files := filesOf(ix, row)
				if len(files) == 0 {
					t.Errorf("%+v: no such file", row)
				}
				for i := range files {
					ref := &files[i]
					info, err := h.mounts.Stat(ref.Path)
					if err != nil {
						t.Fatal(err)
					}
					ref.Size = info.Size
					got := count(h.records(ix, ref, everything))
					if row.Session == "checkpoint" {
						got.answers += acknowledged[home]
					}
					if want := (counted{row.Prompts, row.Assistant, row.ToolResults, got.injected, row.Tokens}); got != want {
						t.Errorf("%s %s: %+v, want %+v", row.Session, ref.Path, got, want)
					}
				}
			}
			if len(h.notes) > 0 {
				t.Errorf("diagnostics: %+v", h.notes)
			}
		})
	}
}

// TestSessions states how many sessions each home has: what is listed, and the
// copies and subagents that belong to them.
func TestSessions(t *testing.T) {
	for home, want := range map[string]string{
		"gemini": "0d383e2a 11111111 12eb61ac/subagent 4f97fc0c 591ccae8 5ae274dc 6f7fdf04 95b62527 99fdc995 9cafa755 a5c877ff c1bab5fa " +
			"d1dcf263 f54dee2d fa44d97a lantern//copy",
		"gemini-0.1.9":   "22701076 ecd13d5a",
		"gemini-0.4.0":   "23db0508 861913a9 aeea2104 bf24351b ffb36905/copy",
		"gemini-0.20.0":  "2ef3c952 3c61a969 437e0b4f e09d75ca ffb36905/copy",
		"gemini-0.40.0":  "01170ade 1dd1928a 80fdd7a7 b546fe9f lantern//copy",
		"gemini-upgrade": "03837911 3939ac7d 6645a6be 702a070e be09a58b d7d3b083 lantern//copy",
	} {
		h := fixture(t, home)
		var got []string
		for id, s := range h.list(everythingListed) {
			switch {
			case s.IsSubagent:
				id += "/subagent"
			case s.SupersededBy != "":
				id += "/copy"
			}
			got = append(got, id)
		}
		equal(t, home, sorted(got), want)
	}
}

// TestSpend holds the projections together, on every session of every home.
func TestSpend(t *testing.T) {
	type request struct {
		key, model string
		time       session.Time
		copied     bool
		usage      session.TokenUsage
	}
	spent := func(records []adapter.Record) map[request]int {
		out := map[request]int{}
		for _, r := range records {
			if r.Usage != nil {
				out[request{r.UsageKey, r.Model, r.Time, r.Copied, *r.Usage}]++
			}
		}
		return out
	}
	facts := func(records []adapter.Record) (x adapter.Facts) {
		for _, r := range records {
			if f := r.Facts; f != nil {
				x.Created, x.Cwd = session.Latest(x.Created, f.Created), x.Cwd+f.Cwd
				x.Child += f.Child
				x.Subagent = x.Subagent || f.Subagent
			}
		}
		return x
	}
	for _, home := range homes {
		h := fixture(t, home)
		ix := h.discover()
		for i := range ix.Refs {
			ref := &ix.Refs[i]
			all, spend := h.records(ix, ref, everything), h.records(ix, ref, adapter.Want{Usage: true})
			a, b := spent(all), spent(spend)
			if len(a) != len(b) {
				t.Errorf("%s %s: %d requests, spend sees %d", home, ref.ID, len(a), len(b))
			}
			for r, n := range a {
				if b[r] != n {
					t.Errorf("%s %s: spend does not see %+v", home, ref.ID, r)
				}
			}
			if len(spend) > 0 && facts(all) != facts(spend) {
				t.Errorf("%s %s: facts %+v, spend sees %+v", home, ref.ID, facts(all), facts(spend))
			}
		}
	}
}

// TestUpdated: the tail gives the time that the walk gives.
func TestUpdated(t *testing.T) {
	for _, home := range homes {
		h := fixture(t, home)
		ix := h.discover()
		sums := h.list(everythingListed)
		for i := range ix.Refs {
			ref := &ix.Refs[i]
			got, err := gemini.New().Updated(h.env(), ix, ref)
			if err != nil {
				t.Fatal(err)
			}
			s := sums[ref.ID[:8]]
			if s == nil || got != 0 && got != s.UpdatedAt {
				t.Errorf("%s %s: the tail says %s, the walk %+v", home, ref.ID, got, s)
			}
			if got == 0 && strings.Contains(ref.Path, "/chats/") {
				t.Errorf("%s %s: the tail does not tell", home, ref.ID)
			}
		}
	}
}

// TestSift: every text that a walk shows is in the bytes that Sift shows.
func TestSift(t *testing.T) {
	sifter := gemini.New().(adapter.Sifter)
	for _, home := range homes {
		h := fixture(t, home)
		ix := h.discover()
		for i := range ix.Refs {
			ref := &ix.Refs[i]
			var raw []byte
			if err := sifter.Sift(h.env(), ix, ref, func(b []byte) bool {
				raw = append(raw, b...)
				return true
			}); err != nil {
				t.Fatal(err)
			}
			for _, r := range h.records(ix, ref, everything) {
				if quoted, _ := json.Marshal(strings.ToValidUTF8(first(r.Text), "")); r.Text != "" && r.Special == "" &&
					!strings.Contains(string(raw), strings.Trim(string(quoted), `"`)) {
					t.Errorf("%s %s: %q is not shown", home, ref.ID, r.Text)
				}
			}
		}
	}
}
