package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// pass is a step that makes a compiled module smaller or faster. A pass knows
// what it rewrites by exact patterns of the Go toolchain's output, and changes
// either everything that it is meant to change or nothing.
type pass struct {
	Name string
	Cost string // what the module is without the pass, for warnings
	// Run returns the rewritten module; it does not change its argument. The
	// error is a mismatch when the pattern is not there.
	Run func(module []byte) ([]byte, stats, error)
}

// stats says what a pass did.
type stats struct {
	summary string
	missing []string // hot functions that the module does not have
}

func statsOf(format string, args ...any) stats { return stats{summary: fmt.Sprintf(format, args...)} }

// mismatch is the error of a pass that does not find its pattern in a module,
// because another Go version wrote it. The pass is skipped.
type mismatch string

func (m mismatch) Error() string { return string(m) }

// passesOf lists the passes in the order in which they run. wasm-opt, run by
// the command tool with more flags, has to be after those that read names and
// the shapes of functions, and before the one that undoes its splitting of
// data.
func passesOf(tool string, flags ...string) []pass {
	return []pass{
		{"blank-tracebacks", "0.9 MB larger, because pack-functab needs its holes", blankTracebackTables},
		{"findfunctab", "a quarter larger, and instances start several times slower", synthesizeFindfunctab},
		{"pack-functab", "500 KB larger", packFunctionTables},
		{"vector-bytealg", "up to a fifth slower, because bytes are compared and searched one by one", vectorizeBytealg},
		{"structure-jumps", "210 KB larger and much slower, because every jump goes through a table", structureJumps},
		{"short-copies", "slower, because engines call a function of theirs to copy a few bytes", shortenCopies},
		{"wasm-opt", "half as large again", func(module []byte) ([]byte, stats, error) { return runWasmOpt(tool, module, flags) }},
		{"merge-segments", "slower to start, because engines copy thousands of small segments of data", mergeSegments},
	}
}

// pipeline runs passes and collects warnings.
type pipeline struct {
	target    target
	passes    []pass
	skip      []string // names of passes not to run
	goVersion string   // of the toolchain that compiled the module, for warnings
	warnings  []string
	report    []string // one line per pass
}

// checkSkips reports names of passes that do not exist.
func (p *pipeline) checkSkips() error {
	var names []string
	for _, step := range p.passes {
		names = append(names, step.Name)
	}
	for _, name := range p.skip {
		if !slices.Contains(names, name) {
			return fmt.Errorf("no pass is called %q; the passes are %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}

// warn adds a warning.
func (p *pipeline) warn(format string, args ...any) {
	p.warnings = append(p.warnings, fmt.Sprintf(format, args...))
}

// optimizeModule runs the passes. A pass whose pattern is not in the module
// leaves it as it was, with a warning; any other error ends the build.
func (p *pipeline) optimizeModule(module []byte) ([]byte, error) {
	if err := p.checkSkips(); err != nil {
		return nil, err
	}
	for _, step := range p.passes {
		if slices.Contains(p.skip, step.Name) {
			p.report = append(p.report, fmt.Sprintf("%9d  %s: skipped as asked", len(module), step.Name))
			continue
		}
		out, did, err := step.Run(module)
		var unknown mismatch
		switch {
		case errors.As(err, &unknown):
			p.warn("pass %s skipped, because the output of %s is not as expected: %s. Without the pass %s is %s.", step.Name, p.goVersion, unknown, p.target.name, step.Cost)
			p.report = append(p.report, fmt.Sprintf("%9d  %s: skipped", len(module), step.Name))
			continue
		case err != nil:
			return nil, fmt.Errorf("pass %s: %w", step.Name, err)
		}
		if len(did.missing) > 0 && p.target.hot {
			p.warn("pass %s: hot.txt lists functions that the module compiled by %s does not have: %s. If they were renamed, they are slower than they could be.",
				step.Name, p.goVersion, strings.Join(did.missing, ", "))
		}
		module = out
		p.report = append(p.report, fmt.Sprintf("%9d  %s: %s", len(module), step.Name, did.summary))
	}
	return module, nil
}
