// Command release makes the packages that install the command line from npm and PyPI, and the
// formula for Homebrew, out of the programs that goreleaser built:
//
//	go run ./internal/release -builds dist -o dist
//
// The packages hold the native program, one package for each platform. They are byte for byte the
// same whenever they are made from the same programs.
//
// It also checks the archives of goreleaser, and writes what goes beside the programs:
//
//	go run ./internal/release -licenses build/release/THIRD-PARTY-LICENSES.txt
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
	extras    extras
	npmReadme []byte
}

func main() {
	builds := flag.String("builds", "dist", "`folder` with a folder heddle_OS_ARCH* for each platform")
	out := flag.String("o", "dist", "`folder` for npm/, wheels/ and heddle.rb")
	files := flag.String("files", "build/release", "`folder` of manual pages, completions and licences")
	licenses := flag.String("licenses", "", "write the licences of all modules into this `file`, and nothing else")
	some := flag.Bool("some", false, "package the platforms that were built, not all of them")
	flag.Parse()
	err := error(nil)
	if *licenses != "" {
		err = writeLicenses(*licenses)
	} else {
		err = run(*builds, *files, *out, !*some)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(builds, files, out string, all bool) error {
	r, err := newRelease(".", builds, files, all)
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
	if err := r.checkArchives(out); err != nil {
		return err
	}
	return r.writeFormula(out)
}

// newRelease reads what the packages need of the repository and of the builds.
func newRelease(root, builds, files string, all bool) (*release, error) {
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
	if r.extras, err = readExtras(files); err != nil {
		return nil, err
	}
	r.platforms, err = built(builds, all)
	return r, err
}
