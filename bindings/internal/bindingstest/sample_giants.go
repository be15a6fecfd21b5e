package bindingstest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// Giants makes a home at dir of n Claude Code sessions, each with one tool
// result of about size bytes on one line, unless it exists already.
func Giants(dir string, n, size int) error {
	return makeOnce(dir, fmt.Sprintln(sampleVersion, n, size), func(w *sampleWriter) {
		for i := range n {
			w.writeGiant(time.Date(2026, 7, 1, 9, 0, i, 0, time.UTC), size)
		}
	})
}

// Compacted makes a home at dir of one Codex session, unless it exists already: its compactions repeat
// a history of about size bytes each.
func Compacted(dir string, turns, compactions, size int) error {
	return makeOnce(dir, fmt.Sprintln(sampleVersion, turns, compactions, size), func(w *sampleWriter) {
		w.rareTurn, w.compactEvery, w.compactBytes = -1, turns/compactions, size
		w.writeCodex(time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC), turns)
	})
}

// writeCompaction writes a compaction with the history that takes the place of what was said.
func (w *sampleWriter) writeCompaction(now string) {
	w.writeBytes([]byte(`{"timestamp":"` + now + `","type":"compacted","payload":{"message":"` + w.text(60) + `","replacement_history":[`))
	for size, between := w.compactBytes, ""; size > 0; between = "," {
		item, err := json.Marshal(codexMessage{"message", "user", []textBlock{{"input_text", w.text(200)}}})
		w.keepError(err)
		w.writeBytes(append([]byte(between), item...))
		size -= len(item)
	}
	w.writeBytes([]byte("]}}\n"))
}

// claudeFolder is where Claude Code keeps the sessions of a working folder.
func claudeFolder(cwd string) string {
	return filepath.Join(".claude/projects", strings.ReplaceAll(cwd, "/", "-"))
}

// claudeRecord is the next line of a session.
func (w *sampleWriter) claudeRecord(session, kind string, message claudeMessage) claudeLine {
	return claudeLine{UserType: "external", Cwd: w.cwd, SessionID: session, Version: "2.1.0", GitBranch: "main",
		Type: kind, Message: message, UUID: w.randomUUID(), Timestamp: w.advanceClock(1)}
}

// shortAnswer is an answer of some words.
func (w *sampleWriter) shortAnswer(words int) claudeAnswer {
	return claudeAnswer{ID: "msg_" + w.randomHex(24), Type: "message", Role: "assistant", Model: "claude-sonnet-4-5-20250929",
		Content: []any{textBlock{"text", w.text(words)}}, Usage: &claudeUsage{Input: 10, Output: 100, ServiceTier: "standard"}}
}

// writeGiant writes a prompt, a giant tool result and an answer.
func (w *sampleWriter) writeGiant(start time.Time, size int) {
	session := w.randomUUID()
	w.writeFile(filepath.Join(claudeFolder(w.cwd), session+".jsonl"), start, func() {
		w.writeRecord(w.claudeRecord(session, "user", claudePrompt{"user", w.text(30)}))
		const hole = "HOLE"
		data, err := json.Marshal(w.claudeRecord(session, "user", claudePrompt{"user", []any{claudeResult{"tool_result", "toolu_" + w.randomHex(22), hole}}}))
		w.keepError(err)
		before, after, _ := bytes.Cut(data, []byte(hole))
		w.writeBytes(before)
		for filler := []byte(w.text(1000) + " "); size > 0; size -= len(filler) {
			w.writeBytes(filler) // in pieces: the line as a whole would show in this process's own peak memory
		}
		w.writeBytes(append(after, '\n'))
		w.writeRecord(w.claudeRecord(session, "assistant", w.shortAnswer(80)))
	})
}
