package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
)

func measured(name string, ms ...float64) *entrant { return &entrant{name: name, times: ms} }

func TestRows(t *testing.T) {
	floor := measured("the floor", 10, 30, 20)
	for _, c := range []struct {
		row  row
		want string
	}{
		{atMost("scan", measured("x", 19, 57, 38), floor, 2), "scan|38.0 ms (19.0–57.0)|the floor, 20.0 ms|1.90 ×|≤ 2 ×|yes"},
		{atMost("scan", measured("x", 20.5, 61.5, 41), floor, 2), "scan|41.0 ms (20.5–61.5)|the floor, 20.0 ms|2.05 ×|≤ 2 ×|**no**"},
		{atMost("scan", measured("x", 1, 1000), floor, 0), "scan|1000 ms (1.00–1000)|the floor, 20.0 ms|33.33 ×|none|"},
		{atMost("scan", &entrant{err: errors.New("no\nnetwork")}, floor, 2.5), "scan|**not measured**: no network|||≤ 2.5 ×|"},
		{atMost("scan", floor, &entrant{name: "x", err: errNotRun}, 2), "scan|**not measured**: x: not run|||≤ 2 ×|"},
		{belowLimit("list", []float64{49.9}, "ms", 50, "< 50 ms"), "list|49.9 ms (49.9–49.9)|||< 50 ms|yes"},
		{belowLimit("list", []float64{50}, "ms", 50, "< 50 ms"), "list|50.0 ms (50.0–50.0)|||< 50 ms|**no**"},
	} {
		r := c.row
		if got := strings.Join([]string{r.work, r.measured, r.against, r.ratio, r.budget, r.kept}, "|"); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := groupDigits(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

// TestCompete: the first turn is not measured, and what fails is out while the
// others continue.
func TestCompete(t *testing.T) {
	turns := 0
	good := &entrant{name: "good", err: errNotRun, run: func() (taken, error) {
		turns++
		return taken{wall: float64(turns)}, nil
	}}
	bad := &entrant{name: "bad", err: errNotRun, run: func() (taken, error) {
		if turns == 2 {
			return taken{}, errors.New("broken")
		}
		return taken{wall: 1}, nil
	}}
	if err := runRounds(3, []*entrant{good, bad}); err != nil {
		t.Fatal(err)
	}
	if good.medianWall() != 3 || !good.hasFigures() || bad.hasFigures() || bad.err == nil || turns != 4 {
		t.Errorf("%+v %+v", good, bad)
	}
	if err := runRounds(1, []*entrant{bad}); err == nil {
		t.Error("a run without its floor")
	}
	turns = 0
	slow := &entrant{name: "slow to begin", err: errNotRun, warm: 3, run: good.run}
	if err := runRounds(1, []*entrant{slow}); err != nil || slow.first != 1 || slow.medianWall() != 4 || len(slow.times) != 1 {
		t.Errorf("%+v %v", slow, err)
	}
}

func TestAgreement(t *testing.T) {
	ours := `{"inputTokens":1,"outputTokens":2,"cachedTokens":3,"cacheWriteTokens":4}`
	theirs := `{"totals":{"inputTokens":1,"outputTokens":2,"cacheReadTokens":3,"cacheCreationTokens":4}}`
	if got := compareTokens([]byte(ours), []byte(theirs)); !strings.Contains(got, "count the same") {
		t.Error(got)
	}
	if got := compareTokens([]byte(ours), []byte(strings.Replace(theirs, ":3", ":5", 1))); !strings.Contains(got, "do not") {
		t.Error(got)
	}
	if got := compareTokens([]byte(ours), []byte("oops")); !strings.Contains(got, "cannot be read") {
		t.Error(got)
	}
}

// TestPeerIsMissed: without npm there is a reason instead of a program.
func TestPeerIsMissed(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "")
	if program, _, err := findPeer(); err == nil {
		t.Error(program)
	}
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/agreement.json", []byte(`{"ccusage":{"version":"20.0.24"}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if program, version, err := findPeer(); err == nil || version != "20.0.24" {
		t.Error(program, version, err)
	}
}

func TestCensus(t *testing.T) {
	home := t.TempDir()
	if err := (bindingstest.Sample{Sessions: 2, Turns: 3}).Write(home); err != nil {
		t.Fatal(err)
	}
	c, err := takeCensus(home)
	if err != nil || len(c.paths) != 6 {
		t.Fatal(len(c.paths), err)
	}
	var lines, size, longest int64
	for _, p := range c.paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		size += int64(len(data))
		for line := range strings.Lines(string(data)) {
			lines++
			longest = max(longest, int64(len(line)))
		}
	}
	if c.lines != lines || c.bytes != size || c.longest != longest {
		t.Errorf("%d lines, %d bytes, longest %d: %+v", lines, size, longest, c)
	}
	if n, err := c.countLines(); n != lines || err != nil {
		t.Error(n, err)
	}
	c.lines++
	if _, err := c.countLines(); err == nil {
		t.Error("files that changed were counted")
	}
}

// TestFloor: the program that is the floor prints how many lines there are,
// and is held to it.
func TestFloor(t *testing.T) {
	home := t.TempDir()
	if err := (bindingstest.Sample{Sessions: 2, Turns: 3}).Write(home); err != nil {
		t.Fatal(err)
	}
	c, err := takeCensus(home)
	if err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	if err := countFiles(&printed, home); err != nil {
		t.Fatal(err)
	}
	if err := countsLines(c.lines)(printed.Bytes()); err != nil {
		t.Error(err)
	}
	if countsLines(c.lines+1)(printed.Bytes()) == nil {
		t.Error("a wrong count was taken")
	}
	if countFiles(&printed, filepath.Join(home, "none")) == nil {
		t.Error("a home that is not there was read")
	}
}

func TestBenchLine(t *testing.T) {
	out := "BenchmarkCompare/few_edits-2   \t 100\t 1234.5 ns/op\t 3 B/op\nBenchmarkX 1 7 ns/op\nok x 1s\n"
	found := benchLine.FindAllStringSubmatch(out, -1)
	if len(found) != 2 || found[0][1] != "Compare/few_edits" || !strings.HasPrefix(found[0][2], "1234.5 ns") || found[1][1] != "X" {
		t.Errorf("%q", found)
	}
}

// TestLiveRows: figures of live sessions are held to those of a bare reader.
func TestLiveRows(t *testing.T) {
	r := &liveReport{Delays: []float64{4000, 1000, 3000, 2000}}
	if got := share(delaysOf, 0.5)(r); got != 3 {
		t.Errorf("p50 is %v ms", got)
	}
	if got := share(delaysOf, 0.99)(r); got != 4 {
		t.Errorf("p99 is %v ms", got)
	}
	for _, c := range []struct {
		values []float64
		kept   string
	}{{[]float64{3, 3, 9}, "yes"}, {[]float64{3.1, 3.1, 0}, "**no**"}} {
		if got := besideBare("x", c.values, []float64{2, 2, 2}, 1, "1 ms"); got.kept != c.kept || got.against != "a bare reader, 2.00 ms" {
			t.Errorf("%+v", got)
		}
	}
}

// TestReadTurn: the bare reader finds the stamps of messages, and the result.
func TestReadTurn(t *testing.T) {
	lines := bufio.NewScanner(strings.NewReader(`{"type":"stream_event","text":"1795422001508547113"}
{"message":{"text":"1795422001508547113"},"type":"assistant"}
{"result":"1795422001508547113","type":"result"}
`))
	var r liveReport
	if err := r.readTurn(io.Discard, lines); err != nil || r.Events != 3 || r.Whole != 1 || len(r.Delays) != 1 || len(r.Results) != 1 {
		t.Errorf("%+v %v", r, err)
	}
	if r.readTurn(io.Discard, lines) == nil {
		t.Error("a turn without a result has ended")
	}
}
