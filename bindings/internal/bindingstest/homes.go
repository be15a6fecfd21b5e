package bindingstest

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"time"
)

// Homes lists the fixture homes below testdata/agents.
func Homes(agents string) ([]string, error) {
	entries, err := os.ReadDir(agents)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if fi, err := os.Stat(filepath.Join(agents, e.Name(), "home")); err == nil && fi.IsDir() {
			out = append(out, e.Name())
		}
	}
	sort.Strings(out)
	return out, nil
}

// Prepare copies every fixture home to dir and gives each file the time that
// its mtimes.json states, because a checkout does not keep times. It also
// makes the folder "empty", a home without sessions.
func Prepare(agents, dir string) error {
	homes, err := Homes(agents)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "empty"), 0o755); err != nil {
		return err
	}
	for _, h := range homes {
		times, err := readTimes(agents, h)
		if err != nil {
			return err
		}
		if err := copyTree(filepath.Join(agents, h, "home"), filepath.Join(dir, h), times); err != nil {
			return err
		}
	}
	return mixHomes(agents, filepath.Join(dir, MixedHome))
}

// MixedHome is a home with sessions of all agents and a run index, put
// together from the fixture homes below.
const MixedHome = "mixed"

var mixed = []string{"claude-2.1.30", "codex-0.99.0", "gemini-0.40.0", "copilot-1.0.73", "cursor-described-int", "opencode-1.1.65",
	"pi-1.5", "omp", "openclaw", "hermes-v6"}

// runIndex names sessions of these homes, one that is gone, and two defects.
const runIndex = `{"runId":"r1","agent":"claude","sessionId":"c50cabd0-5b7a-4a3c-9d0e-000000000000","model":"claude-sonnet-4-5","costUsd":0.25,"inputTokens":1200,"outputTokens":300,"tags":["gone","ci"],"timestamp":"2026-11-20T17:00:00Z"}
{"runId":"r2","agent":"hermes","sessionId":"20260810_091500_a1b2c3","model":"anthropic/claude-sonnet-4.6","costUsd":0.5,"tags":["ci"],"timestamp":"2026-08-10T09:15:00Z","exitCode":0}
{"runId":"r3","agent":"cursor","sessionId":"42","tags":["ide"],"timestamp":1795194000000}
{"runId":"r3","agent":"cursor","sessionId":"42","tags":["ide","again"],"timestamp":1795194000000}
not a record
{"runId":"r4","agent":"pi","costUsd":0.125,"inputTokens":10,"timestamp":"2026-11-20T18:00:00Z"}
`

// mixHomes makes the mixed home.
func mixHomes(agents, dir string) error {
	for _, h := range mixed {
		times, err := readTimes(agents, h)
		if err != nil {
			return err
		}
		if err := copyTree(filepath.Join(agents, h, "home"), dir, times); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, ".agent-mux"), 0o755); err != nil {
		return err
	}
	index, when := filepath.Join(dir, ".agent-mux", "run-index.jsonl"), time.UnixMilli(fallbackTime)
	return errors.Join(os.WriteFile(index, []byte(runIndex), 0o644), os.Chtimes(index, when, when))
}

// readTimes reads a home's mtimes.json.
func readTimes(agents, home string) (map[string]int64, error) {
	data, err := os.ReadFile(filepath.Join(agents, home, "mtimes.json"))
	if err != nil {
		return nil, err
	}
	var times map[string]int64
	return times, json.Unmarshal(data, &times)
}

func copyTree(from, to string, times map[string]int64) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.WriteFile(target, data, 0o644); err != nil {
			return err
		}
		ms, ok := times[filepath.ToSlash(rel)]
		if !ok {
			ms = fallbackTime
		}
		t := time.UnixMilli(ms)
		return os.Chtimes(target, t, t)
	})
}

// fallbackTime is given to files that hold no time of their own.
const fallbackTime = 1795201200000 // 2026-11-20T19:00:00Z

var stamp = regexp.MustCompile(`20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`)

// Mtimes writes mtimes.json for every fixture home that has none: the
// greatest time in a file, as if it had been closed then.
func Mtimes(agents string) error {
	homes, err := Homes(agents)
	if err != nil {
		return err
	}
	for _, h := range homes {
		path := filepath.Join(agents, h, "mtimes.json")
		if _, err := os.Stat(path); err == nil {
			continue
		}
		times, err := timesOf(filepath.Join(agents, h, "home"))
		if err != nil {
			return err
		}
		data, err := json.MarshalIndent(times, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, append(data, '\n'), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func timesOf(root string) (map[string]int64, error) {
	times := map[string]int64{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		last := int64(0)
		for _, m := range stamp.FindAll(data, -1) {
			if t, err := time.Parse(time.RFC3339, string(m)); err == nil {
				last = max(last, t.UnixMilli())
			}
		}
		if last == 0 {
			last = fallbackTime
		}
		rel, err := filepath.Rel(root, path)
		times[filepath.ToSlash(rel)] = last
		return err
	})
	return times, err
}

// Shuffle gives the files below root times in the far future in an order that
// has nothing to do with their content: file times then bound nothing.
func Shuffle(root string, seed int64) error {
	rnd := rand.New(rand.NewSource(seed))
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		t := time.Date(2030, 1, 1, 0, 0, rnd.Intn(1_000_000), 0, time.UTC)
		return os.Chtimes(path, t, t)
	})
}
