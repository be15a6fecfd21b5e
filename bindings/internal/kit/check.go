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
	Every   int           // of the vectors and the statements, only every Nth
	Timeout time.Duration // for one answer
	Out     io.Writer
}

// Result counts what was checked.
type Result struct {
	Runner                      string
	Cases, Differences, Skipped int
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
	for reason, n := range c.skipped {
		fmt.Fprintf(c.Out, "left out: %d cases, because %s\n", n, reason)
	}
	return c.Result, nil
}

// wanted reports whether a case is to be run.
func (c *checker) wanted(name string) bool { return strings.Contains(name, c.Only) }

// skip leaves cases out, and says so at the end.
func (c *checker) skip(n int, reason string) {
	c.skipped[reason] += n
	c.Skipped += n
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
		s.Powers = c.grantable()
	}
	a, err := c.runner.Open(s)
	if err != nil {
		return a, c.restart(err)
	}
	return a, nil
}

// grantable are the powers that the runner can grant.
func (c *checker) grantable() []string {
	granted := []string{}
	for _, p := range powers {
		if c.runner.Has(p) {
			granted = append(granted, p)
		}
	}
	return granted
}

// errGone is the end of a runner that has been started again.
var errGone = errors.New("the runner ended")

// restart starts the runner again after why has ended it.
func (c *checker) restart(why error) error {
	if err := c.runner.start(); err != nil {
		return fmt.Errorf("the runner does not start again (%w) after %w", err, why)
	}
	return fmt.Errorf("%w: %w", errGone, why)
}

// settle makes a difference of a runner's end, and leaves other errors.
func (c *checker) settle(name string, err error) error {
	if errors.Is(err, errGone) {
		c.differ(name, err.Error())
		return nil
	}
	return err
}

// session runs cases on one open host. gone is how many the runner's end has left over.
func (c *checker) session(prefix string, s Settings, cases []bindingstest.Case) error {
	a, err := c.open(s)
	if err == nil && a.Code != "" {
		err = fmt.Errorf("%w: open answers %s %s", errGone, a.Code, a.Text)
		if e := c.runner.Close(); e != nil {
			err = c.restart(e)
		}
	}
	if err != nil {
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
	if err := c.runner.Close(); err != nil {
		return c.settle(prefix+" (close)", c.restart(err))
	}
	return nil
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
		if !c.wanted("vectors/"+k.Name) || !c.turn() {
			continue
		}
		if byHome[k.Home] == nil {
			order = append(order, k.Home)
		}
		byHome[k.Home] = append(byHome[k.Home], k)
	}
	for _, home := range order {
		if missing := c.missing(home); missing != "" {
			c.skip(len(byHome[home]), missing)
			continue
		}
		mounts, err := mountsOf(filepath.Join(c.kit, "homes"), home)
		if err != nil {
			return err
		}
		if err := c.session("vectors", Settings{Module: c.Module, Mounts: mounts, Start: firstTime}, byHome[home]); err != nil {
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

// missing says what the runner lacks for a home; empty for nothing.
func (c *checker) missing(home string) string {
	if home != "" && !c.runner.Has(Files) {
		return "the runner has no " + Files
	}
	for prefix, power := range needs {
		if strings.HasPrefix(home, prefix) && !c.runner.Has(power) {
			return "the runner has no " + power
		}
	}
	return ""
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
		if !c.runner.Has(powers...) {
			c.skip(len(s.Cases), "the runner does not have all of "+strings.Join(powers, ", "))
			continue
		}
		mounts, err := mountsOf(filepath.Join(c.kit, "homes"), s.Home)
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
			if !c.runner.Has(s.Settings.Powers...) {
				c.skip(len(s.Cases), "the runner does not have all of "+strings.Join(powers, ", "))
				continue
			}
			if len(s.Settings.Lies) > 0 && !c.runner.Has(Lies) {
				c.skip(len(s.Cases), "the runner has no "+Lies)
				continue
			}
			settings := s.Settings
			if settings.Mounts, err = mountsOf(filepath.Join(c.kit, "homes"), s.Home); err != nil {
				return err
			}
			settings.Module, settings.Start, settings.Seed = c.Module, firstTime, 1
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
