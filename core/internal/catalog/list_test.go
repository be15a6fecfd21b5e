package catalog_test

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// walkedFiles notes which files are read from their start, beyond their tails.
type walkedFiles struct {
	host.Files
	mu    sync.Mutex
	paths map[string]bool
}

func (f *walkedFiles) ReadAt(path string, p []byte, off int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if off == 0 {
		f.paths[path] = true
	}
	return f.Files.ReadAt(path, p, off)
}

func listed(t *testing.T, files host.Files, limit int64) (ids []string) {
	t.Helper()
	h := hosttest.Host(files)
	c := catalog.New(&h, func(n fault.Diagnostic) { t.Error(n) })
	out, err := c.List(session.ListRequest{Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	for i := range out {
		ids = append(ids, out[i].UnifiedID)
	}
	return ids
}

const day = 24 * 60 * 60 * 1000

// at is the time of the nth session of a test.
func at(t *testing.T, n int) (text string, millis int64) {
	t.Helper()
	begin, _, ok := session.ParseTime("2026-07-01T10:00:00.000Z")
	if !ok {
		t.Fatal("no time")
	}
	when := begin + session.Time(n*day)
	return when.String(), int64(when)
}

// TestListWalksWhatItShows: over all agents together no more sessions are
// walked than are listed, be the file times right or all alike.
func TestListWalksWhatItShows(t *testing.T) {
	filler := strings.Repeat("word ", 8000)
	for _, copied := range []bool{false, true} {
		m := hosttest.NewMounts()
		for n := range 90 {
			text, millis := at(t, n)
			id := fmt.Sprintf("%08d-1111-4111-8111-111111111111", n)
			if copied {
				_, millis = at(t, 100)
			}
			e := hosttest.Entry{ModTime: millis}
			if n%2 == 0 {
				e.Path = "claude/projects/-p/" + id + ".jsonl"
				e.Data = []byte(`{"type":"user","uuid":"u","sessionId":"` + id + `","version":"2.1.329","message":{"role":"user","content":"` + filler + `"},"timestamp":"` + text + `"}` + "\n" +
					`{"type":"user","uuid":"v","parentUuid":"u","sessionId":"` + id + `","version":"2.1.329","message":{"role":"user","content":"b"},"timestamp":"` + text + `"}` + "\n")
			} else {
				e.Path = "pi/sessions/--p--/" + strings.ReplaceAll(strings.ReplaceAll(text, ":", "-"), ".", "-") + "_" + id + ".jsonl"
				e.Data = []byte(`{"type":"session","version":3,"id":"` + id + `","timestamp":"` + text + `","cwd":"/p"}` + "\n" +
					`{"type":"message","id":"1","parentId":null,"timestamp":"` + text + `","message":{"role":"user","content":"` + filler + `"}}` + "\n" +
					`{"type":"message","id":"2","parentId":"1","timestamp":"` + text + `","message":{"role":"user","content":"b"}}` + "\n")
			}
			m.Add(e)
		}
		all := listed(t, m, 1000)
		if len(all) != 90 || !strings.Contains(all[0], "00000089") || !strings.Contains(all[1], "00000088") {
			t.Fatalf("%d sessions: %q", len(all), all[:min(len(all), 2)])
		}
		for _, limit := range []int{1, 7, 40} {
			files := &walkedFiles{Files: m, paths: map[string]bool{}}
			if got := listed(t, files, int64(limit)); fmt.Sprint(got) != fmt.Sprint(all[:limit]) {
				t.Errorf("copied %v, limit %d: %q", copied, limit, got)
			}
			if len(files.paths) != limit {
				t.Errorf("copied %v, limit %d: %d files are walked", copied, limit, len(files.paths))
			}
		}
	}
}

// TestListSaysHowManyFollow: a list that the limit cuts says how many there are at most, by the names
// of files and what it read; any other says nothing.
func TestListSaysHowManyFollow(t *testing.T) {
	m := hosttest.NewMounts()
	for n := range 50 {
		text, millis := at(t, n)
		records := `{"type":"user","uuid":"u","sessionId":"s","version":"2.1.329","message":{"role":"user","content":"a"},"timestamp":"` + text + `"}` + "\n"
		if n == 49 {
			records = "" // a file without a session
		}
		m.Add(hosttest.Entry{ModTime: millis, Path: fmt.Sprintf("claude/projects/-p/%08d-1111-4111-8111-111111111111.jsonl", n), Data: []byte(records)})
	}
	for _, c := range []struct {
		req           session.ListRequest
		items, atMost int64
	}{
		{session.ListRequest{Limit: 1}, 1, 50},
		{session.ListRequest{Limit: 48}, 48, 50},
		{session.ListRequest{Limit: 49}, 49, 0},
		{session.ListRequest{}, 49, 0},
		{session.ListRequest{Limit: session.NoLimit}, 49, 0},
		{session.ListRequest{Limit: math.MaxInt64}, 49, 0},
		{session.ListRequest{Limit: 10, Sort: session.SortKeyTurns}, 10, 49},
		{session.ListRequest{Limit: 10, Model: "none"}, 0, 0},
	} {
		h := hosttest.Host(m)
		out, page, err := catalog.New(&h, func(fault.Diagnostic) {}).ListPage(c.req)
		if err != nil || int64(len(out)) != c.items || (page != nil) != (c.atMost > 0) || page != nil && page.AtMost != c.atMost {
			t.Errorf("%+v: %d sessions, page %+v, %v; want %d of at most %d", c.req, len(out), page, err, c.items, c.atMost)
		}
	}
}

// TestListWithWrongFileTimes: file times that are earlier than what the files
// say, as some archives leave them, all alike or in no order, hide no session.
func TestListWithWrongFileTimes(t *testing.T) {
	for name, millis := range map[string]func(n int, own int64) int64{
		"one for all": func(int, int64) int64 { return 315532800000 },
		"none":        func(int, int64) int64 { return 0 },
		"in no order": func(n int, _ int64) int64 { _, other := at(t, n*37%150); return other },
		"of a year ago but one": func(n int, own int64) int64 {
			if n == 0 {
				return own + 200*day
			}
			return own - 365*day
		},
	} {
		m := hosttest.NewMounts()
		for n := range 150 {
			text, own := at(t, n)
			id := fmt.Sprintf("%08d-1111-4111-8111-111111111111", n)
			m.Add(hosttest.Entry{Path: "claude/projects/-p/" + id + ".jsonl", ModTime: millis(n, own),
				Data: []byte(`{"type":"user","uuid":"u","sessionId":"` + id + `","version":"2.1.329","message":{"role":"user","content":"a"},"timestamp":"` + text + `"}` + "\n")})
		}
		all := listed(t, m, 1000)
		for _, limit := range []int{1, 20, 40, 100} {
			if got := listed(t, m, int64(limit)); fmt.Sprint(got) != fmt.Sprint(all[:limit]) {
				t.Errorf("%s, limit %d: %q", name, limit, got)
			}
		}
	}
}

// TestListByWhatSessionsSay: a tail may end in what is not the session's own,
// which makes a session seem newer than it is.
func TestListByWhatSessionsSay(t *testing.T) {
	line := func(id string, n int, more string) string {
		text, _ := at(t, n)
		return `{"type":"user","uuid":"` + id + text + `","sessionId":"` + id + `","version":"2.0.1"` + more +
			`,"message":{"role":"user","content":"hello"},"timestamp":"` + text + `"}` + "\n"
	}
	m := hosttest.NewMounts()
	_, late := at(t, 100)
	for id, data := range map[string]string{
		"a": line("a", 1, "") + line("a", 9, `,"isSidechain":true`),
		"b": line("b", 3, ""),
		"c": line("c", 2, "") + line("c", 8, `,"isSidechain":true`),
	} {
		m.Add(hosttest.Entry{Path: "claude/projects/-p/" + id + ".jsonl", Data: []byte(data), ModTime: late})
	}
	for limit, want := range []string{1: "[claude:b]", 2: "[claude:b claude:c]", 3: "[claude:b claude:c claude:a]"} {
		if got := listed(t, m, int64(limit)); limit > 0 && fmt.Sprint(got) != want {
			t.Errorf("limit %d: %v, want %s", limit, got, want)
		}
	}
}

// TestListByIDPrefix: only sessions whose id begins with the prefix are read.
func TestListByIDPrefix(t *testing.T) {
	m := hosttest.NewMounts()
	for n := range 20 {
		text, millis := at(t, n)
		id := fmt.Sprintf("%04d1111-1111-4111-8111-111111111111", n)
		m.Add(hosttest.Entry{Path: "claude/projects/-p/" + id + ".jsonl", ModTime: millis,
			Data: []byte(`{"type":"user","uuid":"u","sessionId":"` + id + `","version":"2.1.329","message":{"role":"user","content":"a"},"timestamp":"` + text + `"}` + "\n")})
	}
	for prefix, want := range map[string]int{"0007": 1, "001": 10, "00": 20, "x": 0, "00071111-1111-4111-8111-111111111111x": 0} {
		files := &walkedFiles{Files: m, paths: map[string]bool{}}
		h := hosttest.Host(files)
		out, err := catalog.New(&h, func(n fault.Diagnostic) { t.Error(n) }).List(session.ListRequest{IDPrefix: prefix})
		if err != nil || len(out) != want || len(files.paths) != want {
			t.Errorf("%q: %d sessions, %d files read, want %d: %v", prefix, len(out), len(files.paths), want, err)
		}
	}
}
