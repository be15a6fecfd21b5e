package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/internal/cputime"
)

// liveJob is what a program that runs live sessions is asked for, as JSON in its
// argument. js/bench/live.mjs and python/bench/live.py take the same jobs.
type liveJob struct {
	Agent    string `json:"agent"`    // the scripted agent's program
	Folder   string `json:"folder"`   // has script.json, home and work; the store is made in it
	Bare     bool   `json:"bare"`     // read the agent's lines, and nothing else
	Collect  bool   `json:"collect"`  // wait for the turn and its messages instead of reading events
	Sessions int    `json:"sessions"` // at once
	Turns    int    `json:"turns"`    // of each session
	Warm     int    `json:"warm"`     // turns of each session before, which are not measured
	Watch    bool   `json:"watch"`    // report diagnostics
	Starts   int    `json:"starts"`   // only start so many sessions, one after the other
}

// liveReport is what it did, as JSON on stdout.
type liveReport struct {
	Delays  []float64 `json:"delays"`  // from the agent's stamp to the consumer, in µs, of each stamped message
	Results []float64 `json:"results"` // from the last stamp of a turn to the end of its query
	Events  int       `json:"events"`  // that consumers got, pieces of messages included
	Whole   int       `json:"whole"`   // messages that consumers got
	Warm    int       `json:"warm"`    // messages that consumers got before that was measured
	CPUUS   float64   `json:"cpuUs"`   // processor time from the first prompt to the last result
	Reports []string  `json:"reports"` // diagnostics, each with its code
	Starts  []float64 `json:"starts"`  // how long each start took, in ms
	server  serverUse
}

// startsAtOnce bounds the agents that start at the same time.
const startsAtOnce = 16

// queueEvents is more than any turn has, so that a slow consumer loses nothing.
const queueEvents = 1 << 16

// liveStamp is a text of the scripted agent that says when it was printed, in ns.
var liveStamp = regexp.MustCompile(`"(\d{19})"`)

// stampIn returns the time that a message says it was printed; 0 without one.
func stampIn(message []byte) int64 {
	m := liveStamp.FindSubmatch(message)
	if m == nil {
		return 0
	}
	at, _ := strconv.ParseInt(string(m[1]), 10, 64) // 19 digits
	return at
}

func microsecondsSince(stamp int64) float64 { return float64(time.Now().UnixNano()-stamp) / 1e3 }

// serveLive is the Go program of the live rows.
func serveLive(text string) error {
	var job liveJob
	if err := json.Unmarshal([]byte(text), &job); err != nil {
		return err
	}
	run := runSessions
	if job.Bare {
		run = readLines
	}
	r, err := run(job)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

// liveRunner runs the sessions of a job in one store.
type liveRunner struct {
	job    liveJob
	client *heddle.Heddle
	mu     sync.Mutex // guards report and err
	report liveReport
	err    error
}

func runSessions(job liveJob) (*liveReport, error) {
	client, err := heddle.Open(heddle.Options{})
	if err != nil {
		return nil, err
	}
	defer client.Close()
	l := &liveRunner{job: job, client: client}
	if job.Starts > 0 {
		l.report.Starts, err = timeStarts(job.Starts, func() (func(), error) {
			a, err := heddle.StartAgent(context.Background(), l.options())
			return func() { _ = a.Stop(context.Background()) }, err
		})
		return &l.report, err
	}
	agents := make([]*heddle.AgentSession, job.Sessions)
	gate := make(chan struct{}, startsAtOnce)
	l.each(agents, func(i int) error {
		gate <- struct{}{}
		defer func() { <-gate }()
		agents[i], err = heddle.StartAgent(context.Background(), l.options())
		return err
	})
	l.each(agents, func(i int) error { return l.runTurns(agents[i], job.Warm) })
	l.report = liveReport{Warm: l.report.Whole}
	used := cputime.Now()
	l.each(agents, func(i int) error { return l.runTurns(agents[i], job.Turns) })
	l.report.CPUUS = float64((cputime.Now() - used).Microseconds())
	for _, a := range agents {
		if a != nil {
			_ = a.Stop(context.Background()) // what counts has been counted
		}
	}
	return &l.report, l.err
}

func (l *liveRunner) options() heddle.AgentOptions {
	path := func(name string) string { return filepath.Join(l.job.Folder, name) }
	return heddle.AgentOptions{Agent: "claude", Client: l.client, Program: l.job.Agent, Cwd: path("work"), StateFolder: path("state"),
		Env: []string{"HEDDLE_SCRIPT=" + path("script.json")}, QueueEvents: queueEvents}
}

// each does something with every session at once; after an error nothing is begun.
func (l *liveRunner) each(agents []*heddle.AgentSession, do func(i int) error) {
	if l.err != nil {
		return
	}
	var work sync.WaitGroup
	for i := range agents {
		work.Go(func() {
			if err := do(i); err != nil {
				l.mu.Lock()
				l.err = err
				l.mu.Unlock()
			}
		})
	}
	work.Wait()
}

func (l *liveRunner) runTurns(a *heddle.AgentSession, turns int) error {
	var r liveReport
	for range turns {
		var err error
		if l.job.Collect {
			err = r.collectTurn(a)
		} else {
			err = r.streamTurn(a)
		}
		if err != nil {
			return err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	all := &l.report
	all.Delays, all.Results, all.Reports = append(all.Delays, r.Delays...), append(all.Results, r.Results...), append(all.Reports, r.Reports...)
	all.Events, all.Whole = all.Events+r.Events, all.Whole+r.Whole
	return nil
}

// collectTurn has a turn with all its messages at its end.
func (r *liveReport) collectTurn(a *heddle.AgentSession) error {
	turn, err := a.Query(context.Background(), "go")
	if err != nil {
		return err
	}
	r.Events, r.Whole = r.Events+len(turn.Messages), r.Whole+len(turn.Messages)
	return nil
}

// streamTurn has a turn with its events as they come.
func (r *liveReport) streamTurn(a *heddle.AgentSession) error {
	var stamp int64
	for e, err := range a.Stream(context.Background(), "go") {
		if err != nil {
			return err
		}
		if e.Kind != "event" {
			if e.Err != nil {
				r.Reports = append(r.Reports, e.Err.Error())
			}
			continue
		}
		r.Events++
		if !e.Whole {
			continue
		}
		r.Whole++
		if at := stampIn(e.Message); at != 0 && e.Type != "result" {
			stamp = at
			r.Delays = append(r.Delays, microsecondsSince(at))
		}
	}
	if stamp != 0 {
		r.Results = append(r.Results, microsecondsSince(stamp))
	}
	return nil
}

// countMessages counts the stored messages of a home. The job does not: what it measures is live sessions alone.
func countMessages(home string) (n int, err error) {
	client, err := heddle.Open(heddle.Options{Home: home, Store: filepath.Join(home, "data", "heddle", "heddle.db")})
	if err != nil {
		return 0, err
	}
	defer client.Close()
	list, err := client.Store.List(context.Background())
	if err != nil {
		return 0, err
	}
	for _, s := range list.Items {
		n += int(s.MessageCount)
	}
	return n, nil
}

// readLines is the bare reader: it reads what the agent prints, line by line.
func readLines(job liveJob) (*liveReport, error) {
	cmd := exec.Command(job.Agent, "-p")
	cmd.Dir, cmd.Stderr = filepath.Join(job.Folder, "work"), os.Stderr
	cmd.Env = append(os.Environ(), "HEDDLE_SCRIPT="+filepath.Join(job.Folder, "script.json"))
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 256<<20)
	var warm, r liveReport
	for range job.Warm {
		if err := warm.readTurn(in, lines); err != nil {
			return nil, err
		}
	}
	used := cputime.Now()
	for range job.Turns {
		if err := r.readTurn(in, lines); err != nil {
			return nil, err
		}
	}
	r.CPUUS = float64((cputime.Now() - used).Microseconds())
	in.Close()
	return &r, cmd.Wait()
}

// barePrompt is a prompt as the scripted agent takes it.
const barePrompt = `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"go"}]},"uuid":"11111111-1111-4111-8111-111111111111"}` + "\n"

func (r *liveReport) readTurn(in io.Writer, lines *bufio.Scanner) error {
	if _, err := io.WriteString(in, barePrompt); err != nil {
		return err
	}
	var stamp int64
	for lines.Scan() {
		line := lines.Bytes()
		r.Events++
		switch {
		case bytes.Contains(line, []byte(`"type":"assistant"`)):
			r.Whole++
			if at := stampIn(line); at != 0 {
				stamp = at
				r.Delays = append(r.Delays, microsecondsSince(at))
			}
		case bytes.Contains(line, []byte(`"type":"result"`)):
			if stamp != 0 {
				r.Results = append(r.Results, microsecondsSince(stamp))
			}
			return nil
		}
	}
	return fmt.Errorf("the agent ended: %w", lines.Err())
}
