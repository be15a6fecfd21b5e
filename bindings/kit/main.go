// Command kit checks hosts of core.wasm, in any language: docs/how-to-write-a-host.md.
//
//	kit check [-kit FILE] [-module FILE] [-only WORD] [-without PARTS] [-every N] [-timeout D] -- RUNNER [ARG…]
//	kit run                       a runner over wazero
//	kit write [-o FILE]           make the kit's archive, at the repository's root
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bindings/internal/kit"
	"github.com/heddle-dev/heddle/bindings/wazero"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "kit:", err)
		os.Exit(1)
	}
}

const usage = "usage: kit check [FLAGS] -- RUNNER [ARG…] | kit run | kit write [-o FILE]"

func run(args []string) error {
	if len(args) == 0 {
		return errors.New(usage)
	}
	switch args[0] {
	case "check":
		return check(args[1:])
	case "run":
		return kit.Serve(os.Stdin, os.Stdout, "wazero", wazero.NewEngine)
	case "write":
		flags := flag.NewFlagSet("kit write", flag.ContinueOnError)
		out := flags.String("o", filepath.Join("build", "kit.tar.gz"), "the archive's `file`")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return kit.Write(".", *out)
	}
	return errors.New(usage)
}

func check(args []string) error {
	flags := flag.NewFlagSet("kit check", flag.ContinueOnError)
	o := kit.Options{Out: os.Stdout}
	flags.StringVar(&o.Archive, "kit", filepath.Join("build", "kit.tar.gz"), "the kit's `file`")
	flags.StringVar(&o.Module, "module", filepath.Join("build", "core.wasm"), "the `file` core.wasm or core-lite.wasm")
	flags.StringVar(&o.Only, "only", "", "only cases whose names contain this `word`")
	without := flags.String("without", "", "leave out these `parts`, such as vectors,sequences")
	flags.IntVar(&o.Every, "every", 1, "only every `N`th vector, statement and call of a lying host, for slow hosts")
	flags.DurationVar(&o.Timeout, "timeout", 2*time.Minute, "how long one answer may take")
	if err := flags.Parse(args); err != nil {
		return err
	}
	o.Without = strings.Split(*without, ",")
	if o.Command = flags.Args(); len(o.Command) == 0 {
		return errors.New(usage)
	}
	r, err := kit.Check(o)
	if err != nil {
		return err
	}
	fmt.Printf("kit: %s: %d cases, %d differences\n", r.Runner, r.Cases, r.Differences)
	if r.Differences > 0 || r.Cases == 0 {
		return fmt.Errorf("%d differences in %d cases", r.Differences, r.Cases)
	}
	return nil
}
