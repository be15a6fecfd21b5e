package adaptertest

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
)

// patience bounds one operation on damaged input: a hang is a failure.
const patience = 30 * time.Second

// runWithTimeout fails the test when fn does not return in time.
func runWithTimeout(t *testing.T, what string, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if p := recover(); p != nil {
				t.Errorf("%s: panic: %v", what, p)
			}
		}()
		fn()
	}()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatalf("%s: no end after %v", what, patience)
	}
}

// loadSample returns the sample's bytes and a mount that can be damaged.
func (s Suite) loadSample(t *testing.T) ([]byte, *hosttest.Mounts) {
	t.Helper()
	mounts, _ := MemoryHost(t, s.Agent, s.Home)
	info, err := mounts.Stat(s.Sample)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, info.Size)
	if _, err := mounts.ReadAt(s.Sample, data, 0); err != nil {
		t.Fatal(err)
	}
	return data, mounts
}

// readDamaged reads the damaged sample by list and get, and checks that errors are
// good ones.
func (s Suite) readDamaged(t *testing.T, what string, mounts *hosttest.Mounts) {
	t.Helper()
	runWithTimeout(t, what, func() {
		h := HostOver(t, mounts)
		for _, strict := range []bool{false, true} {
			_, n, err := listSessions(h, s.Agent, strict)
			s.goodError(t, what, err)
			for _, d := range n.list {
				if d.Code == "" || d.Message == "" {
					t.Errorf("%s: empty diagnostic %+v", what, d)
				}
			}
			got, _, _, err := getSession(h, s.Agent, s.SampleID, strict)
			s.goodError(t, what, err)
			if err == nil {
				if err := got.Validate(); err != nil {
					t.Errorf("%s: %v", what, err)
				}
			}
		}
	})
}

// goodError checks that an error has a code that bad input may cause and
// names the file.
func (s Suite) goodError(t *testing.T, what string, err error) {
	t.Helper()
	if err == nil {
		return
	}
	var e *fault.Error
	if !errors.As(err, &e) {
		t.Errorf("%s: not a fault: %v", what, err)
		return
	}
	switch e.Code {
	case fault.ParseError, fault.LimitExceeded, fault.PermissionDenied, fault.BadRef, fault.IO, fault.Conflict:
		if e.Path == "" {
			t.Errorf("%s: the error names no file: %v", what, err)
		}
	case fault.SessionNotFound:
	default:
		t.Errorf("%s: code %s: %v", what, e.Code, err)
	}
}

// testTruncated cuts the sample at every byte (at most about 3,000 places), with -short at every 16th.
func (s Suite) testTruncated(t *testing.T) {
	data, mounts := s.loadSample(t)
	step := max(1, len(data)/3000)
	if !s.Lines {
		step = max(1, len(data)/200)
	}
	step = coarser(step, 16)
	for cut := 0; cut < len(data); cut += step {
		mounts.File(s.Sample, data[:cut])
		s.readDamaged(t, "cut at "+itoa(cut), mounts)
	}
	if !s.Lines {
		return
	}
	// Whole lines before the cut are never lost.
	whole := s.countMessages(t, mounts.File(s.Sample, data))
	half := bytes.LastIndexByte(data[:len(data)*3/4], '\n') + 1
	before := s.countMessages(t, mounts.File(s.Sample, data[:half]))
	torn := s.countMessages(t, mounts.File(s.Sample, data[:half+min(5, len(data)-half)]))
	if before > whole || torn != before {
		t.Errorf("messages: whole %d, cut %d, torn %d", whole, before, torn)
	}
}

// coarser returns a step of a test that tries many places: times that many with -short.
func coarser(step, times int) int {
	if testing.Short() {
		return step * times
	}
	return step
}

// countMessages returns the number of visible messages, -1 when the session cannot be
// read.
func (s Suite) countMessages(t *testing.T, mounts *hosttest.Mounts) int {
	t.Helper()
	got, _, _, err := getSession(HostOver(t, mounts), s.Agent, s.SampleID, false)
	if err != nil {
		return -1
	}
	return len(got.Messages)
}

// testFlippedBytes changes single bytes all over the sample.
func (s Suite) testFlippedBytes(t *testing.T) {
	data, mounts := s.loadSample(t)
	places := 400
	if !s.Lines {
		places = 120
	}
	step := coarser(max(1, len(data)/places), 16)
	for at := 0; at < len(data); at += step {
		for _, x := range []byte{0x01, 0x80, 0xff} {
			bad := bytes.Clone(data)
			bad[at] ^= x
			mounts.File(s.Sample, bad)
			s.readDamaged(t, "flip at "+itoa(at), mounts)
		}
	}
}

// testDamagedLines damages single lines and checks that all others are still there.
func (s Suite) testDamagedLines(t *testing.T) {
	data, mounts := s.loadSample(t)
	want := s.messageTexts(t, mounts)
	if len(want) == 0 {
		t.Fatal("the sample shows no messages")
	}
	lines := bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	join := func(at int, line []byte) []byte {
		out := append([][]byte(nil), lines...)
		out[at] = line
		return bytes.Join(out, nil)
	}
	for at := 0; at < len(lines); at += coarser(1, 8) {
		line := bytes.TrimSuffix(lines[at], []byte("\n"))
		for name, bad := range map[string][]byte{
			"NUL run before":   append(bytes.Repeat([]byte{0}, 300), lines[at]...),
			"NUL run after":    append(append(bytes.Clone(line), bytes.Repeat([]byte{0}, 300)...), '\n'),
			"torn copy before": append(bytes.Clone(line[:len(line)/2]), lines[at]...),
			"glued copy":       append(bytes.Clone(line), lines[at]...),
			"garbage line":     append([]byte("not json at all\n"), lines[at]...),
			"carriage return":  append(append(bytes.Clone(line), '\r'), '\n'),
			"blank lines":      append([]byte("\n\n \n"), lines[at]...),
		} {
			mounts.File(s.Sample, join(at, bad))
			s.checkSameTexts(t, name+" at line "+itoa(at+1), want, mounts)
			s.readDamaged(t, name+" at line "+itoa(at+1), mounts)
		}
		// Bad UTF-8 inside a text is replaced, and nothing else suffers.
		if i := bytes.Index(line, []byte(`"text":"`)); i > 0 {
			bad := bytes.Clone(lines[at])
			bad = append(bad[:i+8:i+8], append([]byte{0xff, 0xfe}, lines[at][i+8:]...)...)
			mounts.File(s.Sample, join(at, bad))
			if got := s.messageTexts(t, mounts); len(got) != len(want) {
				t.Errorf("bad UTF-8 in line %d: %d messages, want %d", at+1, len(got), len(want))
			}
		}
	}
}

func (s Suite) checkSameTexts(t *testing.T, what string, want []string, mounts *hosttest.Mounts) {
	t.Helper()
	got := s.messageTexts(t, mounts)
	if strings.Join(got, "\x00") != strings.Join(want, "\x00") {
		t.Errorf("%s: %d messages, want the same %d as undamaged", what, len(got), len(want))
	}
}

// messageTexts returns a fingerprint of each visible message.
func (s Suite) messageTexts(t *testing.T, mounts *hosttest.Mounts) []string {
	t.Helper()
	got, _, _, err := getSession(HostOver(t, mounts), s.Agent, s.SampleID, false)
	if err != nil {
		return nil
	}
	var out []string
	for i := range got.Messages {
		m := &got.Messages[i]
		text := string(m.Role) + " " + m.Content + m.Thinking
		if m.ToolResult != nil {
			text += string(m.ToolResult.Output)
		}
		out = append(out, text)
	}
	return out
}

// testLargeValues puts an 80 MB line and a 10,000-deep value among the records. With -short the
// line has 12 MB, which is still more than a reader keeps.
func (s Suite) testLargeValues(t *testing.T) {
	data, mounts := s.loadSample(t)
	want := s.messageTexts(t, mounts)
	size := 80 << 20
	if testing.Short() {
		size = 12 << 20
	}
	large := slices.Grow(bytes.Clone(data), size+64)
	large = append(large, "\n"+`{"type":"heddle-test","pad":"`...)
	pad := large[len(large) : len(large)+size]
	for i := range pad {
		pad[i] = 'x'
	}
	mounts.File(s.Sample, append(large[:len(large)+size], "\"}\n"...))
	what := itoa(size>>20) + " MB line"
	runWithTimeout(t, what, func() { s.checkSameTexts(t, what, want, mounts) })
	for _, depth := range []int{9_000, 10_000, 200_000} {
		deep := `{"type":"heddle-test","deep":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + "}\n"
		mounts.File(s.Sample, append(bytes.Clone(data), append([]byte("\n"), deep...)...))
		runWithTimeout(t, "deep value", func() { s.checkSameTexts(t, "value "+itoa(depth)+" deep", want, mounts) })
		s.readDamaged(t, "value "+itoa(depth)+" deep", mounts)
	}
}

// testReplacedFile puts something else where the sample was.
func (s Suite) testReplacedFile(t *testing.T) {
	_, mounts := s.loadSample(t)
	for name, e := range map[string]hosttest.Entry{
		"empty file":       {Shape: hosttest.File},
		"folder":           {Shape: hosttest.Folder},
		"link out":         {Shape: hosttest.Outside},
		"FIFO":             {Shape: hosttest.FIFO},
		"unreadable":       {Shape: hosttest.File, Data: []byte("{}"), Denied: true},
		"only NULs":        {Shape: hosttest.File, Data: make([]byte, 5000)},
		"only white space": {Shape: hosttest.File, Data: []byte("\n\n  \n")},
		"another format":   {Shape: hosttest.File, Data: []byte("<html>not a session</html>\n")},
		"wrong types":      {Shape: hosttest.File, Data: []byte(wrongTypes)},
	} {
		e.Path = s.Sample
		mounts.Add(e)
		s.readDamaged(t, name, mounts)
	}
	for _, folder := range []string{s.Agent} {
		empty := hosttest.NewMounts(hosttest.Entry{Path: folder, Shape: hosttest.Folder})
		out, _, err := listSessions(HostOver(t, empty), s.Agent, false)
		if err != nil || len(out) != 0 {
			t.Errorf("empty home: %d sessions, %v", len(out), err)
		}
	}
	if out, _, err := listSessions(HostOver(t, hosttest.NewMounts()), s.Agent, false); err != nil || len(out) != 0 {
		t.Errorf("no home at all: %d sessions, %v", len(out), err)
	}
}

// wrongTypes holds records whose fields have types that no agent writes.
const wrongTypes = `{"type":7,"message":"text","uuid":{},"timestamp":[1],"payload":null,"sessionId":1e999}
{"type":"user","message":[1,2],"uuid":"u1","parentUuid":"u1","timestamp":true}
{"type":"assistant","message":{"id":{},"content":7,"usage":[],"model":null},"uuid":"u2"}
{"type":"assistant","message":{"id":"m","content":[7,null,"x",{"type":9}],"usage":{"input_tokens":-5,"output_tokens":1e30}},"uuid":"u3"}
{"type":"response_item","payload":{"type":"message","role":9,"content":"x"}}
{"type":"response_item","payload":{"type":"function_call","arguments":7,"call_id":[]}}
{"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":"x","last_token_usage":{"input_tokens":-1}}}}
[]
7
"text"
null
`

// testVanishedFiles lets files disappear between two calls.
func (s Suite) testVanishedFiles(t *testing.T) {
	_, mounts := s.loadSample(t)
	h := HostOver(t, mounts)
	faults := hosttest.Inject(*h)
	faults.FailWhen(func(c hosttest.Call) error {
		if c.Path == s.Sample && c.Op == "files.readAt" {
			return fault.New(fault.BadRef, "no such file").At(c.Path, 0, 0)
		}
		return nil
	})
	fh := faults.Host()
	runWithTimeout(t, "vanished file", func() {
		all, n, err := listSessions(&fh, s.Agent, false)
		if err != nil {
			t.Errorf("one vanished file ends the list: %v", err)
		}
		for i := range all {
			if all[i].SessionID == s.SampleID && len(n.list) == 0 && s.Lines {
				t.Error("a vanished file is listed without a word")
			}
		}
		_, _, _, err = getSession(&fh, s.Agent, s.SampleID, false)
		s.goodError(t, "vanished file", err)
	})
}

// testFaults fails every host call of a list and a get in turn.
func (s Suite) testFaults(t *testing.T) {
	_, mounts := s.loadSample(t)
	h := HostOver(t, mounts)
	inject := hosttest.Inject(*h)
	fh := inject.Host()
	inject.FailNth(0, nil)
	if _, _, err := listSessions(&fh, s.Agent, false); err != nil {
		t.Fatal(err)
	}
	total := inject.Count()
	boom := fault.New(fault.IO, "injected failure").At(s.Sample, 0, 0)
	step := int64(coarser(max(1, int(total/300)), 16))
	for n := int64(1); n <= total; n += step {
		inject.FailNth(n, boom)
		runWithTimeout(t, "list with a failing call", func() {
			_, notes, err := listSessions(&fh, s.Agent, false)
			if err != nil {
				s.goodError(t, "failing call", err)
			}
			_ = notes
		})
	}
	inject.FailNth(0, nil)
	if _, _, _, err := getSession(&fh, s.Agent, s.SampleID, false); err != nil {
		t.Fatal(err)
	}
	total = inject.Count()
	for n := int64(1); n <= total; n += int64(coarser(1, 16)) {
		inject.FailNth(n, boom)
		runWithTimeout(t, "get with a failing call", func() {
			_, _, _, err := getSession(&fh, s.Agent, s.SampleID, false)
			s.goodError(t, "failing call", err)
		})
	}
}

// testTimeout lets the deadline pass: TIMEOUT must come through unchanged.
func (s Suite) testTimeout(t *testing.T) {
	_, mounts := s.loadSample(t)
	h := HostOver(t, mounts)
	h.Poll = expired{}
	inject := hosttest.Inject(*h)
	inject.FailWhen(func(hosttest.Call) error { return fault.New(fault.Timeout, "the deadline has passed") })
	fh := inject.Host()
	runWithTimeout(t, "timeout", func() {
		_, _, err := listSessions(&fh, s.Agent, false)
		if err != nil && fault.CodeOf(err) != fault.Timeout {
			t.Errorf("list: %v, want TIMEOUT", err)
		}
		_, _, _, err = getSession(&fh, s.Agent, s.SampleID, false)
		if fault.CodeOf(err) != fault.Timeout {
			t.Errorf("get: %v, want TIMEOUT", err)
		}
	})
}

type expired struct{}

func (expired) Poll(int64, int64) error { return fault.New(fault.Timeout, "the deadline has passed") }

func itoa(n int) string { return strconv.Itoa(n) }
