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
	times := map[string][]float64{}
	for _, m := range benchLine.FindAllSubmatch(out, -1) {
		ns, err := strconv.ParseFloat(string(m[2]), 64)
		if err != nil {
			return nil, err
		}
		times[string(m[1])] = append(times[string(m[1])], ns/1e6)
	}
	return times, nil
}

var benchLine = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`)
