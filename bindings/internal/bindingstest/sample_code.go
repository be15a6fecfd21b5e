package bindingstest

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Coded makes a home at dir of Claude Code sessions with lines as work on code writes them, unless it exists
// already: their tool results are parts of the Go installation, which has line ends, quotes and escaped letters.
// The first session has the rare word.
func Coded(dir string, sessions, turns int) error {
	source, err := goSource()
	if err != nil {
		return err
	}
	return makeOnce(dir, fmt.Sprintln(sampleVersion, "code", sessions, turns), func(w *sampleWriter) {
		for i := range sessions {
			if w.rareTurn = -1; i == 0 {
				w.rareTurn = 0
			}
			w.writeCoded(source, time.Date(2026, 8, 1, i, 0, 0, 0, time.UTC), turns)
		}
	})
}

// goSource returns the code of the Go installation's network packages.
func goSource() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	var code strings.Builder
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(root)), "src", "net"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(path, ".go") {
			return err
		}
		data, err := os.ReadFile(path)
		code.WriteString(strings.ToValidUTF8(string(data), ""))
		return err
	})
	if err == nil && code.Len() < 1<<20 {
		err = fmt.Errorf("the Go installation has no sources")
	}
	return code.String(), err
}

// writeCoded writes one session: prompts, up to five tool results for each, and answers.
func (w *sampleWriter) writeCoded(source string, start time.Time, turns int) {
	cut := func(low, high int) string {
		size := w.randomBetween(low, high)
		from := w.rnd.Intn(len(source) - size)
		return strings.ToValidUTF8(source[from:from+size], "")
	}
	session := w.randomUUID()
	w.writeFile(filepath.Join(claudeFolder(w.cwd), session+".jsonl"), start, func() {
		for turn := range turns {
			w.writeRecord(w.claudeRecord(session, "user", claudePrompt{"user", w.promptText(turn, 30)}))
			for range w.randomBetween(1, 5) {
				size := [...]int{800, 800, 800, 6000, 6000, 6000, 6000, 30000, 30000, 120000}[w.rnd.Intn(10)]
				w.writeRecord(w.claudeRecord(session, "user", claudePrompt{"user", []any{claudeResult{"tool_result", "toolu_" + w.randomHex(22), cut(size/8, size)}}}))
			}
			w.writeRecord(w.claudeRecord(session, "assistant", w.shortAnswer(80)))
		}
	})
}
