package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
	"github.com/heddle-dev/heddle/core/session"
)

// filesWith returns the files beside a store's that have a text.
func filesWith(t *testing.T, name, text string) (found []string) {
	t.Helper()
	files, err := filepath.Glob(name + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), text) {
			found = append(found, filepath.Base(f))
		}
	}
	return found
}

// TestErase: of an erased session nothing is left but that it was erased. Forks lose what they share, with
// the numbers of their other messages, and a new session may have the name.
func TestErase(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		const text = "an unwanted text"
		must[*session.StoredSession](t)(s.Record("s", say("a", "b", text, strings.Repeat(text, 20_000)), now))
		must[*session.StoredSession](t)(s.Fork("s", store.ForkOptions{SessionID: "fork"}, now))
		must[*session.StoredSession](t)(s.Record("fork", say("own"), now))
		must[*session.StoredSummary](t)(s.Summarize("s", store.SummaryOptions{Content: text}, now))
		must[[]string](t)(s.Tag("heddle:s", []string{"x"}, nil, now))
		out := must[*store.Erased](t)(s.Erase("s"))
		if out.Events != 5 || strings.Join(out.Forks, " ") != "fork" || len(out.Copies) > 0 {
			t.Errorf("%+v", out)
		}
		eachPayload(t, s, func(e *host.Event) {
			if strings.Contains(string(e.Payload), text) {
				t.Errorf("%s %d %s has the text", e.Stream, e.Seq, e.Kind)
			}
		})
		if _, err := s.Get("s", 0); fault.CodeOf(err) != fault.SessionNotFound {
			t.Errorf("the erased session: %v", err)
		}
		if got := must[[]session.JSON](t)(s.Messages("fork", store.MessageOptions{})); len(got) != 5 || string(got[2]) != `{"type":"erased"}` || !strings.Contains(string(got[4]), "own") {
			t.Errorf("the fork has %s", got)
		}
		must[*store.Erased](t)(s.Erase("s"))
		must[*session.StoredSession](t)(s.Record("s", say("again"), now))
		must[*session.StoreCompacted](t)(s.Compact())
		if err := s.Delete("s", now); err != nil {
			t.Fatal(err)
		}
		must[*session.StoreCompacted](t)(s.Compact())
		if list := must[[]host.Event](t)(s.Journal().Read("s", 0, 10)); len(list) != 2 || list[0].Kind != "session.erased" {
			t.Errorf("a compaction left %+v", list)
		}
		if _, err := s.Erase("never"); fault.CodeOf(err) != fault.SessionNotFound {
			t.Errorf("a session that never existed: %v", err)
		}
		if _, err := s.Erase(store.TagsID); fault.CodeOf(err) != fault.InvalidArgument {
			t.Errorf("the tags: %v", err)
		}
	})
}

// TestErasedFiles: after an erasure no file has a byte of the text, wherever it was, and also when what
// erases is ended anywhere and somebody obeys later.
func TestErasedFiles(t *testing.T) {
	teststore.OnlyFiles(t, "it reads the files")
	const text = "an unwanted text"
	for at := 0; ; at++ {
		name := teststore.New(t)
		grant, release, err := teststore.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		j := must[host.Journal](t)(teststore.Journal(grant))
		s := store.New(j, hosttest.Host(nil), store.Options{})
		cwd := "/home/" + text
		must[*session.StoredSession](t)(s.Register("s", store.Patch{CWD: &cwd}, now))
		must[*session.StoredSession](t)(s.Record("s", say("a", text, strings.Repeat(text+" ", 100_000)), now))
		must[*session.StoredSession](t)(s.Record("other", say("kept"), now))
		must[*session.StoredSummary](t)(s.Summarize("s", store.SummaryOptions{Content: text}, now))
		must[[]session.StoredSession](t)(s.List(store.ListOptions{}))
		f := &failing{Journal: j, left: at}
		h := hosttest.Host(nil)
		_, failed := store.New(f, h, store.Options{}).Erase("s")
		if failed != nil && f.left > 0 {
			t.Fatal(failed)
		}
		if _, err := s.Erase("s"); err != nil {
			t.Fatalf("after %v: %v", failed, err)
		}
		if found := filesWith(t, name, text); len(found) > 0 {
			t.Errorf("ended at call %d (%v): %q have the text", at, failed, found)
		}
		if found := filesWith(t, name, "kept"); len(found) == 0 {
			t.Error("no file has what was kept")
		}
		release()
		if failed == nil {
			return
		}
	}
}

// failing is a journal whose calls fail after some.
type failing struct {
	host.Journal
	left int
}

func (f *failing) fail() error {
	if f.left--; f.left < 0 {
		return fault.New(fault.IO, "the disk is full")
	}
	return nil
}

func (f *failing) Append(w []host.Write) ([]host.Appended, error) {
	if err := f.fail(); err != nil {
		return nil, err
	}
	return f.Journal.Append(w)
}

func (f *failing) Read(stream string, after, limit int64) ([]host.Event, error) {
	if err := f.fail(); err != nil {
		return nil, err
	}
	return f.Journal.Read(stream, after, limit)
}

func (f *failing) Free(stream string, spans []host.Span) (int64, error) {
	if err := f.fail(); err != nil {
		return 0, err
	}
	return f.Journal.(host.Compactor).Free(stream, spans)
}

func (f *failing) Vacuum(clock host.Clock) error {
	if err := f.fail(); err != nil {
		return err
	}
	return f.Journal.(host.Compactor).Vacuum(clock)
}
