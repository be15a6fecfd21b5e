package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// census is what stands in a home.
type census struct {
	paths   []string
	bytes   int64
	lines   int64
	longest int64 // line, in bytes
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
		return c.add(path, buf)
	})
	if err == nil && len(c.paths) == 0 {
		err = fmt.Errorf("no files in %s", home)
	}
	return c, err
}

func (c *census) add(path string, buf []byte) error {
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

// countLines is the floor: it reads all files on all cores and counts
// newlines. What reads them all cannot take less.
func (c *census) countLines() (int64, error) {
	var group sync.WaitGroup
	workers := runtime.NumCPU()
	sums, failed := make([]int64, workers), make([]error, workers)
	for w := range workers {
		group.Go(func() {
			buf := make([]byte, 1<<20)
			for i := w; i < len(c.paths) && failed[w] == nil; i += workers {
				var n int64
				n, failed[w] = linesOf(c.paths[i], buf)
				sums[w] += n
			}
		})
	}
	group.Wait()
	total := int64(0)
	for w := range workers {
		if failed[w] != nil {
			return 0, failed[w]
		}
		total += sums[w]
	}
	if total != c.lines {
		return 0, fmt.Errorf("%d lines, at first %d: the files changed", total, c.lines)
	}
	return total, nil
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
