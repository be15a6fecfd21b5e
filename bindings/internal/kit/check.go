package kit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/core/rpc"
)

// Options say what is checked.
type Options struct {
	Archive string        // the kit
	Module  string        // core.wasm
	Command []string      // the runner
	Only    string        // when not empty, only cases whose names contain it
	Without []string      // parts that are left out
	Every   int           // of the vectors, the statements and the calls of lying hosts, only every Nth
	Timeout time.Duration // for one answer
	Out     io.Writer
}

// Result counts what was checked.
type Result struct {
	Runner             string
	Cases, Differences int
}

// maxShown is how many differences are printed.
const maxShown = 20

// checker runs the kit on one runner.
type checker struct {
	Options
	Result
	runner  *Runner
	kit     string // the unpacked kit
	temp    string // a folder for stores and mounts
	stores  int
	skipped map[string]int // by reason
	nth     int
}

// Check runs the kit's cases on a runner and prints what it finds. The error is what kept it from
// running at all.
func Check(o Options) (Result, error) {
	temp, err := os.MkdirTemp("", "heddle-kit-")
	if err != nil {
		return Result{}, err
	}
	defer os.RemoveAll(temp)
	c := &checker{Options: o, temp: temp, skipped: map[string]int{}}
	c.Every = max(c.Every, 1)
	if c.kit, err = unpack(o.Archive, temp); err != nil {
		return c.Result, fmt.Errorf("the kit: %w", err)
	}
	if c.Module, err = filepath.Abs(o.Module); err != nil {
		return c.Result, err
	}
	if _, err := os.Stat(c.Module); err != nil {
		return c.Result, fmt.Errorf("the module: %w", err)
	}
	if c.runner, err = Start(o.Command, o.Timeout); err != nil {
		return c.Result, fmt.Errorf("the runner: %w", err)
	}
	defer func() { c.runner.Stop() }()
	c.Runner = c.runner.name
	fmt.Fprintf(c.Out, "runner %s: %s\n", c.Runner, strings.Join(c.runner.words, " "))
	for _, part := range []struct {
		name string
		run  func() error
	}{
		{"vectors", c.checkVectors}, {"sequences", c.checkSequences}, {"absent powers", c.scripts("absent")}, {"hostile host", c.scripts("lies")},
		{"modules", c.checkModules}, {"memory", c.checkMemory}, {"hostile guest", c.checkGuest}, {"statements", c.checkStatements},
	} {
		if slices.Contains(c.Without, part.name) {
			continue
		}
		cases, differences := c.Cases, c.Differences
		if err := part.run(); err != nil {
			return c.Result, fmt.Errorf("%s: %w", part.name, err)
		}
		if c.Cases > cases {
			fmt.Fprintf(c.Out, "%s: %d cases, %d differences\n", part.name, c.Cases-cases, c.Differences-differences)
		}
	}
	for _, reason := range sortedKeys(c.skipped) {
		fmt.Fprintf(c.Out, "left out: %d cases, because %s\n", c.skipped[reason], reason)
	}
	return c.Result, nil
}

// wanted reports whether a case is to be run.
func (c *checker) wanted(name string) bool { return strings.Contains(name, c.Only) }

// lacks leaves n cases out, and says so at the end, when the runner lacks one of the words that they need.
func (c *checker) lacks(n int, words ...string) bool {
	for _, word := range words {
		if !c.runner.Has(word) {
			c.skipped["the runner has no "+word] += n
			return true
		}
	}
	return false
}

// differ counts a case, and prints what is wrong with it unless that is empty.
func (c *checker) differ(name, wrong string) {
	c.Cases++
	if wrong == "" {
		return
	}
	if c.Differences++; c.Differences <= maxShown {
		fmt.Fprintf(c.Out, "%s: %s\n", name, wrong)
	}
}

// open opens a host on the runner, and starts the runner again when that ends it.
func (c *checker) open(s Settings) (Answer, error) {
	if s.Powers == nil {
		s.Powers = c.runner.Grantable()
	}
	a, err := c.runner.Open(s)
	if err != nil {
		return a, c.restart(err)
	}
	return a, nil
}

// What leaves over the cases of one open host: the end of a runner that has been started again, and
// a refusal to open.
var (
	errGone    = errors.New("the runner ended")
	errRefused = errors.New("the runner refused to open the module")
)

// refused closes a host that was not opened, and is the error about it.
func (c *checker) refused(a Answer) error {
	if err := c.close(); err != nil {
		return err
	}
	return fmt.Errorf("%w: %s %s", errRefused, a.Code, a.Text)
}

// close closes the open host.
func (c *checker) close() error {
	if err := c.runner.Close(); err != nil {
		return c.restart(err)
	}
	return nil
}

// mustOpen opens a host that the runner may not refuse.
func (c *checker) mustOpen(s Settings) error {
	a, err := c.open(s)
	if err == nil && a.Code != "" {
		err = c.refused(a)
	}
	return err
}

// restart starts the runner again after why has ended it.
func (c *checker) restart(why error) error {
	if err := c.runner.start(); err != nil {
		return fmt.Errorf("the runner does not start again (%w) after %w", err, why)
	}
	return fmt.Errorf("%w: %w", errGone, why)
}

// settle makes a difference of a runner's end or refusal, and leaves other errors.
func (c *checker) settle(name string, err error) error {
	if errors.Is(err, errGone) || errors.Is(err, errRefused) {
		c.differ(name, err.Error())
		return nil
	}
	return err
}

// session runs cases on one open host.
func (c *checker) session(prefix string, s Settings, cases []bindingstest.Case) error {
	if err := c.mustOpen(s); err != nil {
		return c.settle(prefix+" (all of its cases)", err)
	}
	for i := range cases {
		k := &cases[i]
		name := prefix + "/" + k.Name
		a, err := c.call(k.Op, k.Request)
		if err != nil {
			return c.settle(fmt.Sprintf("%s (and %d after it)", name, len(cases)-i-1), err)
		}
		c.differ(name, describe(k, bindingstest.Sizeless(k.Op, a.Golden())))
	}
	return c.settle(prefix+" (close)", c.close())
}

// call runs an operation by its name.
func (c *checker) call(op string, request []byte) (Answer, error) {
	id, ok := rpc.OpByName(op)
	if !ok {
		return Answer{}, fmt.Errorf("the kit names the unknown operation %s", op)
	}
	a, err := c.runner.Call(uint32(id), request)
	if err != nil {
		return a, c.restart(err)
	}
	return a, nil
}

// describe says what is wrong with an answer; empty for nothing.
func describe(k *bindingstest.Case, got []byte) string {
	want := bindingstest.Sizeless(k.Op, k.Response)
	if bytes.Equal(want, got) {
		return ""
	}
	return fmt.Sprintf("%s %.200s\n  %s", k.Op, k.Request, bindingstest.DescribeDifference(want, got))
}

// checkVectors runs the vectors, one host for each home.
func (c *checker) checkVectors() error {
	all, err := bindingstest.Load(filepath.Join(c.kit, "vectors"))
	if err != nil {
		return err
	}
	byHome, order := map[string][]bindingstest.Case{}, []string{}
	for _, k := range all {
		k.Name = k.ID()
		if filepath.Base(c.Module) == "core-lite.wasm" && bindingstest.IsNotLite(&k) || !c.wanted("vectors/"+k.Name) || !c.turn() {
			continue
		}
		if byHome[k.Home] == nil {
			order = append(order, k.Home)
		}
		byHome[k.Home] = append(byHome[k.Home], k)
	}
	for _, home := range order {
		if c.lacks(len(byHome[home]), needed(home)...) {
			continue
		}
		mounts, err := MountsOf(filepath.Join(c.kit, "homes"), home)
		if err != nil {
			return err
		}
		if err := c.session("vectors", Settings{Module: c.Module, Mounts: mounts, Start: FirstTime}, byHome[home]); err != nil {
			return err
		}
	}
	return nil
}

// turn is true once in Every times.
func (c *checker) turn() bool {
	c.nth++
	return c.nth%c.Every == 0 || c.Every == 1
}

// needs are the powers without which a home shows less, by the beginning of its name.
var needs = map[string]string{"copilot": SQL, "opencode": SQL, "cursor": SQL, "hermes": SQL, "openclaw": SQL, "mixed": SQL, "codex-zst": Zstd}

// needed are the words that the vectors of a home need.
func needed(home string) []string {
	if home == "" {
		return nil
	}
	for prefix, power := range needs {
		if strings.HasPrefix(home, prefix) {
			return []string{Files, power}
		}
	}
	return []string{Files}
}

// checkSequences runs the sequences, each on a store of its own.
func (c *checker) checkSequences() error {
	list, err := bindingstest.LoadSequences(filepath.Join(c.kit, "sequences"))
	if err != nil {
		return err
	}
	for _, s := range list {
		name := "sequences/" + s.File
		if !c.wanted(name) {
			continue
		}
		if c.lacks(len(s.Cases), powers...) {
			continue
		}
		mounts, err := MountsOf(filepath.Join(c.kit, "homes"), s.Home)
		if err != nil {
			return err
		}
		settings := Settings{Module: c.Module, Mounts: mounts, Store: c.storeFile(), Start: s.Clock, Step: s.Step, Seed: s.Seed}
		if err := c.session(name, settings, s.Cases); err != nil {
			return err
		}
	}
	return nil
}

// storeFile names a file for a new store.
func (c *checker) storeFile() string {
	c.stores++
	return filepath.Join(c.temp, fmt.Sprintf("store-%d.db", c.stores))
}

// scripts runs the scripts of one folder of the kit.
func (c *checker) scripts(folder string) func() error {
	return func() error {
		list, err := loadScripts(filepath.Join(c.kit, folder))
		if err != nil {
			return err
		}
		for _, s := range list {
			name := folder + "/" + s.File
			if !c.wanted(name) {
				continue
			}
			words := s.Settings.Powers
			if len(s.Settings.Lies) > 0 {
				words = append([]string{Lies}, words...)
			}
			if c.lacks(len(s.Cases), words...) {
				continue
			}
			if len(s.Settings.Lies) > 0 { // what it is asked does not depend on what it was asked before
				s.Cases = slices.DeleteFunc(s.Cases, func(bindingstest.Case) bool { return !c.turn() })
			}
			settings := s.Settings
			if settings.Mounts, err = MountsOf(filepath.Join(c.kit, "homes"), s.Home); err != nil {
				return err
			}
			settings.Module, settings.Start, settings.Seed = c.Module, FirstTime, 1
			if s.Store {
				settings.Store = c.storeFile()
			}
			if err := c.session(name, settings, s.Cases); err != nil {
				return err
			}
		}
		return nil
	}
}
