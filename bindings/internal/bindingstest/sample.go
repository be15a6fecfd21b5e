package bindingstest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Sample is the shape of a generated home for benchmarks: sessions of Claude
// Code, Codex and pi in equal numbers. The same shape always gives the same
// bytes. With 1,000 sessions of 40 turns it holds 3,000 files and about 300 MB.
type Sample struct {
	Sessions int  // of each agent
	Turns    int  // of each session: a prompt, a tool call with its result, an answer
	Copied   bool // file times are those of a copy
}

// Words that searches of a sample look for.
const (
	// RareWord occurs in one prompt of one session of each agent.
	RareWord = "quokka"
	// CommonWord occurs in every text.
	CommonWord = "agent"
)

// sampleVersion changes with what the generator writes.
const sampleVersion = 2

// Files is how many session files there are.
func (s Sample) Files() int { return 3 * s.Sessions }

// UsageRecords is how many requests to a model the home records.
func (s Sample) UsageRecords() int { return 3 * s.Sessions * s.Turns }

// Write makes the home at dir unless it exists already. Other content
// of dir is removed. Unless Copied, a file has the time of its last
// record.
func (s Sample) Write(dir string) error {
	mark := filepath.Join(dir, ".sample")
	shape := fmt.Sprintf("%d %+v\n", sampleVersion, s)
	if data, err := os.ReadFile(mark); err == nil && string(data) == shape {
		return nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	w := &sampleWriter{dir: dir, rnd: rand.New(rand.NewSource(7))}
	for i := 0; i < s.Sessions && w.err == nil; i++ {
		at := time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Hour)
		w.cwd = fmt.Sprintf("/home/u/proj%d", i%7)
		w.rareTurn = -1
		if i == s.Sessions/2 {
			w.rareTurn = s.Turns / 2
		}
		w.writeClaude(at, s.Turns)
		w.writeCodex(at.Add(30*time.Minute), s.Turns)
		w.writePi(at.Add(45*time.Minute), s.Turns)
	}
	if w.err == nil && s.Copied {
		w.err = Shuffle(dir, 1)
	}
	if w.err == nil {
		w.err = os.WriteFile(mark, []byte(shape), 0o644)
	}
	return w.err
}

// vocabulary of the sample's texts.
var vocabulary = strings.Fields("fix auth token parser wasm cursor thread fork revert share index merge store append fsync export cost diff session " + CommonWord)

// sampleWriter writes one session file after the other. The first error stays
// and ends the work.
type sampleWriter struct {
	dir string
	rnd *rand.Rand
	err error

	cwd      string
	rareTurn int // of the session that has the rare word, else -1

	compactEvery, compactBytes int // of Codex: a compaction after so many turns, each with a history of so many bytes

	at  time.Time // of the last record
	out *bufio.Writer
}

// text is some words, the common one among them.
func (w *sampleWriter) text(words int) string {
	parts := make([]string, words)
	for i := range parts {
		parts[i] = vocabulary[w.rnd.Intn(len(vocabulary))]
	}
	parts[words-1] = CommonWord
	return strings.Join(parts, " ")
}

// promptText is the text of a turn's prompt.
func (w *sampleWriter) promptText(turn, words int) string {
	text := w.text(words)
	if turn == w.rareTurn {
		text = RareWord + " " + text
	}
	return text
}

// randomBetween draws a number from low to high.
func (w *sampleWriter) randomBetween(low, high int) int { return low + w.rnd.Intn(high-low+1) }

// randomHex draws an id of some hexadecimal digits.
func (w *sampleWriter) randomHex(digits int) string {
	b := make([]byte, (digits+1)/2)
	w.rnd.Read(b)
	return fmt.Sprintf("%x", b)[:digits]
}

func (w *sampleWriter) randomUUID() string {
	h := w.randomHex(30)
	return h[:8] + "-" + h[8:12] + "-4" + h[12:15] + "-a" + h[15:18] + "-" + h[18:]
}

// advanceClock moves the session's time on and renders it.
func (w *sampleWriter) advanceClock(seconds int) string {
	w.at = w.at.Add(time.Duration(seconds) * time.Second)
	return w.at.Format(sampleTime)
}

const sampleTime = "2006-01-02T15:04:05.000Z"

// writeRecord writes one record.
func (w *sampleWriter) writeRecord(record any) {
	data, err := json.Marshal(record)
	w.keepError(err)
	w.writeBytes(append(data, '\n'))
}

func (w *sampleWriter) writeBytes(data []byte) {
	_, err := w.out.Write(data)
	w.keepError(err)
}

func (w *sampleWriter) keepError(err error) {
	if w.err == nil {
		w.err = err
	}
}

// writeFile writes one session file that begins at a time.
func (w *sampleWriter) writeFile(path string, start time.Time, body func()) {
	path = filepath.Join(w.dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.keepError(err)
		return
	}
	f, err := os.Create(path)
	if err != nil {
		w.keepError(err)
		return
	}
	w.at, w.out = start, bufio.NewWriterSize(f, 1<<16)
	body()
	w.keepError(w.out.Flush())
	w.keepError(f.Close())
	w.keepError(os.Chtimes(path, w.at, w.at))
}
