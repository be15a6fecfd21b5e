package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// goBenchmarks runs a package's benchmarks and returns their times in
// milliseconds, by name without "Benchmark".
func goBenchmarks(folder, names string, runs int, each string) (map[string][]float64, error) {
	ns, err := goMetric(folder, names, "ns/op", runs, each)
	for _, times := range ns {
		for i := range times {
			times[i] /= 1e6
		}
	}
	return ns, err
}

// goMetric runs a package's benchmarks and returns what they report in a unit, by name without
// "Benchmark".
func goMetric(folder, names, unit string, runs int, each string) (map[string][]float64, error) {
	out, err := runGoBenchmarks(folder, names, runs, each)
	if err != nil {
		return nil, err
	}
	return metricsOf(out, unit)
}

// runGoBenchmarks runs a package's benchmarks and returns what they print.
func runGoBenchmarks(folder, names string, runs int, each string) ([]byte, error) {
	module, err := filepath.Abs(filepath.Join("build", "core.wasm"))
	if err != nil {
		return nil, err
	}
	printProgress("benchmarks of %s", folder)
	cmd := exec.Command("go", "test", folder, "-run", "^$", "-bench", names, "-benchtime", each, "-count", strconv.Itoa(runs))
	cmd.Env = append(os.Environ(), "HEDDLE_WASM="+module)
	var notes bytes.Buffer
	cmd.Stderr = &notes
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go test %s: %w: %s", folder, err, lastLine(string(out)+notes.String()))
	}
	return out, nil
}

// metricsOf returns the values with a unit of printed benchmarks.
func metricsOf(out []byte, unit string) (map[string][]float64, error) {
	values := map[string][]float64{}
	for _, m := range benchLine.FindAllSubmatch(out, -1) {
		fields := bytes.Fields(m[2])
		for i := 1; i < len(fields); i += 2 {
			if string(fields[i]) != unit {
				continue
			}
			v, err := strconv.ParseFloat(string(fields[i-1]), 64)
			if err != nil {
				return nil, err
			}
			values[string(m[1])] = append(values[string(m[1])], v)
		}
	}
	return values, nil
}

var benchLine = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.+)$`)
