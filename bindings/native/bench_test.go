package native_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/hostfns"
)

// sampleHome is the home that make bench has generated; without it, a small
// one. It also says how many bytes it holds.
func sampleHome(b *testing.B) (home string, size int64) {
	b.Helper()
	home = filepath.Join("..", "..", "build", "bench-home")
	if _, err := os.Stat(filepath.Join(home, ".sample")); err != nil {
		home = b.TempDir()
		if err := (bindingstest.Sample{Sessions: 20, Turns: 40}).Write(home); err != nil {
			b.Fatal(err)
		}
	}
	err := filepath.Walk(home, func(_ string, fi os.FileInfo, err error) error {
		if err == nil && fi.Mode().IsRegular() {
			size += fi.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return home, size
}

// benchmarkSample runs an operation on the sample, with one worker and with
// all. The throughput is that of the whole home.
func benchmarkSample(b *testing.B, op, request string) {
	home, size := sampleHome(b)
	for _, workers := range []int{1, 0} {
		name := "workers=" + strconv.Itoa(workers)
		if workers == 0 {
			name = "workers=all"
		}
		b.Run(name, func(b *testing.B) {
			var o bindings.Options
			o.Host, o.Workers = hostfns.Options{Home: home}, workers
			e, err := native.Open(o)
			if err != nil {
				b.Fatal(err)
			}
			defer e.Close()
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Call(context.Background(), op, []byte(request)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTotalCost adds up all spend.
func BenchmarkTotalCost(b *testing.B) { benchmarkSample(b, "sessions.totalCost", `{}`) }

// BenchmarkTotalCostBySession also keeps a breakdown for each session.
func BenchmarkTotalCostBySession(b *testing.B) {
	benchmarkSample(b, "sessions.totalCost", `{"groupBy":"session"}`)
}

// BenchmarkListNewest lists the newest 20 sessions.
func BenchmarkListNewest(b *testing.B) { benchmarkSample(b, "sessions.list", `{"limit":20}`) }

// BenchmarkListAll lists by an order that needs every session walked whole.
func BenchmarkListAll(b *testing.B) {
	benchmarkSample(b, "sessions.list", `{"limit":100000,"sort":"turns"}`)
}

// BenchmarkSearchRare looks for a word of three sessions.
func BenchmarkSearchRare(b *testing.B) {
	benchmarkSample(b, "sessions.search", `{"text":"`+bindingstest.RareWord+`"}`)
}

// BenchmarkSearchCommon looks for a word of every message.
func BenchmarkSearchCommon(b *testing.B) {
	benchmarkSample(b, "sessions.search", `{"text":"`+bindingstest.CommonWord+`"}`)
}

// BenchmarkListEdited looks for a file that no session edited: the bytes of all
// sessions are searched for its name.
func BenchmarkListEdited(b *testing.B) {
	benchmarkSample(b, "sessions.list", `{"limit":100000,"edited":"src/no-such-file.go"}`)
}

// BenchmarkListFailed finds the sessions with a tool call that failed: it walks
// all of them.
func BenchmarkListFailed(b *testing.B) {
	benchmarkSample(b, "sessions.list", `{"limit":100000,"failed":true}`)
}

// BenchmarkStats counts what all sessions did.
func BenchmarkStats(b *testing.B) { benchmarkSample(b, "sessions.stats", `{}`) }
