package redact

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// codeFolder is a tree of ordinary code and how much of it is read.
type codeFolder struct{ name, path string }

// codeFolders are the trees of code that every developer's machine has: Go's library, Python's, and the
// modules of the JavaScript package. CODE_FOLDERS names others instead.
func codeFolders() (list []codeFolder) {
	if names := os.Getenv("CODE_FOLDERS"); names != "" {
		for _, path := range filepath.SplitList(names) {
			list = append(list, codeFolder{filepath.Base(path), path})
		}
		return list
	}
	list = []codeFolder{{"Go", filepath.Join(runtime.GOROOT(), "src")}, {"JavaScript", "../../../js/node_modules"}}
	if out, err := exec.Command("python3", "-c", "import os; print(os.path.dirname(os.__file__))").Output(); err == nil {
		list = append(list, codeFolder{"Python", strings.TrimSpace(string(out))})
	}
	return list
}

// maxCodeFile bounds a file: larger ones are data.
const maxCodeFile = 1 << 20

// readSources returns the texts of a tree, up to a number of bytes.
func readSources(folder string, limit int) (texts []string, paths []string, size int) {
	endings := []string{".go", ".py", ".js", ".mjs", ".ts", ".md", ".c", ".h", ".s", ".json", ".rs", ".java", ".rb", ".sh", ".yaml", ".toml", ".rst", ".pm"}
	filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "site-packages" {
			return filepath.SkipDir
		}
		if err != nil || size >= limit || !d.Type().IsRegular() || indexOf(endings, filepath.Ext(path)) < 0 {
			return nil
		}
		data, err := os.ReadFile(path)
		if err == nil && len(data) <= maxCodeFile {
			texts, paths, size = append(texts, string(data)), append(paths, path), size+len(data)
		}
		return nil
	})
	return texts, paths, size
}

// BenchmarkCode redacts ordinary code: how fast beside one pass over its bytes, and how much of it is
// taken for a secret. With FALSE_ALARMS set it names what is.
func BenchmarkCode(b *testing.B) {
	for _, f := range codeFolders() {
		texts, paths, size := readSources(f.path, 100<<20)
		b.Run(f.name, func(b *testing.B) {
			if size == 0 {
				b.Skip("no code in ", f.path)
			}
			b.SetBytes(int64(size))
			r, replaced := New(), 0
			for b.Loop() {
				replaced = 0
				for i, s := range texts {
					replaced += alarms(r, paths[i], s)
				}
			}
			redacting := b.Elapsed().Seconds() / float64(b.N)
			pass := bytePass(b, texts)
			b.ReportMetric(float64(replaced)/(float64(size)/1e6), "alarms/MB")
			b.ReportMetric(redacting/pass, "passes")
		})
	}
}

// bytePass returns the seconds that adding up all bytes takes, at best.
func bytePass(b *testing.B, texts []string) float64 {
	best := time.Hour
	for range 3 {
		began, sum := time.Now(), 0
		for _, s := range texts {
			for i := range len(s) {
				sum += int(s[i])
			}
		}
		if best = min(best, time.Since(began)); sum == 0 {
			b.Fatal("no bytes")
		}
	}
	return best.Seconds()
}

// alarms returns how many secrets a text of code seems to have.
func alarms(r *Redactor, path, s string) (n int) {
	r.counts = make([]int64, len(r.counts))
	shown := r.Text(s)
	for _, c := range r.Counts() {
		if c.Rule != ruleEmail && c.Rule != ruleHome {
			n += int(c.Count)
		}
	}
	if n > 0 && os.Getenv("FALSE_ALARMS") != "" {
		was, is := strings.Split(s, "\n"), strings.Split(shown, "\n")
		for i, line := range is {
			if strings.Contains(strings.ReplaceAll(strings.ReplaceAll(line, opening+ruleEmail, ""), opening+ruleHome, ""), opening) && i < len(was) {
				fmt.Fprintf(os.Stderr, "%s:%d %.200s\n  WAS %.200s\n", path, i+1, strings.TrimSpace(line), strings.TrimSpace(was[i]))
			}
		}
	}
	return n
}
