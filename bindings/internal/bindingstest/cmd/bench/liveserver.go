package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// The clients of heddle live serve start this program in its place, by HEDDLE_PROGRAM; it starts the
// other and measures it.
const (
	realProgram = "HEDDLE_BENCH_PROGRAM" // names heddle
	useFile     = "HEDDLE_BENCH_USE"     // names the file for what it has used
)

// serverUse is what heddle live serve has used in a job, from its start to its end.
type serverUse struct {
	CPUUS float64 `json:"cpuUs"` // processor time
	Peak  int64   `json:"peak"`  // memory, in bytes
}

// runServer is heddle with these arguments, measured.
func runServer(args []string) error {
	cmd := exec.Command(os.Getenv(realProgram), args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return err
	}
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	text, err := json.Marshal(serverUse{float64(used.Microseconds()), peakOf(cmd.ProcessState)})
	if err != nil {
		return err
	}
	return os.WriteFile(os.Getenv(useFile), text, 0o600)
}

// readUse reads what the server of a job has used; nothing for a language that runs the sessions itself.
func readUse(folder string) (use serverUse, err error) {
	text, err := os.ReadFile(filepath.Join(folder, "server.json"))
	if os.IsNotExist(err) {
		return use, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &use)
	}
	return use, err
}

// startRows: what the first session of a process takes longer than the next ones, whose agents take as long to start.
func (l *liveBench) startRows(language liveLanguage) []row {
	const budget = "≤ %s ms"
	limit := 120.0
	if language.native {
		limit = 50
	}
	r := row{work: language.name + ": the first session of a process, longer than the next ones take to start", budget: fmt.Sprintf(budget, formatShort(limit))}
	var values []float64
	for range l.runs {
		report, _, err := l.runJob(language, liveTask{liveJob{Starts: 4}, []string{endSteps}})
		if err != nil {
			return []row{missingRow(r.work, r.budget, err)}
		}
		values = append(values, report.Starts[0]-median(report.Starts[1:]))
	}
	r.measured, r.kept = formatSpread(values, "ms"), keptText(median(values) <= limit)
	return []row{r}
}

// timeStarts starts sessions one after the other, and says how long each took in milliseconds.
func timeStarts(n int, start func() (stop func(), err error)) (times []float64, err error) {
	for range n {
		began := time.Now()
		stop, err := start()
		if err != nil {
			return nil, err
		}
		times = append(times, float64(time.Since(began).Microseconds())/1e3)
		stop()
	}
	return times, nil
}
