// Command bench prints the figures that exist so far as ratios of one run:
// how long engines take to walk a sample home, against reading the same files
// on all cores and counting newlines. It runs at the repository's root.
//
// Every figure is the median of several runs. Nothing here passes or fails:
// machines differ, ratios of one run mostly do not.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/bindingstest"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/bindings/wazero"
)

func main() {
	n := flag.Int("n", 400, "sessions per agent in the sample")
	turns := flag.Int("turns", 40, "turns per session")
	runs := flag.Int("runs", 5, "runs per figure")
	flag.Parse()
	home := filepath.Join("build", "bench-home")
	if err := run(home, *n, *turns, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(home string, n, turns, runs int) error {
	if err := bindingstest.Sample(home, n, turns); err != nil {
		return err
	}
	files, size, err := sampleFiles(home)
	if err != nil {
		return err
	}
	fmt.Printf("sample: %d files, %.0f MB, %d cores\n", len(files), float64(size)/1e6, runtime.NumCPU())
	moduleSize()
	floor := bindingstest.Median(runs, func() { count(files) })
	fmt.Printf("floor: read all files on all cores and count newlines: %.1f ms\n\n", floor)
	nativeAll, err := bindingstest.Measure("native", runs, func() (bindings.Engine, error) { return openNative(home, 0) })
	if err != nil {
		return err
	}
	nativeOne, err := bindingstest.Measure("native, 1 worker", runs, func() (bindings.Engine, error) { return openNative(home, 1) })
	if err != nil {
		return err
	}
	sandbox, err := bindingstest.Measure("wazero", runs, func() (bindings.Engine, error) { return openWazero(home, 1) })
	if err != nil {
		return err
	}
	rows := []bindingstest.Figures{nativeAll, nativeOne, sandbox}
	rows = append(rows, others(home, runs)...)
	fmt.Printf("%-18s %10s %14s %10s %9s %10s %16s\n", "engine", "open ms", "small call µs", "walk ms", "MB/s", "× floor", "× native 1 worker")
	for _, r := range rows {
		fmt.Printf("%-18s %10.1f %14.1f %10.1f %9.0f %10.2f %16.2f\n", r.Engine, r.OpenMS, r.EmptyCallUS, r.WalkMS,
			float64(size)/1e3/r.WalkMS, r.WalkMS/floor, r.WalkMS/nativeOne.WalkMS)
	}
	return listFigures(home, runs, floor)
}

// listFigures times the newest 20 of all sessions with a fresh engine.
func listFigures(home string, runs int, floor float64) error {
	var failed error
	ms := bindingstest.Median(runs, func() {
		e, err := openNative(home, 0)
		if err == nil {
			_, err = e.Call(context.Background(), "sessions.list", []byte(`{"limit":20}`))
			e.Close()
		}
		if err != nil {
			failed = err
		}
	})
	fmt.Printf("\nsessions list, limit 20, native, fresh engine: %.1f ms (%.2f × the floor)\n", ms, ms/floor)
	return failed
}

func openNative(home string, workers int) (bindings.Engine, error) {
	var o bindings.Options
	o.Host.Home, o.Workers = home, workers
	return native.Open(o)
}

func openWazero(home string, workers int) (bindings.Engine, error) {
	var o bindings.Options
	o.Host.Home, o.Workers = home, workers
	o.ModulePath = filepath.Join("build", "core.wasm")
	return wazero.Open(o)
}

// others runs the benches of the other engines; one that cannot run says so.
func others(home string, runs int) []bindingstest.Figures {
	abs, err := filepath.Abs(home)
	if err != nil {
		return nil
	}
	count := fmt.Sprint(runs)
	var out []bindingstest.Figures
	for _, c := range []struct {
		name, dir string
		args      []string
	}{
		{"wasmtime", "bindings/wasmtime", []string{"go", "run", "./cmd/bench", abs, count}},
		{"node", "js", []string{"node", "bench/bench.mjs", abs, count}},
		{"python", "python", []string{"../build/venv/bin/python", "bench/bench.py", abs, count}},
	} {
		cmd := exec.Command(c.args[0], c.args[1:]...)
		cmd.Dir, cmd.Stderr = c.dir, os.Stderr
		text, err := cmd.Output()
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		var f bindingstest.Figures
		if err == nil {
			err = json.Unmarshal([]byte(lines[len(lines)-1]), &f)
		}
		if err != nil {
			fmt.Printf("%s: no figures: %v\n", c.name, err)
			continue
		}
		f.Engine = c.name
		out = append(out, f)
	}
	return out
}

func sampleFiles(home string) (files []string, size int64, err error) {
	err = filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(path, ".jsonl") {
			return err
		}
		fi, err := d.Info()
		files, size = append(files, path), size+fi.Size()
		return err
	})
	return files, size, err
}

// count reads all files on all cores and counts newlines.
func count(files []string) int {
	var wg sync.WaitGroup
	sums := make([]int, runtime.NumCPU())
	for w := range sums {
		wg.Add(1)
		go func() {
			defer wg.Done()
			buf := make([]byte, 1<<20)
			for i := w; i < len(files); i += len(sums) {
				f, err := os.Open(files[i])
				if err != nil {
					continue
				}
				for {
					n, err := f.Read(buf)
					sums[w] += bytes.Count(buf[:n], []byte{'\n'})
					if err != nil {
						break
					}
				}
				f.Close()
			}
		}()
	}
	wg.Wait()
	total := 0
	for _, s := range sums {
		total += s
	}
	return total
}

func moduleSize() {
	data, err := os.ReadFile(filepath.Join("build", "core.wasm"))
	if err != nil {
		fmt.Println("core.wasm:", err)
		return
	}
	var z bytes.Buffer
	w, _ := gzip.NewWriterLevel(&z, gzip.BestCompression)
	w.Write(data)
	w.Close()
	fmt.Printf("core.wasm: %d bytes raw (budget 3,000,000), %d gzip (budget 1,000,000)\n", len(data), z.Len())
}
