package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// platform is a system and processor that a release has a program for, by the names of Go, npm and
// Python.
type platform struct {
	goos, goarch string
	os, cpu      string   // of npm: process.platform and process.arch
	wheel        []string // platform tags of PEP 425; the Linux program needs no C library
}

var platforms = []platform{
	{"linux", "amd64", "linux", "x64", []string{"manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"}},
	{"linux", "arm64", "linux", "arm64", []string{"manylinux_2_17_aarch64", "manylinux2014_aarch64", "musllinux_1_1_aarch64"}},
	{"darwin", "amd64", "darwin", "x64", []string{"macosx_12_0_x86_64"}},
	{"darwin", "arm64", "darwin", "arm64", []string{"macosx_12_0_arm64"}},
	{"windows", "amd64", "win32", "x64", []string{"win_amd64"}},
	{"windows", "arm64", "win32", "arm64", []string{"win_arm64"}},
}

// program is the file name of the command on a platform.
func (p platform) program() string {
	if p.goos == "windows" {
		return "heddle.exe"
	}
	return "heddle"
}

// npmName is the name of the npm package that holds the program.
func (p platform) npmName() string { return "heddle-cli-" + p.os + "-" + p.cpu }

// find returns the file of the program below a folder of builds: one folder for each platform,
// whose name begins with heddle_OS_ARCH, as goreleaser makes them.
func (p platform) find(builds string) (string, error) {
	pattern := filepath.Join(builds, "heddle_"+p.goos+"_"+p.goarch+"*", p.program())
	found, err := filepath.Glob(pattern)
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%d files match %s, want one", len(found), pattern)
	}
	return found[0], nil
}

// readProgram reads the program of a platform.
func (r *release) readProgram(p platform) ([]byte, error) {
	path, err := p.find(r.builds)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// built lists the platforms with a program below the folder. Without all, those that are missing
// are left out.
func built(builds string, all bool) (list []platform, err error) {
	for _, p := range platforms {
		_, err := p.find(builds)
		switch {
		case err == nil:
			list = append(list, p)
		case all:
			return nil, err
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no program in %s: %w", builds, os.ErrNotExist)
	}
	return list, nil
}
