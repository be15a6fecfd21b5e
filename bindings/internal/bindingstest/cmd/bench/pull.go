package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle"
)

const (
	// leastPullRate is how many messages a second a pull copies at least.
	leastPullRate = 50_000
	// mostPullMemory is the greatest peak of its process.
	mostPullMemory = 128_000_000
	// pulledMessages is the number of messages of each session that is pulled.
	pulledMessages = 100
)

// pullRows: one store becomes like another one, in a cold process.
func (b *bench) pullRows() []row {
	sessions := 1000
	if b.quick {
		sessions = 50
	}
	messages := sessions * pulledMessages
	work := fmt.Sprintf("heddle store pull: %s messages of %s sessions, file to file, cold process", groupDigits(int64(messages)), groupDigits(int64(sessions)))
	budget := "≥ " + groupDigits(leastPullRate) + " messages/s"
	folder, err := filepath.Abs(filepath.Join("build", "bench-pull"))
	if err == nil && b.program == "" {
		b.program, err = buildProgram()
	}
	if err == nil {
		err = writePulled(folder, sessions)
	}
	if err != nil {
		return []row{missingRow(work, budget, err)}
	}
	defer os.RemoveAll(folder)
	from := filepath.Join(folder, "from.db")
	var first, again []float64
	var peak int64
	atMost := ""
	for round := range b.runs {
		into := filepath.Join(folder, fmt.Sprint("into-", round, ".db"))
		for _, times := range []*[]float64{&first, &again} {
			p := b.heddleProcess(folder, pulls(messages, times == &first), "store", "pull", from, into)
			t, err := p.runToEnd()
			if err != nil {
				return []row{missingRow(work, budget, err)}
			}
			*times = append(*times, t.wall)
			if p.peak > peak {
				if peak, atMost = p.peak, ""; p.atMost {
					atMost = "at most "
				}
			}
		}
	}
	rates := perSecond(first, messages)
	copied := row{work: work, measured: formatSpread(rates, "messages/s"), budget: budget, kept: keptText(median(rates) >= leastPullRate)}
	memory := row{work: "its peak memory", measured: atMost + formatMegabytes(peak), budget: "< " + formatMegabytes(mostPullMemory), kept: keptText(peak < mostPullMemory)}
	if peak == 0 {
		memory.measured, memory.kept = "not known on this system", ""
	}
	return []row{copied, memory, {work: "the same again, with nothing new", measured: formatSpread(again, "ms"), budget: "none"}}
}

// writePulled writes the store that is pulled.
func writePulled(folder string, sessions int) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	h, err := heddle.Open(heddle.Options{Home: folder, Store: filepath.Join(folder, "from.db")})
	if err != nil {
		return err
	}
	defer h.Close()
	list := make([]heddle.JSON, pulledMessages)
	for i := range sessions {
		for k := range list {
			list[k] = heddle.User(fmt.Sprintf("message %d of session %d: %s", k, i, strings.Repeat("some words ", 20)))
		}
		if _, err := h.Store.Record(context.Background(), fmt.Sprintf("session-%05d", i), list...); err != nil {
			return err
		}
	}
	return nil
}

// pulls checks how many events a pull has copied.
func pulls(messages int, first bool) func([]byte) error {
	return func(out []byte) error {
		want := 0
		if first {
			want = messages
		}
		fields := bytes.Split(bytes.TrimSpace(out), []byte("\t"))
		if len(fields) < 3 || string(fields[2]) != fmt.Sprint(want) {
			return fmt.Errorf("the answer is %q instead of %d events", out, want)
		}
		return nil
	}
}
