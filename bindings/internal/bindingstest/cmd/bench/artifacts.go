package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"github.com/heddle-dev/heddle/bindings"
)

// artifacts are the modules, with how each is opened.
var artifacts = []struct {
	name    string
	engines []string // of artifactEngine
}{
	{"core", []string{"wazero", "wasmtime", "Node", "Chromium", "Python"}},
	{"core-lite", []string{"wazero", "wasmtime", "Node", "Chromium", "Python"}},
	{"heddle-command", []string{"command"}},
	{"heddle-plugin", []string{"Extism"}},
}

// compareArtifacts prints the table of the modules.
func (b *bench) compareArtifacts() error {
	b.loadBefore = systemLoad()
	if err := b.prepareHomes(); err != nil {
		return err
	}
	b.printHead()
	printSizes()
	fmt.Print("\n| module | engine | load | first list | cost | cost to core.wasm |\n|---|---|---|---|---|---|\n")
	core := map[string]float64{}
	for _, a := range artifacts {
		for _, name := range a.engines {
			if err := b.printArtifact(a.name, name, core); err != nil {
				fmt.Printf("| %s.wasm | %s | **not measured**: %v | | | |\n", a.name, name, err)
			}
		}
	}
	return nil
}

// printSizes prints how large the modules are.
func printSizes() {
	fmt.Print("| module | bytes | gzip -9 |\n|---|---|---|\n")
	for _, a := range artifacts {
		module, err := os.ReadFile(modulePath(a.name))
		if err != nil {
			fmt.Printf("| %s.wasm | **not measured**: %v | |\n", a.name, err)
			continue
		}
		fmt.Printf("| %s.wasm | %s | %s |\n", a.name, groupDigits(int64(len(module))), groupDigits(int64(gzipSize(module))))
	}
}

func modulePath(name string) string { return filepath.Join("build", name+".wasm") }

// artifactEngine is a process that runs a module.
func (b *bench) artifactEngine(module, name string) (*engine, error) {
	path, err := filepath.Abs(modulePath(module))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is missing: make wasm lite plugins builds it", modulePath(module))
	}
	e := &engine{name: name, env: []string{moduleVariable + "=" + path}}
	switch name {
	case "wazero", "command":
		e.args = []string{b.self, "-serve", name, "-home", b.home, "-workers", "1"}
	case "wasmtime":
		e.dir, e.args = filepath.Join("bindings", "wasmtime"), []string{"go", "run", "./cmd/bench", b.home}
	case "Node":
		e.dir, e.args = "js", []string{"node", "bench/bench.mjs", b.home}
	case "Chromium":
		e.dir, e.args = "js", []string{"node", "bench/chromium.mjs", b.home, module}
	case "Python":
		e.dir, e.args = "python", []string{filepath.Join("..", "build", "venv", "bin", "python"), "bench/bench.py", b.home}
	case "Extism":
		e.dir, e.args = "python", []string{filepath.Join("..", "build", "venv", "bin", "python"), "bench/plugin.py", b.home, path}
	}
	return e, nil
}

// printArtifact prints a row: a new process for each load and first list, whose
// compiled code is on the disk where the engine keeps it there.
func (b *bench) printArtifact(module, name string, core map[string]float64) error {
	e, err := b.artifactEngine(module, name)
	if err != nil {
		return err
	}
	defer e.stopProcess()
	printProgress("%s.wasm in %s", module, name)
	var loads, lists []float64
	for run := range b.runs + 1 {
		e.stopProcess()
		load, err := e.runJob("", "", 0)
		if err != nil {
			return err
		}
		first, err := e.runJob("sessions.list", `{"limit":20}`, 1)
		if err != nil {
			return err
		}
		if run > 0 {
			loads, lists = append(loads, load.wall), append(lists, first.wall)
		}
	}
	cost, err := e.medianOf(b.runs, "sessions.totalCost", "{}", 1)
	if err != nil {
		return err
	}
	toCore := ""
	if module == "core" {
		core[name] = cost
	} else if core[name] > 0 {
		toCore = fmt.Sprintf("%.2f ×", cost/core[name])
	}
	if name == "command" {
		name = "wazero"
	}
	fmt.Printf("| %s.wasm | %s | %s | %s | %s ms | %s |\n", module, name, formatSpread(loads, "ms"), formatSpread(lists, "ms"), formatFigure(cost), toCore)
	return nil
}

// command is heddle-command.wasm in a runtime that knows nothing of Heddle. Each
// call is a run of the module.
type command struct {
	runtime wazero.Runtime
	cache   wazero.CompilationCache
	module  wazero.CompiledModule
	home    string
}

func openCommand(home string) (bindings.Engine, error) {
	code, err := os.ReadFile(os.Getenv(moduleVariable))
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	c := &command{home: home}
	if c.cache, err = wazero.NewCompilationCacheWithDir(filepath.Join("build", "wazero-cache")); err != nil {
		return nil, err
	}
	c.runtime = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(c.cache))
	if _, err = wasi_snapshot_preview1.Instantiate(ctx, c.runtime); err == nil {
		c.module, err = c.runtime.CompileModule(ctx, code)
	}
	return c, err
}

// commandLines are the operations as the module's arguments.
var commandLines = map[string][]string{
	"sessions.list":      {"sessions", "list", "--limit", "20", "--json"},
	"sessions.totalCost": {"cost", "report", "--json"},
}

func (c *command) Call(ctx context.Context, op string, _ []byte) (bindings.Response, error) {
	args, ok := commandLines[op]
	if !ok {
		args = []string{"version"}
	}
	var out, problems bytes.Buffer
	config := wazero.NewModuleConfig().WithName("").WithArgs(append([]string{"heddle-command.wasm"}, args...)...).
		WithFSConfig(wazero.NewFSConfig().WithReadOnlyDirMount(c.home, "/home")).
		WithStdout(&out).WithStderr(&problems).WithSysWalltime().WithSysNanotime()
	_, err := c.runtime.InstantiateModule(ctx, c.module, config)
	if exit := (*sys.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 0 {
		err = nil
	}
	if err == nil && out.Len() == 0 {
		err = errors.New("the command printed nothing")
	}
	if err != nil {
		err = fmt.Errorf("%w: %s", err, problems.Bytes())
	}
	return bindings.Response{Body: out.Bytes()}, err
}

func (c *command) Close() error {
	ctx := context.Background()
	return errors.Join(c.runtime.Close(ctx), c.cache.Close(ctx))
}
