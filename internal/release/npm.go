package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

//go:embed npm/heddle.js
var npmLauncher []byte

// npmEngines is the oldest Node that the launcher runs on.
const npmEngines = ">=18"

// manifest is a package.json.
type manifest struct {
	Name                 string            `json:"name"`
	Version              string            `json:"version"`
	Description          string            `json:"description"`
	License              string            `json:"license"`
	Repository           string            `json:"repository"`
	Engines              map[string]string `json:"engines,omitempty"`
	OS                   []string          `json:"os,omitempty"`
	CPU                  []string          `json:"cpu,omitempty"`
	Bin                  map[string]string `json:"bin,omitempty"`
	Man                  []string          `json:"man,omitempty"` // npm install --global puts them where man looks
	Files                []string          `json:"files"`
	PreferUnplugged      bool              `json:"preferUnplugged,omitempty"` // Yarn cannot run a program inside an archive
	OptionalDependencies map[string]string `json:"optionalDependencies,omitempty"`
}

// file is a file of a package. mode is that of Unix.
type file struct {
	name string
	mode int64
	data []byte
}

// writeNpm writes a tarball for each platform, and heddle-cli, which asks for the one of the
// machine that it is installed on.
func (r *release) writeNpm(out string) error {
	main := r.npmManifest("heddle-cli", "The command line of Heddle: list, search, show and export the sessions of coding agents, and what they cost")
	main.Engines = map[string]string{"node": npmEngines}
	main.Bin = map[string]string{"heddle": "bin/heddle.js", "heddle-cli": "bin/heddle.js"}
	main.Files = []string{"bin", "man"}
	files := []file{{"bin/heddle.js", 0o755, npmLauncher}}
	for _, f := range r.extras.man {
		main.Man = append(main.Man, "man/"+f.name)
		files = append(files, file{"man/" + f.name, 0o644, f.data})
	}
	main.OptionalDependencies = map[string]string{}
	for _, p := range r.platforms {
		main.OptionalDependencies[p.npmName()] = r.version
		if err := r.writeNpmProgram(out, p); err != nil {
			return err
		}
	}
	return r.writeNpmPackage(out, main, files...)
}

// writeNpmProgram writes the package that holds the program of one platform.
func (r *release) writeNpmProgram(out string, p platform) error {
	program, err := r.readProgram(p)
	if err != nil {
		return err
	}
	m := r.npmManifest(p.npmName(), fmt.Sprintf("The program of heddle-cli for %s on %s", p.os, p.cpu))
	m.OS, m.CPU, m.Files, m.PreferUnplugged = []string{p.os}, []string{p.cpu}, []string{"bin", licensesName}, true
	return r.writeNpmPackage(out, m, file{"bin/" + p.program(), 0o755, program}, file{licensesName, 0o644, r.extras.licenses})
}

func (r *release) npmManifest(name, description string) manifest {
	return manifest{Name: name, Version: r.version, Description: description, License: "Apache-2.0", Repository: "github:heddle-dev/heddle"}
}

// writeNpmPackage writes NAME-VERSION.tgz as npm pack does.
func (r *release) writeNpmPackage(out string, m manifest, files ...file) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	files = append([]file{{"package.json", 0o644, append(text, '\n')}, {"LICENSE", 0o644, r.license}, {"README.md", 0o644, r.npmReadme}}, files...)
	archive, err := tarball("package/", files)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(out, m.Name+"-"+m.Version+".tgz"), archive)
}

// tarball packs files below a folder. No time and no owner is in it.
func tarball(folder string, files []file) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		if err := t.WriteHeader(&tar.Header{Name: folder + f.name, Mode: f.mode, Size: int64(len(f.data)), Typeflag: tar.TypeReg}); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// writeFile makes the folder, too.
func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
