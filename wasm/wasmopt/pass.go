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
	sites   int      // how many places it changed
	missing []string // hot functions that the module does not have
}

func statsOf(sites int, format string, args ...any) stats {
	return stats{sites: sites, summary: fmt.Sprintf(format, args...)}
}

// mismatch is the error of a pass that does not find its pattern in a module,
// because another Go version wrote it. The pass is skipped.
type mismatch string

func (m mismatch) Error() string { return string(m) }

// settings are what the passes need to know besides the module.
type settings struct {
	tool  string   // wasm-opt
	flags []string // more flags for it
	hot   string   // names of functions that are worth two copies
}

// ownSettings are those of this repository's modules.
func ownSettings(tool string, flags ...string) settings {
	return settings{tool: tool, flags: flags, hot: hotNames}
}

// passesOf lists the passes in the order in which they run. wasm-opt has to be
// after those that read names and the shapes of functions, and before the one
// that undoes its splitting of data.
func passesOf(s settings) []pass {
	return []pass{
		{"blank-tracebacks", "0.9 MB larger, because pack-functab needs its holes", blankTracebackTables},
		{"findfunctab", "a quarter larger, and instances start several times slower", synthesizeFindfunctab},
		{"pack-functab", "500 KB larger", packFunctionTables},
		{"fast-bytealg", "up to a fifth slower, because bytes are compared and searched one by one", s.replaceBytealg},
		{"keep-stack-pointer", "140 KB larger", keepStackPointer},
		{"structure-jumps", "70 KB larger and much slower, because every jump goes through a table", s.structureJumps},
		{"short-copies", "slower, because engines call a function of theirs to copy a few bytes", s.shortenCopies},
		{"wasm-opt", "half as large again", s.runWasmOpt},
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

// note adds a line to the report: the module's size, and what a pass did.
func (p *pipeline) note(module []byte, did string) {
	p.report = append(p.report, fmt.Sprintf("%9d  %s", len(module), did))
}

// optimizeModule runs the passes. A pass whose pattern is not in the module
// leaves it as it was, with a warning; any other error ends the build.
func (p *pipeline) optimizeModule(module []byte) ([]byte, error) {
	if err := p.checkSkips(); err != nil {
		return nil, err
	}
	for _, step := range p.passes {
		if slices.Contains(p.skip, step.Name) {
			p.note(module, step.Name+": skipped as asked")
			continue
		}
		out, did, err := step.Run(module)
		var unknown mismatch
		switch {
		case errors.As(err, &unknown):
			p.warn("pass %s skipped on the output of %s: %s. Without the pass %s is %s.", step.Name, p.goVersion, unknown, p.target.name, step.Cost)
			p.note(module, step.Name+": skipped")
			continue
		case err != nil:
			return nil, fmt.Errorf("pass %s: %w", step.Name, err)
		}
		if len(did.missing) > 0 && p.target.hot != "" {
			p.warn("pass %s: %s lists functions that the module compiled by %s does not have: %s. If they were renamed, they are slower than they could be.",
				step.Name, p.target.hot, p.goVersion, strings.Join(did.missing, ", "))
		}
		p.note(out, fmt.Sprintf("%s: %s; %d sites, %+d bytes", step.Name, did.summary, did.sites, len(out)-len(module)))
		module = out
	}
	return module, nil
}
