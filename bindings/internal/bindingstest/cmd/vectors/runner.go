package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/bindings/internal/kit"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/hostfns/places"
)

const (
	runners       = 2 // programs at a time
	answerTimeout = 5 * time.Minute
	firstTime     = 1795200000000 // of the clock, in milliseconds
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
		c.Name = c.ID()
		if _, ok := at[c.Home]; !ok {
			at[c.Home] = len(jobs)
			jobs = append(jobs, job{settings: kit.Settings{Module: module, Start: firstTime}})
		}
		jobs[at[c.Home]].cases = append(jobs[at[c.Home]].cases, c)
	}
	for _, s := range sequence {
		settings := kit.Settings{Module: module, Start: s.Clock, Step: s.Step, Seed: s.Seed, Store: s.File}
		jobs = append(jobs, job{"sequences/" + s.File + "/", settings, s.Cases})
	}
	for i := range jobs {
		s := &jobs[i].settings
		if s.Mounts, err = mountsOf(jobs[i].cases[0].Home); err != nil {
			return nil, err
		}
		if s.Store != "" {
			delete(s.Mounts, "store") // it is a database there, which is read by SQL alone
		}
	}
	return jobs, nil
}

// mountsOf lists the folders of the agents in a prepared home.
func mountsOf(home string) (map[string]string, error) {
	mounts := map[string]string{}
	if home == "" {
		return mounts, nil
	}
	folder, err := filepath.Abs(filepath.Join(homes, home))
	if err != nil {
		return nil, err
	}
	isFolder := func(path string) bool { fi, err := os.Stat(path); return err == nil && fi.IsDir() }
	found, err := places.Resolve("linux", nil, folder, isFolder)
	if err != nil {
		return nil, err
	}
	for _, p := range found {
		switch {
		case p.Files != nil:
			mounts[p.Mount], err = linkFiles(filepath.Join(results, "files", home), p)
		case p.Found:
			mounts[p.Mount] = p.Path
		}
		if err != nil {
			return nil, err
		}
	}
	return mounts, nil
}

// linkFiles makes a folder that has the single files of a mount alone: a runner mounts folders.
func linkFiles(folder string, p places.Place) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	if err := os.RemoveAll(folder); err != nil {
		return "", err
	}
	for _, name := range p.Files {
		to := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return "", err
		}
		from := filepath.Join(p.Path, filepath.FromSlash(name))
		if err := os.Link(from, to); err != nil && !errors.Is(err, fs.ErrNotExist) { // a link has the file's time
			return "", err
		}
	}
	return folder, nil
}

// runJob runs one job on a program of its own.
func runJob(j job, command []string) (r bindingstest.Result, err error) {
	runner, err := kit.Start(command, answerTimeout)
	if err != nil {
		return r, err
	}
	defer runner.Stop()
	for _, power := range []string{kit.Files, kit.SQL, kit.Zstd, kit.Clock, kit.Entropy} {
		if runner.Has(power) {
			j.settings.Powers = append(j.settings.Powers, power)
		}
	}
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
