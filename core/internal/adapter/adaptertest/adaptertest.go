// Package adaptertest is the suite that every adapter must pass: the real
// homes read whole and without a write, and every kind of bad input.
//
//	func TestAdapter(t *testing.T) {
//		adaptertest.Run(t, adaptertest.Suite{Agent: "claude", Homes: []string{"claude", "claude-1.0.24"},
//			Sample: "claude/projects/-p/…​.jsonl", Home: "claude-1.0.24"})
//	}
package adaptertest

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// Suite names what an adapter is tested with.
type Suite struct {
	Agent string
	Homes []string // fixture homes below testdata/agents
	// Home is the fixture home that the bad-input tests damage, and Sample a
	// session file in it, "mount/rel/path". Keep the sample small: it is cut
	// at every byte.
	Home   string
	Sample string
	// SampleID is the session that the sample holds.
	SampleID string
	// Lines says that the sample is JSONL, so that single lines can be
	// damaged and the rest must still be read.
	Lines bool
}

// RepoRoot returns the repository's root.
func RepoRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the working folder")
		}
		dir = up
	}
}

// HomeDir returns the folder of a fixture home. A name that is an absolute path
// is the folder of a home that the test made.
func HomeDir(t testing.TB, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(RepoRoot(t), "testdata", "agents", name, "home")
}

// NativeHost opens a native host on a fixture home for the length of the test.
func NativeHost(t testing.TB, name string) *host.Host {
	t.Helper()
	return openHost(t, hostfns.Options{Home: HomeDir(t, name), Workers: 1})
}

// FolderHost opens a native host on one folder of an agent for the length of the test.
func FolderHost(t testing.TB, agent, folder string) *host.Host {
	t.Helper()
	return openHost(t, hostfns.Options{Mounts: map[string]string{agent: folder}, Workers: 1})
}

func openHost(t testing.TB, options hostfns.Options) *host.Host {
	t.Helper()
	n, err := hostfns.Open(options)
	if err != nil {
		t.Fatal(err)
	}
	call := n.Call(context.Background(), nil)
	t.Cleanup(func() {
		call.Release()
		n.Close()
	})
	return &call.Host
}

// MemoryHost returns an in-memory copy of one agent's mount of a fixture home,
// with SQLite over it.
func MemoryHost(t testing.TB, agent, home string) (*hosttest.Mounts, *host.Host) {
	t.Helper()
	n, err := hostfns.Open(hostfns.Options{Home: HomeDir(t, home), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	mounts := hosttest.NewMounts()
	for _, p := range n.Places() {
		if p.Agent == agent && p.Found { // an agent has mounts that only some of its versions fill
			mounts.Load(t, p.Mount, p.Path)
		}
	}
	return mounts, HostOver(t, mounts)
}

// HostOver returns a host over in-memory mounts, with SQLite.
func HostOver(t testing.TB, mounts *hosttest.Mounts) *host.Host {
	h := hosttest.Host(mounts)
	db := sqlite.New(mounts, sqlite.Options{})
	t.Cleanup(db.Release)
	h.SQL = db
	h = hosttest.Watch(t, h)
	return &h
}

// notes collects diagnostics.
type notes struct{ list []fault.Diagnostic }

func (n *notes) addDiagnostic(d fault.Diagnostic) { n.list = append(n.list, d) }

// listSessions runs a list of everything an agent has.
func listSessions(h *host.Host, agent string, strict bool) ([]session.SessionSummary, *notes, error) {
	n := &notes{}
	out, err := catalog.New(h, n.addDiagnostic).List(session.ListRequest{Agent: agent, Limit: 100_000, Subagents: true, Superseded: true, Strict: strict})
	return out, n, err
}

func getSession(h *host.Host, agent, id string, strict bool) (*session.Session, *session.Report, *notes, error) {
	n := &notes{}
	s, r, err := catalog.New(h, n.addDiagnostic).Get(session.GetRequest{Agent: agent, SessionID: id, Strict: strict, Raw: true, ToolOutput: true})
	return s, r, n, err
}

// Run runs the suite.
func Run(t *testing.T, s Suite) {
	if testing.Short() { // a fifth of the time is garbage collection
		debug.SetGCPercent(400)
	}
	t.Run("homes", s.testHomes)
	t.Run("agreement", s.testAgreement)
	t.Run("raw", s.testRawText)
	t.Run("rewritten", s.testRewritten)
	t.Run("sift", s.testSift)
	t.Run("limit", s.testLimit)
	t.Run("active", s.testActive)
	t.Run("outlet", s.testOutlet)
	t.Run("poll", s.testTimeout)
	t.Run("vanish", s.testVanishedFiles)
	t.Run("faults", s.testFaults)
	t.Run("shapes", s.testReplacedFile)
	t.Run("truncate", s.testTruncated)
	t.Run("flip", s.testFlippedBytes)
	if s.Lines {
		t.Run("lines", s.testDamagedLines)
		t.Run("large", s.testLargeValues)
	}
}

// testHomes reads every session of every home, checks the model's invariants, and
// that nothing on disk changed.
func (s Suite) testHomes(t *testing.T) {
	for _, home := range s.Homes {
		t.Run(home, func(t *testing.T) {
			hosttest.Freeze(t, HomeDir(t, home))
			h := NativeHost(t, home)
			sums, n, err := listSessions(h, s.Agent, false)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range n.list {
				t.Logf("diagnostic: %+v", d)
			}
			if len(sums) == 0 {
				t.Error("no session was found")
			}
			seen := map[string]bool{}
			for i := range sums {
				if seen[sums[i].SessionID] {
					t.Errorf("%s is listed twice", sums[i].SessionID)
				}
				seen[sums[i].SessionID] = true
				checkSummary(t, &sums[i])
				got, report, _, err := getSession(h, s.Agent, sums[i].SessionID, false)
				if err != nil {
					t.Errorf("get %s: %v", sums[i].SessionID, err)
					continue
				}
				checkSession(t, got, report)
			}
		})
	}
}

// testAgreement holds list and get together: they are projections of one walk.
func (s Suite) testAgreement(t *testing.T) {
	for _, home := range s.Homes {
		h := NativeHost(t, home)
		sums, _, err := listSessions(h, s.Agent, false)
		if err != nil {
			t.Fatal(err)
		}
		for i := range sums {
			got, _, _, err := getSession(h, s.Agent, sums[i].SessionID, false)
			if err != nil {
				t.Errorf("%s %s: %v", home, sums[i].SessionID, err)
				continue
			}
			want, have := sums[i], got.Summary()
			a, b := string(want.AppendJSON(nil)), string(have.AppendJSON(nil))
			if a != b {
				t.Errorf("%s: list and get differ\nlist %s\nget  %s", home, a, b)
			}
		}
	}
}

// testRawText checks that the original text is kept on request.
func (s Suite) testRawText(t *testing.T) {
	_, h := MemoryHost(t, s.Agent, s.Home)
	got, _, _, err := getSession(h, s.Agent, s.SampleID, false)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	if err := json.Unmarshal(got.Raw, &text); err != nil || strings.TrimSpace(text) == "" {
		t.Errorf("raw is not a text: %v %.60q", err, got.Raw)
	}
}

// testLimit checks that a short list is the head of the long one.
func (s Suite) testLimit(t *testing.T) {
	for _, home := range s.Homes {
		h := NativeHost(t, home)
		all, err := catalog.New(h, (&notes{}).addDiagnostic).List(session.ListRequest{Agent: s.Agent})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 2, 5} {
			some, err := catalog.New(h, (&notes{}).addDiagnostic).List(session.ListRequest{Agent: s.Agent, Limit: int64(n)})
			if err != nil {
				t.Fatal(err)
			}
			if len(some) != min(n, len(all)) {
				t.Errorf("%s: limit %d gave %d of %d", home, n, len(some), len(all))
			}
			for i := range some {
				if some[i].UnifiedID != all[i].UnifiedID {
					t.Errorf("%s: limit %d: place %d is %s, in the whole list %s", home, n, i, some[i].UnifiedID, all[i].UnifiedID)
				}
			}
		}
	}
}

func checkSummary(t *testing.T, s *session.SessionSummary) {
	t.Helper()
	if err := s.Validate(); err != nil {
		t.Errorf("%s: %v", s.UnifiedID, err)
	}
}

func checkSession(t *testing.T, s *session.Session, r *session.Report) {
	t.Helper()
	if err := s.Validate(); err != nil {
		t.Errorf("%s: %v", s.UnifiedID, err)
	}
	if !json.Valid(s.AppendJSON(nil)) {
		t.Errorf("%s: the canonical form is not JSON", s.UnifiedID)
	}
	if r.SkippedCount > 0 || len(r.UnknownTypes) > 0 {
		t.Logf("%s: skipped %v, unknown %v", s.UnifiedID, r.Skipped, r.UnknownTypes)
	}
}
