package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// describeMachine describes what the figures come from.
func describeMachine() string {
	model := ""
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(data)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				model = ", " + strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s/%s, %d cores%s, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), model, runtime.Version())
}

// systemLoad is how many processes wanted a core in the last minute; below 0 where
// the system does not report it.
func systemLoad() float64 {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return -1
	}
	first, _, _ := strings.Cut(string(data), " ")
	v, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return -1
	}
	return v
}

// describeLoad warns when others were at work.
func describeLoad(v float64) string {
	switch {
	case v < 0:
		return "unknown"
	case v > float64(runtime.NumCPU())/2:
		return fmt.Sprintf("%.2f (**others are at work: keep none of these figures**)", v)
	}
	return fmt.Sprintf("%.2f", v)
}
