package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fakeBuilds makes a folder of builds in which every program is a text that names its platform.
func fakeBuilds(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, p := range platforms {
		if err := writeFile(filepath.Join(folder, "heddle_"+p.goos+"_"+p.goarch+"_v1", p.program()), []byte(p.npmName())); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func mustRelease(t *testing.T, builds string, all bool) *release {
	t.Helper()
	r, err := newRelease("../..", builds, all)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTarballs: every platform has a package with its program, and heddle-cli asks for all of them.
func TestTarballs(t *testing.T) {
	r := mustRelease(t, fakeBuilds(t), true)
	out := t.TempDir()
	if err := r.writeNpm(out); err != nil {
		t.Fatal(err)
	}
	main := untar(t, filepath.Join(out, "heddle-cli-"+r.version+".tgz"))
	for _, p := range platforms {
		files := untar(t, filepath.Join(out, p.npmName()+"-"+r.version+".tgz"))
		if got := files["package/bin/"+p.program()]; got.text != p.npmName() || got.mode != 0o755 {
			t.Errorf("%s: %+v", p.npmName(), got)
		}
		for _, want := range []string{`"os": [` + "\n    \"" + p.os, `"cpu": [` + "\n    \"" + p.cpu, `"version": "` + r.version} {
			if !strings.Contains(files["package/package.json"].text, want) {
				t.Errorf("%s: no %s in %s", p.npmName(), want, files["package/package.json"].text)
			}
		}
		if want := `"` + p.npmName() + `": "` + r.version + `"`; !strings.Contains(main["package/package.json"].text, want) {
			t.Errorf("heddle-cli: no %s in %s", want, main["package/package.json"].text)
		}
	}
	if main["package/bin/heddle.js"].mode != 0o755 || main["package/LICENSE"].text == "" || main["package/README.md"].text == "" {
		t.Errorf("heddle-cli: %v", main)
	}
}

// TestWheels: a wheel's RECORD has the hash of each of its files, and its name has its tags.
func TestWheels(t *testing.T) {
	r := mustRelease(t, fakeBuilds(t), true)
	out := t.TempDir()
	if err := r.writeWheels(out); err != nil {
		t.Fatal(err)
	}
	for _, p := range platforms {
		name := "heddle_cli-" + r.version + "-py3-none-" + strings.Join(p.wheel, ".") + ".whl"
		files := unzip(t, filepath.Join(out, name))
		info := "heddle_cli-" + r.version + ".dist-info/"
		record := files[info+"RECORD"].text
		for path, f := range files {
			sum := sha256.Sum256([]byte(f.text))
			line := fmt.Sprintf("%s,sha256=%s,%d\n", path, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.text))
			if path != info+"RECORD" && !strings.Contains(record, line) {
				t.Errorf("%s: RECORD has no %s", name, line)
			}
		}
		if strings.Count(record, "\n") != len(files) {
			t.Errorf("%s: %d files, RECORD:\n%s", name, len(files), record)
		}
		if f := files["heddle_cli-"+r.version+".data/scripts/"+p.program()]; f.text != p.npmName() || f.mode != 0o755 {
			t.Errorf("%s: %+v", name, f)
		}
		for _, tag := range p.wheel {
			if !strings.Contains(files[info+"WHEEL"].text, "Tag: py3-none-"+tag+"\n") {
				t.Errorf("%s: no tag %s", name, tag)
			}
		}
	}
}

// TestReproducible: the same programs make the same packages.
func TestReproducible(t *testing.T) {
	builds := fakeBuilds(t)
	var folders []string
	for range 2 {
		out := t.TempDir()
		r := mustRelease(t, builds, true)
		if err := r.writeNpm(out); err != nil {
			t.Fatal(err)
		}
		if err := r.writeWheels(out); err != nil {
			t.Fatal(err)
		}
		folders = append(folders, out)
	}
	list, err := os.ReadDir(folders[0])
	if err != nil || len(list) != 2*len(platforms)+1 {
		t.Fatalf("%d packages, %v", len(list), err)
	}
	for _, e := range list {
		a, err := os.ReadFile(filepath.Join(folders[0], e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(folders[1], e.Name()))
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs, %v", e.Name(), err)
		}
	}
}

// TestFormula: the formula has the checksum of each archive, and a missing one is an error.
func TestFormula(t *testing.T) {
	r := mustRelease(t, fakeBuilds(t), true)
	out := t.TempDir()
	var sums strings.Builder
	for i, p := range platforms {
		fmt.Fprintf(&sums, "%064d  %s\n", i, r.archiveName(p.goos, p.goarch))
	}
	if err := writeFile(filepath.Join(out, "checksums.txt"), []byte(sums.String())); err != nil {
		t.Fatal(err)
	}
	if err := r.writeFormula(out); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(out, "heddle.rb"))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range platforms[:4] {
		if want := fmt.Sprintf("%s\"\n      sha256 \"%064d\"", r.archiveName(p.goos, p.goarch), i); !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if err := writeFile(filepath.Join(out, "checksums.txt"), []byte(strings.SplitAfter(sums.String(), "\n")[0])); err != nil {
		t.Fatal(err)
	}
	if err := r.writeFormula(out); err == nil || !strings.Contains(err.Error(), "does not list heddle_") {
		t.Errorf("a missing archive: %v", err)
	}
}

// TestMissingPrograms: without all programs there is no release.
func TestMissingPrograms(t *testing.T) {
	builds := fakeBuilds(t)
	if err := os.RemoveAll(filepath.Join(builds, "heddle_darwin_arm64_v1")); err != nil {
		t.Fatal(err)
	}
	if _, err := newRelease("../..", builds, true); err == nil || !strings.Contains(err.Error(), "heddle_darwin_arm64") {
		t.Errorf("%v", err)
	}
	if r := mustRelease(t, builds, false); len(r.platforms) != len(platforms)-1 {
		t.Errorf("%d platforms", len(r.platforms))
	}
	if _, err := newRelease("../..", t.TempDir(), false); err == nil {
		t.Error("no program at all is no error")
	}
}

type packed struct {
	text string
	mode int64
}

func untar(t *testing.T, path string) map[string]packed {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]packed{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[h.Name] = packed{string(text), h.Mode}
	}
}

func unzip(t *testing.T, path string) map[string]packed {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	files := map[string]packed{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = packed{string(text), int64(f.Mode().Perm())}
	}
	return files
}

// ownBuild compiles the command line for this machine as a release does.
func ownBuild(t *testing.T) (builds, program string) {
	t.Helper()
	builds = t.TempDir()
	folder := filepath.Join(builds, "heddle_"+runtime.GOOS+"_"+runtime.GOARCH)
	program = filepath.Join(folder, "heddle")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", program, "./cmd/heddle")
	cmd.Dir, cmd.Env = "../..", append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return builds, program
}
