package bindingstest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Giants makes a home at dir of n Claude Code sessions, each with one tool
// result of about size bytes on one line, unless it exists already.
func Giants(dir string, n, size int) error {
	mark := filepath.Join(dir, ".giants")
	shape := fmt.Sprintln(sampleVersion, n, size)
	if data, err := os.ReadFile(mark); err == nil && string(data) == shape {
		return nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	w := &sampleWriter{dir: dir, rnd: rand.New(rand.NewSource(7)), cwd: "/home/u/giants"}
	for i := range n {
		w.writeGiant(time.Date(2026, 7, 1, 9, 0, i, 0, time.UTC), size)
	}
	w.keepError(os.WriteFile(mark, []byte(shape), 0o644))
	return w.err
}

// writeGiant writes a prompt, a giant tool result and an answer.
func (w *sampleWriter) writeGiant(start time.Time, size int) {
	session := w.randomUUID()
	record := func(kind string, message claudeMessage) claudeLine {
		return claudeLine{UserType: "external", Cwd: w.cwd, SessionID: session, Version: "2.1.0", GitBranch: "main",
			Type: kind, Message: message, UUID: w.randomUUID(), Timestamp: w.advanceClock(1)}
	}
	w.writeFile(filepath.Join(".claude/projects", strings.ReplaceAll(w.cwd, "/", "-"), session+".jsonl"), start, func() {
		w.writeRecord(record("user", claudePrompt{"user", w.text(30)}))
		const hole = "HOLE"
		data, err := json.Marshal(record("user", claudePrompt{"user", []any{claudeResult{"tool_result", "toolu_" + w.randomHex(22), hole}}}))
		w.keepError(err)
		before, after, _ := bytes.Cut(data, []byte(hole))
		w.writeBytes(before)
		for filler := []byte(w.text(1000) + " "); size > 0; size -= len(filler) {
			w.writeBytes(filler) // in pieces: the line as a whole would show in this process's own peak memory
		}
		w.writeBytes(append(after, '\n'))
		answer := claudeAnswer{ID: "msg_" + w.randomHex(24), Type: "message", Role: "assistant", Model: "claude-sonnet-4-5-20250929",
			Content: []any{textBlock{"text", w.text(80)}}, Usage: &claudeUsage{Input: 10, Output: 100, ServiceTier: "standard"}}
		w.writeRecord(record("assistant", answer))
	})
}
