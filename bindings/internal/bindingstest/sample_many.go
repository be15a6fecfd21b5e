package bindingstest

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"time"
)

// Many makes a home at dir of n short Claude Code sessions in 1,000 folders, unless it
// exists already. Every tenth session has a subagent's file.
func Many(dir string, n int) error {
	return makeOnce(dir, fmt.Sprintln(sampleVersion, n), func(w *sampleWriter) {
		start := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
		for i := 0; i < n && w.err == nil; i++ {
			w.cwd = fmt.Sprintf("/home/u/proj%d", i%1000)
			w.writeShort(start.Add(time.Duration(i)*time.Minute), i%10 == 0)
		}
	})
}

// makeOnce makes a home at dir unless it exists already in this shape.
func makeOnce(dir, shape string, write func(*sampleWriter)) error {
	mark := filepath.Join(dir, ".shape")
	if data, err := os.ReadFile(mark); err == nil && string(data) == shape {
		return nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	w := &sampleWriter{dir: dir, rnd: rand.New(rand.NewSource(7)), cwd: "/home/u/proj"}
	write(w)
	if w.err == nil {
		w.err = os.WriteFile(mark, []byte(shape), 0o644)
	}
	return w.err
}

// writeShort writes a session of one prompt and one answer.
func (w *sampleWriter) writeShort(start time.Time, subagent bool) {
	session, folder := w.randomUUID(), claudeFolder(w.cwd)
	write := func(path string, aside bool) {
		w.writeFile(path, start, func() {
			prompt := w.claudeRecord(session, "user", claudePrompt{"user", w.text(10)})
			prompt.IsSidechain = aside
			w.writeRecord(prompt)
			answer := w.claudeRecord(session, "assistant", w.shortAnswer(20))
			answer.ParentUUID, answer.IsSidechain = &prompt.UUID, aside
			w.writeRecord(answer)
		})
	}
	write(filepath.Join(folder, session+".jsonl"), false)
	if subagent {
		write(filepath.Join(folder, session, "subagents", "agent-"+w.randomHex(8)+".jsonl"), true)
	}
}
