package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// copyLine is a line of an agent's stream, without its number.
const copyLine = `{"type":"assistant","message":{"id":"msg_%d","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"%0800d"}]},"session_id":"s","uuid":"u_%d"}` + "\n"

// copyRow: heddle record between an agent and its reader, beside cat in the same place.
func (l *liveBench) copyRow() row {
	size := int64(l.scaled(256_000_000))
	r := row{work: "heddle record: copying " + formatMegabytes(size) + " of an agent's stream", budget: "≥ " + formatShort(minCopyRate) + " × cat"}
	file := filepath.Join(l.folder, "stream")
	size, err := writeStream(file, size)
	var ours, cats []float64
	for round := 0; err == nil && round <= l.runs; round++ {
		var cat, own float64
		if cat, err = copyRate(size, exec.Command("sh", "-c", `cat "$0" | cat`, file)); err != nil {
			break
		}
		home := filepath.Join(l.folder, fmt.Sprint("copy-", round))
		own, err = copyRate(size, exec.Command(l.program, "--home", home, "--store", filepath.Join(home, "heddle.db"), "record", "--agent", "claude", "--", "cat", file))
		if round > 0 {
			ours, cats = append(ours, own), append(cats, cat)
		}
	}
	if err != nil {
		return missingRow(r.work, r.budget, err)
	}
	ratio := medianRatio(ours, cats)
	r.measured, r.against, r.ratio = formatSpread(ours, "MB/s"), "cat, "+formatFigure(median(cats))+" MB/s", fmt.Sprintf("%.2f ×", ratio)
	r.kept = keptText(ratio >= minCopyRate)
	return r
}

// writeStream writes lines of an agent's stream, at least so many bytes, and returns how many.
func writeStream(path string, size int64) (int64, error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	var written int64
	for i := 0; written < size; i++ {
		n, _ := fmt.Fprintf(w, copyLine, i, i, i) // Flush returns its error
		written += int64(n)
	}
	if err := w.Flush(); err != nil {
		return 0, err
	}
	return written, f.Close()
}

// copyRate returns how fast a program copies, in MB/s from its start to the last byte; what it does after
// that, such as storing the rest, is not counted.
func copyRate(size int64, cmd *exec.Cmd) (float64, error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	n, err := io.CopyBuffer(io.Discard, io.LimitReader(out, size), make([]byte, 1<<20))
	seconds := time.Since(start).Seconds()
	if err != nil {
		return 0, err
	}
	more, _ := io.Copy(io.Discard, out) // until the program ends
	if err := cmd.Wait(); err != nil {
		return 0, err
	}
	if n+more != size {
		return 0, fmt.Errorf("%d of %d bytes were copied", n+more, size)
	}
	return float64(size) / 1e6 / seconds, nil
}
