package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/bindings/internal/kit"
	"github.com/heddle-dev/heddle/core/rpc"
)

const (
	runners       = 2 // programs at a time
	answerTimeout = 5 * time.Minute
)

// job is what one open host of a runner answers.
type job struct {
	prefix   string
	settings kit.Settings
	cases    []bindingstest.Case
}

// runRunner compares a host in another language with the vectors, through its runner of the
// conformance kit, and saves the result.
func runRunner(name, module string, command []string) error {
	jobs, err := runnerJobs(module)
	if err != nil {
		return err
	}
	var (
		mu     sync.Mutex
		wait   sync.WaitGroup
		result = bindingstest.Result{Engine: name, Differences: []bindingstest.Difference{}}
		failed error
		next   = make(chan job)
	)
	for range runners {
		wait.Go(func() {
			for j := range next {
				r, err := runJob(j, command)
				mu.Lock()
				result.Cases += r.Cases
				result.Differences = append(result.Differences, r.Differences...)
				if err != nil && failed == nil {
					failed = fmt.Errorf("%s: %s: %w", name, j.prefix, err)
				}
				mu.Unlock()
			}
		})
	}
	for _, j := range jobs {
		next <- j
	}
	close(next)
	wait.Wait()
	if failed != nil {
		return failed
	}
	if err := result.Save(results); err != nil {
		return err
	}
	return result.Report()
}

// runnerJobs are the vectors by their homes, and the sequences.
func runnerJobs(module string) ([]job, error) {
	module, err := filepath.Abs(module)
	if err != nil {
		return nil, err
	}
	mounted, err := filepath.Abs(filepath.Join(results, "homes"))
	if err != nil {
		return nil, err
	}
	if err := kit.WriteHomes(agents, mounted); err != nil {
		return nil, err
	}
	all, err := bindingstest.Load(vectors)
	if err != nil {
		return nil, err
	}
	sequence, err := bindingstest.LoadSequences(sequences)
	if err != nil {
		return nil, err
	}
	var jobs []job
	at := map[string]int{} // of a home's job
	for _, c := range all {
		if filepath.Base(module) == "core-lite.wasm" && bindingstest.IsNotLite(&c) {
			continue
		}
		c.Name = c.ID()
		if _, ok := at[c.Home]; !ok {
			at[c.Home] = len(jobs)
			mounts, err := kit.MountsOf(mounted, c.Home)
			if err != nil {
				return nil, err
			}
			jobs = append(jobs, job{settings: kit.Settings{Module: module, Mounts: mounts, Start: kit.FirstTime}})
		}
		jobs[at[c.Home]].cases = append(jobs[at[c.Home]].cases, c)
	}
	for _, s := range sequence {
		mounts, err := kit.MountsOf(mounted, s.Home)
		if err != nil {
			return nil, err
		}
		settings := kit.Settings{Module: module, Mounts: mounts, Start: s.Clock, Step: s.Step, Seed: s.Seed, Store: s.File}
		jobs = append(jobs, job{"sequences/" + s.File + "/", settings, s.Cases})
	}
	return jobs, nil
}

// runJob runs one job on a program of its own.
func runJob(j job, command []string) (r bindingstest.Result, err error) {
	runner, err := kit.Start(command, answerTimeout)
	if err != nil {
		return r, err
	}
	defer runner.Stop()
	j.settings.Powers = runner.Grantable()
	if j.settings.Store != "" {
		temp, err := os.MkdirTemp("", "heddle-sequence-")
		if err != nil {
			return r, err
		}
		defer os.RemoveAll(temp)
		j.settings.Store = filepath.Join(temp, "heddle.db")
	}
	if a, err := runner.Open(j.settings); err != nil || a.Code != "" {
		return r, fmt.Errorf("open: %s %s %w", a.Code, a.Text, err)
	}
	for i := range j.cases {
		c := &j.cases[i]
		op, ok := rpc.OpByName(c.Op)
		if !ok {
			return r, fmt.Errorf("no operation %s", c.Op)
		}
		a, err := runner.Call(uint32(op), c.Request)
		if err != nil {
			return r, fmt.Errorf("%s: %w", c.Name, err)
		}
		r.Cases++
		got := bindingstest.Sizeless(c.Op, a.Golden())
		if !bytes.Equal(got, c.Response) {
			r.Differences = append(r.Differences, bindingstest.Difference{Case: j.prefix + c.Name, What: bindingstest.DescribeDifference(c.Response, got)})
		}
	}
	return r, runner.Close()
}
