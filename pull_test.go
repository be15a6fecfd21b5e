package heddle_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/heddle-dev/heddle"
)

// openFile opens a store beside no sessions of agents.
func openFile(t *testing.T, file string) *heddle.Heddle {
	t.Helper()
	h := open(heddle.Options{Home: filepath.Dir(file), Store: file})
	t.Cleanup(func() { h.Close() })
	return h
}

func recordTexts(t *testing.T, h *heddle.Heddle, id string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := h.Store.Record(t.Context(), id, heddle.User(text)); err != nil {
			t.Fatal(err)
		}
	}
}

func pulled(t *testing.T, into, from *heddle.Heddle) *heddle.PullReport {
	t.Helper()
	report, err := into.Store.Pull(t.Context(), from.Store, heddle.PullOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if problems, err := into.Store.Check(t.Context()); err != nil || len(problems.Items) > 0 {
		t.Errorf("%+v, %v", problems, err)
	}
	return report
}

// TestPullOfDamage: a flipped bit costs what follows it in its session, and the
// forks that share it. Everything else arrives, and no program reads a fork without its beginning.
func TestPullOfDamage(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "from.db")
	from := openFile(t, file)
	recordTexts(t, from, "damaged", "one", "two", "the text that a bad disk changes", "four")
	recordTexts(t, from, "whole", "a", "b")
	for id, at := range map[string]int64{"fork-whole": 2, "fork-damaged": 4} {
		if _, err := from.Store.Fork(t.Context(), "damaged", heddle.StoreForkOptions{NewSessionID: id, At: at}); err != nil {
			t.Fatal(err)
		}
		recordTexts(t, from, id, "own")
	}
	from.Close() // which writes the log into the file
	content, err := os.ReadFile(file)
	if err != nil || bytes.Count(content, []byte("bad disk")) != 1 {
		t.Fatal("the text is not in the file once", err)
	}
	if err := os.WriteFile(file, bytes.Replace(content, []byte("bad disk"), []byte("bad disc"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	into := openFile(t, filepath.Join(folder, "into.db"))
	for range 2 {
		report := pulled(t, into, openFile(t, file))
		if report.Complete() || len(report.Problems) == 0 || report.Problems[0].SessionID != "damaged" || report.Problems[0].Position != 3 {
			t.Errorf("%+v", report)
		}
	}
	for id, want := range map[string]int64{"damaged": 2, "whole": 2, "fork-whole": 3, "fork-damaged": 0} {
		if n, err := into.Store.MessageCount(t.Context(), id); n != want || err != nil {
			t.Errorf("%s has %d messages, want %d (%v)", id, n, want, err)
		}
	}
}

// TestPullOfDamagedRow: a damaged row of the list of sessions costs this session.
func TestPullOfDamagedRow(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "from.db")
	from := openFile(t, file)
	for _, id := range []string{"a", "the-damaged-session", "z"} {
		recordTexts(t, from, id, "one")
	}
	from.Close()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// The name is in the row and in the index: both change alike, but the checksum does not.
	content = bytes.ReplaceAll(content, []byte("the-damaged-session"), []byte("the-dbmaged-session"))
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	into := openFile(t, filepath.Join(folder, "into.db"))
	report := pulled(t, into, openFile(t, file))
	if len(report.Problems) != 1 || report.Problems[0].SessionID != "the-dbmaged-session" || report.Sessions != 2 {
		t.Errorf("%+v", report)
	}
}

// TestPullsAtOnce: several pulls into one store while others record in both.
func TestPullsAtOnce(t *testing.T) {
	folder := t.TempDir()
	from, into := filepath.Join(folder, "from.db"), filepath.Join(folder, "into.db")
	source := openFile(t, from)
	for i := range 20 {
		recordTexts(t, source, fmt.Sprint("s", i), "one", "two", strings.Repeat("long ", 30_000))
	}
	var all sync.WaitGroup
	var events atomic.Int64
	for range 3 {
		target, reader := openFile(t, into), openFile(t, from)
		all.Go(func() {
			report, err := target.Store.Pull(t.Context(), reader.Store, heddle.PullOptions{})
			if err != nil || !report.Complete() {
				t.Errorf("%+v, %v", report, err)
				return
			}
			events.Add(report.Events)
		})
	}
	all.Go(func() {
		for i := range 20 {
			recordTexts(t, source, fmt.Sprint("s", i), "three")
		}
	})
	all.Go(func() { recordTexts(t, openFile(t, into), "local", "x", "y", "z") })
	all.Wait()
	target := openFile(t, into)
	report := pulled(t, target, source)
	if !report.Complete() {
		t.Errorf("%+v", report)
	}
	if n := events.Load() + report.Events; n != 80 {
		t.Errorf("%d events are reported, 80 were copied", n)
	}
	for i := range 20 {
		if n, err := target.Store.MessageCount(t.Context(), fmt.Sprint("s", i)); n != 4 || err != nil {
			t.Errorf("s%d has %d messages, %v", i, n, err)
		}
	}
}

// TestPullInACircle: what comes back is not new.
func TestPullInACircle(t *testing.T) {
	folder := t.TempDir()
	var stores []*heddle.Heddle
	for _, name := range []string{"a", "b", "c"} {
		h := openFile(t, filepath.Join(folder, name+".db"))
		recordTexts(t, h, "of-"+name, "one", "two")
		stores = append(stores, h)
	}
	var events int64
	for round := range 9 {
		report := pulled(t, stores[(round+1)%3], stores[round%3])
		events += report.Events
		if !report.Complete() || round > 4 && report.Events > 0 {
			t.Errorf("round %d: %+v", round, report)
		}
	}
	if events != 12 {
		t.Errorf("%d events were copied, want each one twice", events)
	}
}

// TestPullOfTags: tags of both sides are joined, and what one side removed is removed.
func TestPullOfTags(t *testing.T) {
	folder := t.TempDir()
	a, b := openFile(t, filepath.Join(folder, "a.db")), openFile(t, filepath.Join(folder, "b.db"))
	for h, tag := range map[*heddle.Heddle]string{a: "from-a", b: "from-b"} {
		recordTexts(t, h, "mine-"+tag, "x")
		if _, err := h.Sessions.Tag(t.Context(), heddle.Ref("heddle:mine-"+tag), heddle.TagOptions{Add: []string{tag}}); err != nil {
			t.Fatal(err)
		}
	}
	join := func(want ...string) {
		t.Helper()
		for _, h := range []*heddle.Heddle{b, a} {
			other := a
			if h == a {
				other = b
			}
			if report := pulled(t, h, other); !report.Complete() {
				t.Errorf("%+v", report)
			}
			if report := pulled(t, h, other); !report.Complete() || report.Events > 0 {
				t.Errorf("a second pull: %+v", report)
			}
		}
		for _, h := range []*heddle.Heddle{b, a} {
			tags, err := h.Sessions.Tags(t.Context())
			var got []string
			for _, tag := range tags.Items {
				got = append(got, tag.Tag)
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%q, %v; want %q", got, err, want)
			}
		}
	}
	join("from-a", "from-b")
	if _, err := b.Sessions.Tag(t.Context(), heddle.Ref("heddle:mine-from-a"), heddle.TagOptions{Remove: []string{"from-a"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Sessions.Tag(t.Context(), heddle.Ref("heddle:mine-from-b"), heddle.TagOptions{Add: []string{"more"}}); err != nil {
		t.Fatal(err)
	}
	join("from-b", "more")
}

// TestPullOfImports: stores that import one home are one after a sync, whenever they did it; what was
// deleted is not imported again.
func TestPullOfImports(t *testing.T) {
	for _, options := range []heddle.ImportOptions{{All: true}, {All: true, Origin: "laptop"}, {All: true, Redact: true}} {
		home := filepath.Join(t.TempDir(), "home")
		if err := os.CopyFS(home, os.DirFS("testdata/agents/claude/home")); err != nil {
			t.Fatal(err)
		}
		var stores []*heddle.Heddle
		for i := range 2 {
			h := open(heddle.Options{Home: home, Store: filepath.Join(t.TempDir(), fmt.Sprint(i, ".db"))})
			t.Cleanup(func() { h.Close() })
			stores = append(stores, h)
		}
		imports := func(h *heddle.Heddle, o heddle.ImportOptions) *heddle.ImportReport {
			t.Helper()
			report, err := h.Sessions.Import(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			return report
		}
		ids := func(h *heddle.Heddle) (out []string) {
			list, err := h.Store.List(t.Context(), heddle.StoreListOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range list.Items {
				out = append(out, fmt.Sprint(s.SessionID, " ", s.MessageCount, " ", s.Position))
			}
			return out
		}
		all := imports(stores[0], options).Imported
		for _, h := range stores {
			imports(h, options)
		}
		for round := range 2 {
			for i, h := range stores {
				report := pulled(t, h, stores[1-i])
				if !report.Complete() || round == 1 && report.Events > 0 {
					t.Errorf("%+v: %+v", options, report)
				}
			}
			for _, h := range stores {
				if report := imports(h, options); report.Unchanged != all {
					t.Errorf("%+v: %+v", options, report)
				}
			}
		}
		list := ids(stores[0])
		if !slices.Equal(list, ids(stores[1])) || int64(len(list)) != all {
			t.Errorf("%+v: %q and %q", options, list, ids(stores[1]))
		}
		gone := strings.Fields(list[0])[0]
		if err := stores[0].Store.Delete(t.Context(), gone); err != nil {
			t.Fatal(err)
		}
		pulled(t, stores[1], stores[0])
		for _, h := range stores {
			if report := imports(h, options); report.Deleted != 1 || report.Unchanged != all-1 {
				t.Errorf("%+v: after the deletion: %+v", options, report)
			}
		}
		again := options
		again.Again = true
		if report := imports(stores[1], again); report.Imported != 1 {
			t.Errorf("%+v: %+v", again, report)
		}
		pulled(t, stores[0], stores[1])
		if got := ids(stores[0]); int64(len(got)) != all {
			t.Errorf("%+v: brought back: %q", options, got)
		}
	}
}
