package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// liveLanguage is a language that runs live sessions, each job in a process of its own.
type liveLanguage struct {
	name    string
	command []string // the job is its last argument
	cpu     float64  // that an event may take, in µs
	native  bool     // it runs the sessions itself
	missing error    // why it cannot run
}

// liveTask is a job of the live rows and what the scripted agent does in it.
type liveTask struct {
	job   liveJob
	steps []string // of the first turns; the last one repeats
}

// Steps of the scripted agent: what warms a program up, texts with the time at which they were printed,
// and texts as fast as it can print them.
const (
	warmSteps  = `[{"do":"events","n":5000,"text":"event "}]` // warmMessages
	clockSteps = `[{"do":"clock","n":%d,"ms":2}]`
	endSteps   = `[{"do":"clock","n":1,"ms":0}]`
	floodSteps = `[{"do":"events","n":%d,"text":"event "}]`
	longSteps  = `[{"do":"fill","n":%d,"text":%q},{"do":"text","text":"after"}]`
	longLine   = `{"type":"assistant","message":{"id":"long","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"$FILL"}]},"parent_tool_use_id":null,"session_id":"s","uuid":"long"}`
)

const warmMessages = 5000

// Sizes of the lines that the scripted agent prints.
const (
	longBytes    = 50_000_000
	tooLongBytes = 129 << 20 // the limit of a line is 128 MiB
)

// Limits of the live rows.
const (
	maxDelayP50  = 1.0  // ms more than a bare reader
	maxDelayP99  = 5.0  // ms more
	maxResult    = 60.0 // ms more, and an fsync
	maxManyBytes = 256_000_000

	// Of the process of the language, and of heddle live serve.
	maxHostBytes, maxServerBytes, maxLongBytes = 90_000_000, 200_000_000, 230_000_000
	minCopyRate                                = 0.5 // of cat
)

// liveBench is what the live rows are measured with.
type liveBench struct {
	*bench
	agent, folder string
	languages     []liveLanguage
	sync          float64 // what an fsync takes, in ms
	runsMade      int
}

// liveRows measures live sessions, and heddle record.
func (b *bench) liveRows() []row {
	l, err := b.newLiveBench()
	if err != nil {
		return []row{missingRow("live sessions", "", err)}
	}
	defer os.RemoveAll(l.folder)
	rows := []row{{work: "live sessions: a write of 4 KB and its fsync", measured: formatFigure(l.sync) + " ms"}}
	for _, language := range l.languages {
		if language.missing != nil {
			rows = append(rows, missingRow("live sessions in "+language.name, "", language.missing))
		}
	}
	for _, rowsOf := range []func(liveLanguage) []row{l.startRows, l.delayRows, l.resultRows, l.cpuRows, l.manyRows, l.longRows, l.tooLongRows} {
		for _, language := range l.languages {
			if language.missing == nil {
				printProgress("live sessions in %s", language.name)
				rows = append(rows, rowsOf(language)...)
			}
		}
	}
	return append(rows, l.copyRow())
}

// newLiveBench builds the programs and names the languages.
func (b *bench) newLiveBench() (*liveBench, error) {
	printProgress("live sessions: building the scripted agent")
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	l := &liveBench{bench: b, agent: filepath.Join(root, "build", "bench-agent")}
	if l.folder, err = os.MkdirTemp(filepath.Join(root, "build"), "bench-live-"); err != nil {
		return nil, err
	}
	if b.program == "" {
		if b.program, err = buildProgram(); err != nil {
			return nil, err
		}
	}
	os.Setenv("HEDDLE_PROGRAM", self) // the clients find it there; see runServer
	os.Setenv(realProgram, b.program)
	build := exec.Command("go", "build", "-o", l.agent, "./bindings/internal/scriptedagent")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, err
	}
	if l.sync, err = medianSync(filepath.Join(l.folder, "sync")); err != nil {
		return nil, err
	}
	l.languages = []liveLanguage{
		{name: "Go", command: []string{self, "-livejob"}, cpu: 50, native: true},
		{name: "Node", command: []string{"node", filepath.Join("js", "bench", "live.mjs")}, cpu: 40, missing: buildJS()},
		{name: "Python", command: []string{filepath.Join("build", "venv", "bin", "python"), filepath.Join("python", "bench", "live.py")}, cpu: 40},
	}
	return l, nil
}

// medianSync is what a write and its fsync take, in milliseconds.
func medianSync(path string) (float64, error) {
	var times []float64
	for range 5 {
		t, err := syncWrites(path)
		if err != nil {
			return 0, err
		}
		times = append(times, t.wall/syncs)
	}
	return median(times), nil
}

// buildJS builds what Node runs.
func buildJS() error {
	cmd := exec.Command("npm", "run", "--silent", "build")
	cmd.Dir = "js"
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm run build: %w: %s", err, lastLine(string(out)))
	}
	return nil
}

// runJob has a language do a job in a new process, in a folder of its own, and returns the report and the
// process's peak memory.
func (l *liveBench) runJob(language liveLanguage, t liveTask) (*liveReport, int64, error) {
	l.runsMade++
	t.job.Agent, t.job.Folder = l.agent, filepath.Join(l.folder, fmt.Sprint(l.runsMade))
	defer os.RemoveAll(t.job.Folder)
	for _, name := range []string{"home", "work"} {
		if err := os.MkdirAll(filepath.Join(t.job.Folder, name), 0o700); err != nil {
			return nil, 0, err
		}
	}
	script := fmt.Sprintf(`{"version":"2.1.300 (Scripted)","log":%q,"turns":[%s]}`, os.DevNull, strings.Join(t.steps, ","))
	if err := os.WriteFile(filepath.Join(t.job.Folder, "script.json"), []byte(script), 0o600); err != nil {
		return nil, 0, err
	}
	job, err := json.Marshal(t.job)
	if err != nil {
		return nil, 0, err
	}
	var out, notes bytes.Buffer
	cmd := exec.Command(language.command[0], append(slices.Clone(language.command[1:]), string(job))...)
	cmd.Stdout, cmd.Stderr = &out, &notes // which the server holds, so that Run waits for its end too
	home := filepath.Join(t.job.Folder, "home")
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_DATA_HOME="+filepath.Join(home, "data"), useFile+"="+filepath.Join(t.job.Folder, "server.json"))
	if err := cmd.Run(); err != nil {
		return nil, 0, fmt.Errorf("%s: %w: %s", language.name, err, lastLine(notes.String()))
	}
	var r liveReport
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		return nil, 0, fmt.Errorf("%s: the report cannot be read: %w", language.name, err)
	}
	if r.server, err = readUse(t.job.Folder); err != nil {
		return nil, 0, err
	}
	if !t.job.Bare {
		stored, err := countMessages(home)
		if err != nil || stored != r.Warm+r.Whole {
			return nil, 0, fmt.Errorf("%s: %d messages were delivered, %d are stored, error %v", language.name, r.Warm+r.Whole, stored, err)
		}
	}
	return &r, peakOf(cmd.ProcessState), nil
}

// pair runs a task and the same with a bare reader, in turns, and returns a figure of each round.
func (l *liveBench) pair(language liveLanguage, t liveTask, figures ...func(*liveReport) float64) (session, bare [][]float64, err error) {
	session, bare = make([][]float64, len(figures)), make([][]float64, len(figures))
	for range l.runs {
		for _, isBare := range []bool{true, false} {
			t.job.Bare = isBare
			r, _, err := l.runJob(language, t)
			if err != nil {
				return nil, nil, err
			}
			for i, f := range figures {
				if isBare {
					bare[i] = append(bare[i], f(r))
				} else {
					session[i] = append(session[i], f(r))
				}
			}
		}
	}
	return session, bare, nil
}

// share returns what so large a share of the values, in µs, are at most, in milliseconds.
func share(of func(*liveReport) []float64, part float64) func(*liveReport) float64 {
	return func(r *liveReport) float64 {
		values := slices.Sorted(slices.Values(of(r)))
		if len(values) == 0 {
			return 0
		}
		return values[min(len(values)-1, int(float64(len(values))*part))] / 1000
	}
}

func delaysOf(r *liveReport) []float64  { return r.Delays }
func resultsOf(r *liveReport) []float64 { return r.Results }

// besideBare is a row for values that may be so much above those of a bare reader.
func besideBare(work string, values, bare []float64, limit float64, budget string) row {
	least := median(bare)
	return row{work: work, measured: formatSpread(values, "ms"), against: "a bare reader, " + formatFigure(least) + " ms",
		budget: "≤ a bare reader's + " + budget, kept: keptText(median(values) <= least+limit)}
}

func (l *liveBench) scaled(n int) int {
	if l.quick {
		return n / 10
	}
	return n
}

func (l *liveBench) delayRows(language liveLanguage) []row {
	n := l.scaled(1000)
	work := fmt.Sprintf("%s: from the agent's pipe to the consumer, recording on, %s messages 2 ms apart, ", language.name, groupDigits(int64(n)))
	t := liveTask{liveJob{Sessions: 1, Turns: 1, Warm: 1}, []string{warmSteps, fmt.Sprintf(clockSteps, n)}}
	values, bare, err := l.pair(language, t, share(delaysOf, 0.5), share(delaysOf, 0.99))
	if err != nil {
		return []row{missingRow(work+"p50 and p99", "", err)}
	}
	return []row{
		besideBare(work+"p50", values[0], bare[0], maxDelayP50, "1 ms"),
		besideBare(work+"p99", values[1], bare[1], maxDelayP99, "5 ms"),
	}
}

func (l *liveBench) resultRows(language liveLanguage) []row {
	work := language.name + ": from the agent's pipe to the end of the query, everything stored, p99 of 100 turns"
	t := liveTask{liveJob{Sessions: 1, Turns: 100, Warm: 1}, []string{warmSteps, endSteps}}
	values, bare, err := l.pair(language, t, share(resultsOf, 0.99))
	if err != nil {
		return []row{missingRow(work, "", err)}
	}
	return []row{besideBare(work, values[0], bare[0], maxResult+l.sync, "60 ms + an fsync")}
}

func (l *liveBench) cpuRows(language liveLanguage) []row {
	n := l.scaled(20_000)
	work := fmt.Sprintf("%s: processor time of an event, recording on, %s messages and their pieces at full speed", language.name, groupDigits(int64(n)))
	budget := "≤ " + formatShort(language.cpu) + " µs"
	t := liveTask{liveJob{Sessions: 1, Turns: 1, Warm: 1}, []string{warmSteps, fmt.Sprintf(floodSteps, n)}}
	values, bare, err := l.pair(language, t, func(r *liveReport) float64 { return r.CPUUS / float64(r.Events) },
		func(r *liveReport) float64 { // of all turns
			return r.server.CPUUS / float64(r.Events) * float64(n) / float64(n+warmMessages)
		})
	if err == nil && median(values[0]) == 0 {
		err = errors.New("the system does not report it")
	}
	if err != nil {
		return []row{missingRow(work, budget, err)}
	}
	rows := []row{{work: work, measured: formatSpread(values[0], "µs"), against: "a bare reader, " + formatFigure(median(bare[0])) + " µs per line",
		budget: budget, kept: keptText(median(values[0]) <= language.cpu)}}
	if !language.native {
		rows = append(rows, row{work: work + ": heddle live serve, with its start", measured: formatSpread(values[1], "µs")})
	}
	return rows
}

// manyRows: many sessions at once, whose events are read as they come, and whose turns are waited for.
func (l *liveBench) manyRows(language liveLanguage) []row {
	const sessions = 100
	events := l.scaled(2000)
	maxBytes := int64(maxHostBytes)
	if language.native {
		maxBytes = maxManyBytes
	}
	var rows []row
	for _, collect := range []bool{false, true} {
		r := row{work: fmt.Sprintf("%s: %d sessions × %s messages at once, peak memory", language.name, sessions, groupDigits(int64(events))), budget: "< " + formatMegabytes(maxBytes) + ", none lost"}
		if collect {
			r.work, r.budget = r.work+" with all messages of the turns", "none lost"
		}
		t := liveTask{liveJob{Sessions: sessions, Turns: 1, Collect: collect}, []string{fmt.Sprintf(floodSteps, events)}}
		report, peak, err := l.runJob(language, t)
		if err == nil && report.Whole < sessions*events {
			err = fmt.Errorf("%d of %d messages were delivered", report.Whole, sessions*events)
		}
		if err != nil {
			rows = append(rows, missingRow(r.work, r.budget, err))
			continue
		}
		r.measured = fmt.Sprintf("%s, %s messages delivered and stored", formatMegabytes(peak), groupDigits(int64(report.Whole)))
		r.kept = keptText(collect || peak < maxBytes)
		rows = append(rows, r)
		if !language.native {
			rows = append(rows, serverRow(r.work, report, maxServerBytes))
		}
	}
	return rows
}

// longRows: a message of one very long line.
func (l *liveBench) longRows(language liveLanguage) []row {
	n := l.scaled(longBytes)
	limit := 64_000_000 + 4*int64(n)
	r := row{work: fmt.Sprintf("%s: a line of %s, peak memory", language.name, formatMegabytes(int64(n))), budget: "none; delivered and stored"}
	if language.native {
		r.budget = "< " + formatMegabytes(limit) + " (64 MB + 4 × the line)"
	}
	report, peak, err := l.runJob(language, longTask(n))
	if err == nil && report.Whole != longWhole+1 {
		err = fmt.Errorf("%d messages were delivered instead of %d", report.Whole, longWhole+1)
	}
	if err != nil {
		r = missingRow(r.work, r.budget, err)
		r.kept = keptText(false) // the message is lost
		return []row{r}
	}
	r.measured = formatMegabytes(peak)
	r.kept = keptText(!language.native || peak < limit)
	if language.native {
		return []row{r}
	}
	return []row{r, serverRow(r.work, report, maxLongBytes)}
}

// serverRow is the peak memory of heddle live serve beside that of its host.
func serverRow(work string, report *liveReport, limit int64) row {
	return row{work: work + ": heddle live serve", measured: formatMegabytes(report.server.Peak), budget: "< " + formatMegabytes(limit), kept: keptText(report.server.Peak < limit)}
}

// longWhole is how many messages a turn of longTask has without the long one: the prompt, the start, a text
// and the result.
const longWhole = 4

func longTask(n int) liveTask {
	return liveTask{liveJob{Sessions: 1, Turns: 1, Watch: true}, []string{fmt.Sprintf(longSteps, n, longLine)}}
}

// tooLongRows: a line beyond the limit costs only itself.
func (l *liveBench) tooLongRows(language liveLanguage) []row {
	r := row{work: fmt.Sprintf("%s: a line of %s", language.name, formatMegabytes(tooLongBytes)), budget: "skipped and reported; the turn continues"}
	report, peak, err := l.runJob(language, longTask(tooLongBytes))
	if err != nil {
		r = missingRow(r.work, r.budget, err)
		r.kept = keptText(false) // the session has not survived it
		return []row{r}
	}
	r.kept = keptText(report.Whole == longWhole && len(report.Reports) > 0)
	r.measured = fmt.Sprintf("peak memory %s, %d of %d other messages, reported: %s", formatMegabytes(peak), report.Whole, longWhole, strings.Join(report.Reports, "; "))
	return []row{r}
}
