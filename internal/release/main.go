// Command release makes the packages that install the command line from npm and PyPI, and the
// formula for Homebrew, out of the programs that goreleaser built:
//
//	go run ./internal/release -builds dist -o dist
//
// The packages hold the native program, one package for each platform. They are byte for byte the
// same whenever they are made from the same programs.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// release is what all packages of one release share.
type release struct {
	version   string
	platforms []platform
	builds    string // folder of the programs
	license   []byte
	npmReadme []byte
}

func main() {
	builds := flag.String("builds", "dist", "`folder` with a folder heddle_OS_ARCH* for each platform")
	out := flag.String("o", "dist", "`folder` for npm/, wheels/ and heddle.rb")
	some := flag.Bool("some", false, "package the platforms that were built, not all of them")
	flag.Parse()
	if err := run(*builds, *out, !*some); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(builds, out string, all bool) error {
	r, err := newRelease(".", builds, all)
	if err != nil {
		return err
	}
	if err := r.writeNpm(filepath.Join(out, "npm")); err != nil {
		return err
	}
	if err := r.writeWheels(filepath.Join(out, "wheels")); err != nil {
		return err
	}
	if !all {
		return nil // the formula names archives of every platform
	}
	return r.writeFormula(out)
}

// newRelease reads what the packages need of the repository and of the builds.
func newRelease(root, builds string, all bool) (*release, error) {
	r := &release{builds: builds}
	for name, into := range map[string]*[]byte{"LICENSE": &r.license, "internal/release/npm/README.md": &r.npmReadme} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		*into = text
	}
	version, err := os.ReadFile(filepath.Join(root, "version.txt"))
	if err != nil {
		return nil, err
	}
	r.version = strings.TrimSpace(string(version))
	r.platforms, err = built(builds, all)
	return r, err
}
