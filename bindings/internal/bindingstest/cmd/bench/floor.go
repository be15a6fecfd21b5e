package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// census is the content of a home.
type census struct {
	paths   []string
	bytes   int64
	lines   int64
	longest int64 // line, in bytes
}

// countFiles is the floor, as the process of its own that it is: the plain
// program that finds all files of a home, reads them on all cores and prints
// how many lines they have. It keeps the habits of such programs, so that it
// says what reading costs one, and not what it costs at best: see countLines.
func countFiles(w io.Writer, home string) error {
	var paths []string
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".jsonl") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	total, err := addUp(len(paths), func() func(i int) (int64, error) {
		return func(i int) (int64, error) {
			data, err := os.ReadFile(paths[i])
			return int64(bytes.Count(data, []byte{'\n'})), err
		}
	})
	if err == nil {
		_, err = fmt.Fprintln(w, total)
	}
	return err
}

// takeCensus reads a home once, which also brings it into the page cache.
func takeCensus(home string) (census, error) {
	var c census
	buf := make([]byte, 1<<20)
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(path, ".jsonl") {
			return err
		}
		c.paths = append(c.paths, path)
		return c.addFile(path, buf)
	})
	if err == nil && len(c.paths) == 0 {
		err = fmt.Errorf("no files in %s", home)
	}
	return c, err
}

func (c *census) addFile(path string, buf []byte) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	length := int64(0)
	for {
		n, err := f.Read(buf)
		for _, b := range buf[:n] {
			length++
			if b == '\n' {
				c.lines++
				c.longest, length = max(c.longest, length), 0
			}
		}
		c.bytes += int64(n)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// countLines counts the lines of files that are known already, on all cores,
// with one buffer for each, in a process that runs: nothing that reads them
// all can take less.
func (c *census) countLines() (int64, error) {
	total, err := addUp(len(c.paths), func() func(i int) (int64, error) {
		buf := make([]byte, 1<<20)
		return func(i int) (int64, error) { return linesOf(c.paths[i], buf) }
	})
	if err == nil && total != c.lines {
		return 0, fmt.Errorf("%d lines, at first %d: the files changed", total, c.lines)
	}
	return total, err
}

// addUp adds up the figures of n files on all cores; each core counts with a
// function of its own.
func addUp(n int, counter func() func(i int) (int64, error)) (int64, error) {
	var group sync.WaitGroup
	var total, next atomic.Int64
	workers := runtime.NumCPU()
	failed := make([]error, workers)
	for w := range workers {
		group.Go(func() {
			count := counter()
			for i := next.Add(1) - 1; i < int64(n) && failed[w] == nil; i = next.Add(1) - 1 {
				var lines int64
				lines, failed[w] = count(int(i))
				total.Add(lines)
			}
		})
	}
	group.Wait()
	return total.Load(), errors.Join(failed...)
}

func linesOf(path string, buf []byte) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	lines := int64(0)
	for {
		n, err := f.Read(buf)
		lines += int64(bytes.Count(buf[:n], []byte{'\n'}))
		if err == io.EOF {
			return lines, nil
		}
		if err != nil {
			return 0, err
		}
	}
}
