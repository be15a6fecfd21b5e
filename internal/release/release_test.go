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
	"path/filepath"
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

// fakeExtras makes a folder as .ci/release-files.sh does.
func fakeExtras(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"man/heddle.1", "man/heddle-list.1", "completions/heddle.bash", "completions/_heddle", "completions/heddle.fish", "completions/heddle.ps1", licensesName} {
		if err := writeFile(filepath.Join(folder, name), []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func mustRelease(t *testing.T, builds, files string, all bool) *release {
	t.Helper()
	r, err := newRelease("../..", builds, files, all)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTarballs: every platform has a package with its program, and heddle-cli asks for all of them.
func TestTarballs(t *testing.T) {
	r := mustRelease(t, fakeBuilds(t), fakeExtras(t), true)
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
		if files["package/"+licensesName].text == "" {
			t.Errorf("%s has no licences", p.npmName())
		}
		if want := `"` + p.npmName() + `": "` + r.version + `"`; !strings.Contains(main["package/package.json"].text, want) {
			t.Errorf("heddle-cli: no %s in %s", want, main["package/package.json"].text)
		}
	}
	if main["package/bin/heddle.js"].mode != 0o755 || main["package/LICENSE"].text == "" || main["package/README.md"].text == "" {
		t.Errorf("heddle-cli: %v", main)
	}
	if !strings.Contains(main["package/package.json"].text, `"man/heddle.1"`) || main["package/man/heddle.1"].text != "man/heddle.1" {
		t.Errorf("heddle-cli has no manual page: %v", main)
	}
}

// TestWheels: a wheel's RECORD has the hash of each of its files, and its name has its tags.
func TestWheels(t *testing.T) {
	r := mustRelease(t, fakeBuilds(t), fakeExtras(t), true)
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
		for place, text := range map[string]string{"man/man1/heddle.1": "man/heddle.1", "bash-completion/completions/heddle": "completions/heddle.bash",
			"zsh/site-functions/_heddle": "completions/_heddle", "fish/vendor_completions.d/heddle.fish": "completions/heddle.fish"} {
			if got := files["heddle_cli-"+r.version+".data/data/share/"+place].text; got != text && p.goos != "windows" {
				t.Errorf("%s: %s is %q", name, place, got)
			}
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
	builds, files := fakeBuilds(t), fakeExtras(t)
	var folders []string
	for range 2 {
		out := t.TempDir()
		r := mustRelease(t, builds, files, true)
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
	r := mustRelease(t, fakeBuilds(t), fakeExtras(t), true)
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

// TestArchives: an archive that goreleaser made otherwise than the packages is an error.
func TestArchives(t *testing.T) {
	r := mustRelease(t, fakeBuilds(t), fakeExtras(t), true)
	whole := func(p platform) []file {
		list := []file{{p.program(), 0o755, []byte(p.npmName())}, {"LICENSE", 0o644, r.license}, {licensesName, 0o644, r.extras.licenses}}
		for _, f := range r.extras.man {
			list = append(list, file{"man/" + f.name, 0o644, f.data})
		}
		for _, f := range r.extras.completions {
			list = append(list, file{"completions/" + f.name, 0o644, f.data})
		}
		return list
	}
	if err := r.checkArchives(archives(t, r, whole)); err != nil {
		t.Error(err)
	}
	for problem, change := range map[string]func(files []file) []file{
		"heddle has other bytes":            func(f []file) []file { f[0].data = []byte("another program"); return f },
		"heddle has mode 644":               func(f []file) []file { f[0].mode = 0o644; return f },
		"LICENSE is missing":                func(f []file) []file { return append(f[:1], f[2:]...) },
		"completions/heddle.ps1 is missing": func(f []file) []file { return f[:len(f)-1] },
	} {
		out := archives(t, r, func(p platform) []file {
			if p.goos == "darwin" {
				return change(whole(p))
			}
			return whole(p)
		})
		if err := r.checkArchives(out); err == nil || !strings.Contains(err.Error(), problem) || !strings.Contains(err.Error(), "darwin") {
			t.Errorf("%s: %v", problem, err)
		}
	}
	out := archives(t, r, whole)
	if err := os.WriteFile(filepath.Join(out, r.archiveName("linux", "arm64")), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.checkArchives(out); err == nil || !strings.Contains(err.Error(), "SHA-256") {
		t.Errorf("an empty archive: %v", err)
	}
}

// archives writes an archive for each platform, and checksums.txt.
func archives(t *testing.T, r *release, files func(p platform) []file) (out string) {
	t.Helper()
	out = t.TempDir()
	var sums strings.Builder
	for _, p := range r.platforms {
		name := r.archiveName(p.goos, p.goarch)
		var data []byte
		var err error
		if filepath.Ext(name) == ".zip" {
			data, err = zipped(files(p))
		} else {
			data, err = tarball("", files(p))
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(out, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
	}
	if err := writeFile(filepath.Join(out, "checksums.txt"), []byte(sums.String())); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestMissingPrograms: without all programs there is no release.
func TestMissingPrograms(t *testing.T) {
	builds := fakeBuilds(t)
	if err := os.RemoveAll(filepath.Join(builds, "heddle_darwin_arm64_v1")); err != nil {
		t.Fatal(err)
	}
	if _, err := newRelease("../..", builds, fakeExtras(t), true); err == nil || !strings.Contains(err.Error(), "heddle_darwin_arm64") {
		t.Errorf("%v", err)
	}
	if r := mustRelease(t, builds, fakeExtras(t), false); len(r.platforms) != len(platforms)-1 {
		t.Errorf("%d platforms", len(r.platforms))
	}
	if _, err := newRelease("../..", t.TempDir(), fakeExtras(t), false); err == nil {
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
