package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bindings/internal/cputime"
)

// storePackages are the stores beside ours, from PyPI.
var storePackages = []string{"openai-agents==0.24.0", "langgraph-checkpoint-sqlite==3.1.2"}

// contestant is a store under measurement: a process that is asked for work
// on one session, and how much of it.
type contestant struct {
	*engine
	messages int // of the session when it is full
	singles  int // of one turn
	works    map[string]*entrant
	sync     *entrant // of ours alone: what the disk takes
}

// parts is in how many turns a session is filled.
const parts = 10

// newContestants lines the stores up, ours first.
func (b *bench) newContestants() ([]*contestant, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(filepath.Join("build", "bench-store"))
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil {
		return nil, err
	}
	script := filepath.Join("bindings", "internal", "bindingstest", "cmd", "bench", "storepeers.py")
	python, missing := storePython()
	list := []*contestant{
		{engine: &engine{name: "Heddle", args: []string{self, "-store", folder}}, messages: 1_000_000, singles: 200},
		{engine: &engine{name: "OpenAI Agents SDK SQLiteSession " + versionOf(storePackages[0]), args: []string{python, script, "openai", folder}}, messages: 200_000, singles: 200},
		{engine: &engine{name: "LangGraph SqliteSaver " + versionOf(storePackages[1]), args: []string{python, script, "langgraph", folder}}, messages: 10_000, singles: 20},
	}
	for i, c := range list {
		if b.quick {
			c.messages = max(c.messages/10, parts*storeBatch)
		}
		c.works = map[string]*entrant{}
		err := errNotRun
		if i > 0 && missing != nil {
			err = missing
		}
		for _, op := range []string{"fill", "single", "fork", "open", "last"} {
			c.works[op] = &entrant{name: c.name, err: err, run: func() (taken, error) { return c.runJob(op, "", c.messageCount(op)) }}
		}
	}
	list[0].sync = &entrant{name: "fsync", err: errNotRun, run: func() (taken, error) { return syncWrites(filepath.Join(folder, "sync")) }}
	return list, nil
}

// syncs is how many writes one turn of syncWrites makes durable.
const syncs = 100

// syncWrites appends pages to a file, each made durable on its own: what a
// durable append cannot be faster than.
func syncWrites(path string) (taken, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return taken{}, err
	}
	defer f.Close()
	start, used, page := time.Now(), cputime.Now(), make([]byte, 4096)
	for range syncs {
		if _, err := f.Write(page); err != nil {
			return taken{}, err
		}
		if err := f.Sync(); err != nil {
			return taken{}, err
		}
	}
	return taken{toMilliseconds(time.Since(start)), toMilliseconds(cputime.Now() - used)}, nil
}

// perSecond turns times of n pieces of work into rates.
func perSecond(times []float64, n int) []float64 {
	rates := make([]float64, len(times))
	for i, ms := range times {
		rates[i] = float64(n) / ms * 1000
	}
	return rates
}

func versionOf(requirement string) string {
	_, version, _ := strings.Cut(requirement, "==")
	return version
}

// storePython installs the packages into an environment of their own, unless
// they are there.
func storePython() (python string, err error) {
	dir, err := filepath.Abs(filepath.Join("build", "bench-venv"))
	if err != nil {
		return "", err
	}
	python = filepath.Join(dir, "bin", "python")
	stamp := filepath.Join(dir, "installed")
	want := strings.Join(storePackages, "\n")
	if have, err := os.ReadFile(stamp); err == nil && string(have) == want {
		return python, nil
	}
	printProgress("installing %s from PyPI", strings.Join(storePackages, " and "))
	for _, args := range [][]string{
		{"python3", "-m", "venv", dir},
		append([]string{python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "20"}, storePackages...),
	} {
		var notes bytes.Buffer
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Stderr = &notes
		if err := cmd.Run(); err != nil {
			return python, fmt.Errorf("%s: %w: %s", args[len(args)-1], err, lastLine(notes.String()))
		}
	}
	return python, os.WriteFile(stamp, []byte(want), 0o644)
}

// storeRows measures the stores, in turns, and renders what they took.
func (b *bench) storeRows() []row {
	list, err := b.newContestants()
	if err != nil {
		return []row{missingRow("durable appends, fork, open, read", "", err)}
	}
	turns := func(op string, n int, warm bool) {
		printProgress("stores: %s", op)
		for turn := range n {
			if op == "single" {
				list[0].sync.runTurn(turn > 0)
			}
			for _, c := range list {
				c.works[op].runTurn(turn > 0 || !warm)
			}
		}
	}
	turns("fill", parts, false)
	for _, op := range []string{"single", "open", "last", "fork"} {
		turns(op, b.runs+1, true)
	}
	var rows []row
	if sync := list[0].sync; sync.hasFigures() {
		rows = append(rows, row{work: "a write of 4 KB and its fsync, on the same disk", measured: formatSpread(perSecond(sync.times, syncs), "/s")})
	} else {
		rows = append(rows, missingRow("a write of 4 KB and its fsync, on the same disk", "", sync.err))
	}
	for _, w := range []struct{ op, work, budget string }{
		{"single", "durable append of one message of 200 bytes", "none"},
		{"fill", "durable append in batches of 1,000 messages of 200 bytes", "≥ 50,000/s"},
		{"fork", "fork", "< 5 ms"},
		{"open", "open the file, get the session", "none"},
		{"last", "read the last 50 messages", "none"},
	} {
		for i, c := range list {
			rows = append(rows, c.resultRow(w.op, w.work, w.budget, list[0], i == 0))
		}
	}
	for _, c := range list {
		c.stopProcess()
	}
	return rows
}

// resultRow renders one work of one store, beside the same of ours.
func (c *contestant) resultRow(op, work, budget string, ours *contestant, first bool) row {
	work += fmt.Sprintf(", a session of %s messages", groupDigits(int64(c.messages)))
	if op == "fill" {
		work = strings.Replace(work, ", a session of", ", up to", 1)
	}
	if !first {
		work, budget = c.name+": "+work, ""
	}
	e, unit := c.works[op], "ms"
	if !e.hasFigures() {
		return missingRow(work, budget, e.err)
	}
	values := e.times
	if n := c.messageCount(op); n > 0 {
		values, unit = perSecond(e.times, n), "/s"
	}
	r := row{work: work, measured: formatSpread(values, unit), budget: budget}
	if op == "fill" && e.medianCPU() > 0 {
		r.measured += fmt.Sprintf(", %s ms of processor time per batch", formatFigure(e.medianCPU()*storeBatch/float64(c.messageCount(op))))
	}
	switch {
	case first && op == "single" && c.sync.hasFigures():
		mine, disk := e.medianWall()/float64(c.singles), c.sync.medianWall()/syncs
		r.against, r.ratio = "write and fsync", fmt.Sprintf("%.2f ×", mine/disk)
	case first && op == "fill":
		r.kept = keptText(median(values) >= 50_000)
	case first && op == "fork":
		r.kept = keptText(median(values) < 5)
	case !first && ours.works[op].hasFigures():
		mine, its := ours.works[op].medianWall(), e.medianWall()
		if c.messageCount(op) > 0 { // of one message
			mine *= float64(c.messageCount(op)) / float64(ours.messageCount(op))
		}
		r.against, r.ratio = "Heddle", fmt.Sprintf("%.2f ×", its/mine)
	}
	return r
}

// messageCount is how many messages one turn of a work appends, 0 when none.
func (c *contestant) messageCount(op string) int {
	return map[string]int{"fill": c.messages / parts, "single": c.singles}[op]
}
