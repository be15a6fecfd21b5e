// Command canary reports what a run of the end-to-end tests with the newest versions of the
// agents has shown: the versions, the tests that failed, and what the doctor counted. See
// .ci/canary.sh.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// tested is the file with the newest versions that were run, and page is the page that shows them.
const (
	tested = "core/internal/drift/tested_gen.go"
	page   = "docs/agents.md"
)

// titles are the agents of the registries as the page calls them.
var titles = map[string]string{"claude": "Claude Code", "codex": "Codex", "gemini": "Gemini CLI", "copilot": "Copilot CLI", "opencode": "OpenCode", "pi": "Pi", "omp": "omp"}

func main() {
	root := flag.String("root", "build/canary", "folder of the installed agents")
	status := flag.Int("status", 0, "exit status of the tests")
	agents := flag.String("agents", "", "agents that were tested, separated by spaces")
	write := flag.Bool("write", false, "write the versions down as tested")
	flag.Parse()
	r, err := readRun(*root, strings.Fields(*agents))
	if err == nil {
		r.passed = *status == 0
		fmt.Print(r.render())
	}
	if err == nil && *write {
		if !r.isClean() {
			err = fmt.Errorf("not written down: there is something to look at first")
		} else {
			err = r.writeTested(".")
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "canary:", err)
	}
	if err != nil || !r.isClean() {
		os.Exit(1)
	}
}

// run is what a run has shown.
type run struct {
	passed   bool
	versions map[string]string           // newest, by agent
	before   map[string]string           // newest that was tested until now
	counted  map[string]map[string]int64 // what the doctor counted, by agent
	failed   []string                    // names of tests
}

// isClean reports whether there is nothing to look at.
func (r *run) isClean() bool { return r.passed && len(r.counted) == 0 }

// readRun reads what a run has left in its folder.
func readRun(root string, agents []string) (*run, error) {
	r := &run{versions: map[string]string{}, counted: map[string]map[string]int64{}}
	var err error
	if r.before, err = readTested("."); err != nil {
		return nil, err
	}
	for _, a := range agents {
		if r.versions[a], err = installedVersion(filepath.Join(root, a)); err != nil {
			return nil, err
		}
	}
	log, err := os.ReadFile(filepath.Join(root, "log.txt"))
	if err != nil {
		return nil, err
	}
	for _, m := range regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`).FindAllSubmatch(log, -1) {
		r.failed = append(r.failed, string(m[1]))
	}
	report, err := os.ReadFile(filepath.Join(root, "doctor.jsonl"))
	if err != nil {
		return nil, err
	}
	return r, r.addReport(report)
}

// installedVersion returns the version of the first dependency of a folder's package.
func installedVersion(folder string) (string, error) {
	var own struct{ Dependencies map[string]string }
	if err := readJSON(filepath.Join(folder, "package.json"), &own); err != nil {
		return "", err
	}
	for name := range own.Dependencies {
		var installed struct{ Version string }
		err := readJSON(filepath.Join(folder, "node_modules", name, "package.json"), &installed)
		return installed.Version, err
	}
	return "", fmt.Errorf("%s: no dependency", folder)
}

func readJSON(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// addReport adds what the doctor counted: one line for each home folder.
func (r *run) addReport(report []byte) error {
	lines := bufio.NewScanner(bytes.NewReader(report))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var l struct {
			Agent  string
			Agents []struct {
				SkippedCount, Unreadable int64
				Drift                    []struct {
					Kind, Name string
					Count      int64
				}
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return err
		}
		for _, a := range l.Agents {
			r.count(l.Agent, "skipped records", a.SkippedCount)
			r.count(l.Agent, "unreadable sessions", a.Unreadable)
			for _, d := range a.Drift {
				if d.Kind != "newerVersions" { // that is what is being tested
					r.count(l.Agent, strings.TrimSpace(d.Kind+" "+d.Name), d.Count)
				}
			}
		}
	}
	return lines.Err()
}

func (r *run) count(agent, what string, n int64) {
	if n == 0 {
		return
	}
	if r.counted[agent] == nil {
		r.counted[agent] = map[string]int64{}
	}
	r.counted[agent][what] += n
}

// render writes the run as Markdown, for people and for an issue.
func (r *run) render() string {
	var b strings.Builder
	b.WriteString("| agent | newest | tested before | what no rule knows |\n|---|---|---|---|\n")
	for _, a := range sortedKeys(r.versions) {
		var found []string
		for _, what := range sortedKeys(r.counted[a]) {
			found = append(found, fmt.Sprintf("%s ×%d", what, r.counted[a][what]))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", a, r.versions[a], r.before[a], strings.Join(found, ", "))
	}
	switch {
	case len(r.failed) > 0:
		b.WriteString("\nTests that failed: " + strings.Join(r.failed, ", ") + "\n")
	case !r.passed:
		b.WriteString("\nThe tests did not end well; the end of the log says why.\n")
	}
	return b.String()
}

func sortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

var testedRow = regexp.MustCompile(`\{"([a-z]+)", "([^"]+)"\}`)

// readTested reads the newest versions that were run until now.
func readTested(repository string) (map[string]string, error) {
	data, err := os.ReadFile(filepath.Join(repository, tested))
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, m := range testedRow.FindAllStringSubmatch(string(data), -1) {
		out[m[1]] = m[2]
	}
	return out, nil
}

// writeTested writes the versions of the run where the program and the page have them.
func (r *run) writeTested(repository string) error {
	source, err := os.ReadFile(filepath.Join(repository, tested))
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(repository, page))
	if err != nil {
		return err
	}
	for _, a := range sortedKeys(r.versions) {
		source = bytes.ReplaceAll(source, []byte(`{"`+a+`", "`+r.before[a]+`"}`), []byte(`{"`+a+`", "`+r.versions[a]+`"}`))
		text = bytes.ReplaceAll(text, pageRow(a, r.before[a]), pageRow(a, r.versions[a]))
	}
	if err := os.WriteFile(filepath.Join(repository, tested), source, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(repository, page), text, 0o644)
}

// pageRow is how a row of the page begins.
func pageRow(agent, version string) []byte {
	return []byte("| " + titles[agent] + " | " + version + " |")
}
