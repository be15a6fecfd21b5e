//go:build unix

package live_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings/live"
)

// stamp is a text of the scripted agent that says when it was printed.
var stamp = regexp.MustCompile(`"text":"(\d{19})"`)

// stampedEvents is how many texts a benchmark prints, 2 ms apart.
const stampedEvents = 1000

const stampScript = `{"turns":[[{"do":"clock","n":1000,"ms":2}]]}`

// delayOf returns how long ago a record was printed.
func delayOf(record []byte) (time.Duration, bool) {
	m := stamp.FindSubmatch(record)
	if m == nil {
		return 0, false
	}
	at, err := strconv.ParseInt(string(m[1]), 10, 64)
	return time.Duration(time.Now().UnixNano() - at), err == nil
}

// processorTime is what this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// report reports the median and the 99th percentile.
func report(b *testing.B, name string, delays []time.Duration) {
	if len(delays) < stampedEvents {
		b.Fatalf("%d of %d events", len(delays), stampedEvents)
	}
	slices.Sort(delays)
	b.ReportMetric(float64(delays[len(delays)/2].Microseconds()), name+"-p50-µs")
	b.ReportMetric(float64(delays[len(delays)*99/100].Microseconds()), name+"-p99-µs")
}

// BenchmarkEvents measures the time from the pipe to the consumer with recording
// on, beside a bare reader of lines, and the driver's processor time.
func BenchmarkEvents(b *testing.B) {
	for b.Loop() {
		report(b, "bare", bareDelays(b))
		x := newSetting(b, stampScript)
		s, err := live.Start(x.context(), x.options)
		if err != nil {
			b.Fatal(err)
		}
		var delays []time.Duration
		before := processorTime()
		for e, err := range s.Stream(x.context(), live.Query{Text: "go"}) {
			if err != nil {
				b.Fatal(err)
			}
			if d, ok := delayOf(e.Message); ok && e.Whole {
				delays = append(delays, d)
			}
		}
		used := processorTime() - before
		x.stop(s)
		report(b, "live", delays)
		b.ReportMetric(float64(used.Microseconds())/stampedEvents, "cpu-µs/event")
	}
}

// bareDelays runs the same agent with a reader of lines only.
func bareDelays(b *testing.B) (delays []time.Duration) {
	folder := b.TempDir()
	script := filepath.Join(folder, "script.json")
	text := fmt.Sprintf(`{"log":%q,%s`, filepath.Join(folder, "log"), stampScript[1:])
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(scripted, "-p")
	cmd.Env = append(os.Environ(), "HEDDLE_SCRIPT="+script)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	fmt.Fprintln(in, `{"type":"control_request","request_id":"r1","request":{"subtype":"initialize"}}`)
	fmt.Fprintln(in, `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"go"}]},"uuid":"11111111-1111-4111-8111-111111111111"}`)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	seen := map[string]bool{}
	for len(delays) < stampedEvents && lines.Scan() {
		if m := stamp.FindSubmatch(lines.Bytes()); m != nil && !seen[string(m[1])] {
			seen[string(m[1])] = true
			if d, ok := delayOf(lines.Bytes()); ok {
				delays = append(delays, d)
			}
		}
	}
	in.Close()
	_ = cmd.Wait() // its end does not matter here
	return delays
}

// BenchmarkFlood measures the driver's processor time per event when the agent
// prints as fast as it can, with recording on. Pieces of messages are events too.
func BenchmarkFlood(b *testing.B) {
	const events = 20_000
	var all time.Duration
	total := 0
	for b.Loop() {
		x := newSetting(b, fmt.Sprintf(`{"turns":[[{"do":"events","n":%d,"text":"event "}]]}`, events))
		x.options.QueueEvents = 4 * events
		s, err := live.Start(x.context(), x.options)
		if err != nil {
			b.Fatal(err)
		}
		before, heard, delivered := processorTime(), 0, 0
		for e, err := range s.Stream(x.context(), live.Query{Text: "go"}) {
			if err != nil {
				b.Fatal(err)
			}
			delivered++
			if e.Whole {
				heard++
			}
		}
		used := processorTime() - before
		x.stop(s)
		if heard < events {
			b.Fatalf("%d of %d events", heard, events)
		}
		all, total = all+used, total+delivered
	}
	b.ReportMetric(float64(all.Microseconds())/float64(total), "cpu-µs/event")
}

// BenchmarkLongLine measures the greatest memory of a process whose agent prints a line of 50 MB,
// with recording on.
func BenchmarkLongLine(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("the greatest memory of a process is read from /proc")
	}
	for name, line := range longLines {
		b.Run(name, func(b *testing.B) {
			var peak int64
			for b.Loop() {
				peak = max(peak, runLongLine(b, line, 50_000_000).peak)
			}
			b.ReportMetric(float64(peak)/1e6, "peak-MB")
		})
	}
}
