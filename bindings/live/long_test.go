package live_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
)

// longLines are lines of Claude Code with a long text.
var longLines = map[string]string{
	"tool_result": `{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_1","type":"tool_result","content":"$FILL","is_error":false}]},` +
		`"parent_tool_use_id":null,"session_id":"s","uuid":"u-1"}`,
	"text": `{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"$FILL"}],` +
		`"stop_reason":null,"usage":{"input_tokens":10,"output_tokens":2}},"parent_tool_use_id":null,"session_id":"s","uuid":"a-1"}`,
}

// longScript is a script whose turn has one line with a text of n bytes.
func longScript(line string, n int) string {
	return fmt.Sprintf(`{"turns":[[{"do":"text","text":"before"},{"do":"fill","n":%d,"text":%s},{"do":"text","text":"after"}]]}`, n, strconv.Quote(line))
}

// longEnv names the folder of a setting: TestLongLineAlone uses it in a process of its own.
const longEnv = "HEDDLE_TEST_LONG"

// TestLongLineAlone is not a test of its own: peakOf runs it in another process.
func TestLongLineAlone(t *testing.T) {
	folder := os.Getenv(longEnv)
	if folder == "" {
		t.Skip("run by TestLongLine")
	}
	x := openSetting(t, folder)
	s := x.start()
	longest := 0
	for e, err := range s.Stream(x.context(), live.Query{Text: "go"}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Err != nil {
			t.Error(e.Err)
		}
		longest = max(longest, len(e.Message))
	}
	n, err := x.h.Store.MessageCount(x.context(), s.Info().StoreID)
	if err != nil || !s.Info().Recording {
		t.Errorf("recording %v, %v", s.Info().Recording, err)
	}
	x.stop(s)
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, peak, _ := bytes.Cut(status, []byte("VmHWM:"))
	peak, _, _ = bytes.Cut(peak, []byte("kB"))
	fmt.Printf("\npeak %s longest %d stored %d\n", bytes.TrimSpace(peak), longest, n)
}

// longRun is what a session with one long line has needed.
type longRun struct {
	peak            int64 // of memory, in bytes
	longest, stored int64
}

// runLongLine runs a session with one line whose text has n bytes, in a process of its own.
func runLongLine(t testing.TB, line string, n int) (r longRun) {
	t.Helper()
	x := newSetting(t, longScript(line, n))
	cmd := exec.Command(os.Args[0], "-test.run=^TestLongLineAlone$")
	cmd.Env = append(os.Environ(), longEnv+"="+x.folder)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if _, err := fmt.Sscanf(line, "peak %d longest %d stored %d", &r.peak, &r.longest, &r.stored); err == nil {
			r.peak <<= 10
			return r
		}
	}
	t.Fatalf("no figures in\n%s", out)
	return r
}

// TestLongLine: a session with a line of 50 MB that is recorded takes less than 64 MB and four times
// the line. The message of a text has it three times: as content, in its block and as it was printed.
func TestLongLine(t *testing.T) {
	switch {
	case testing.Short():
		t.Skip("takes 10 s and 250 MB: run without -short")
	case runtime.GOOS != "linux":
		t.Skip("the greatest memory of a process is read from /proc")
	}
	const size = 50_000_000
	for name, line := range longLines {
		r := runLongLine(t, line, size)
		t.Logf("%s: %d MB", name, r.peak/1_000_000)
		if r.longest < 2*size || r.stored != 6 {
			t.Errorf("%s: a message of %d bytes was delivered, %d messages are stored", name, r.longest, r.stored)
		}
		if r.peak > 64_000_000+4*size {
			t.Errorf("%s: %d MB, more than %d", name, r.peak/1_000_000, 64+4*size/1_000_000)
		}
	}
}

// A line that is too long is reported and not recorded, and the session continues.
func TestTooLongLine(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 130 MB and writes 3 GB: run without -short")
	}
	x := newSetting(t, longScript(longLines["text"], 3_000_000_000))
	s := x.start()
	events := s.Subscribe()
	_, messages := x.ask(s, "go")
	x.stop(s)
	reported := 0
	for e := range events.All(x.context()) {
		if errors.Is(e.Err, fault.LimitExceeded) && strings.Contains(e.Err.Error(), "128 MiB") {
			reported++
		}
	}
	if got := strings.Join(kinds(x.stored(s.Info().StoreID)), " "); reported != 1 || got != "user system assistant assistant result" {
		t.Errorf("reported %d times, %d messages delivered, stored: %s", reported, len(messages), got)
	}
}
