package jetstream_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/storetest"
)

// filesWith returns the files below a folder that have a text.
func filesWith(t *testing.T, folder, text string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(text)) {
			found = append(found, filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestErasedOnServer: after an erasure no file of the server, and none of a follower, has the text: neither of
// messages nor of summaries in states that were replaced.
func TestErasedOnServer(t *testing.T) {
	const text, kept = "an unwanted text", "what is kept"
	folder := t.TempDir()
	s := startServer(t, func(o *server.Options) { o.StoreDir = folder })
	address := makeStore(t, s, "team")
	laptop := t.TempDir()
	h, l := storetest.Open(t, t.TempDir(), address), storetest.Open(t, laptop, filepath.Join(laptop, "laptop.db"))
	for _, id := range []string{"s", "other"} {
		for _, words := range []string{"hello", kept, text + " of " + id} {
			if _, err := h.Store.Record(t.Context(), id, heddle.User(words)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := h.Store.Summarize(t.Context(), id, heddle.SummarizeOptions{Content: text + " in a summary of " + id}); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Store.Record(t.Context(), id, heddle.User("more")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Store.Sync(t.Context(), h.Store, heddle.PullOptions{}); err != nil {
		t.Fatal(err)
	}
	if len(filesWith(t, folder, text)) == 0 || len(filesWith(t, laptop, text)) == 0 {
		t.Fatal("the test sees no text at all")
	}
	if _, err := h.Store.Erase(t.Context(), "s", "other"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Store.Record(t.Context(), "new", heddle.User(kept)); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Store.Sync(t.Context(), h.Store, heddle.PullOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{folder, laptop} {
		if found := filesWith(t, dir, text); len(found) > 0 {
			t.Errorf("%q have the text", found)
		}
		if len(filesWith(t, dir, kept)) == 0 {
			t.Error("no file has what was kept")
		}
	}
	if problems, err := h.Store.Check(t.Context()); err != nil || len(problems.Items) > 0 {
		t.Error(problems, err)
	}
}
