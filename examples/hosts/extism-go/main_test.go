package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const root = "../../.."

// vector is a golden answer: a request of a home, and the response.
type vector struct{ name, export, home, request, response string }

var sectionMark = regexp.MustCompile(`(?m)^-- (.+) --$`)

// readVectors reads a file of testdata/vectors.
func readVectors(t *testing.T, file string) (list []vector) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	home := ""
	marks := sectionMark.FindAllSubmatchIndex(data, -1)
	for i, at := range marks {
		end := len(data)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		kind, name, _ := strings.Cut(string(data[at[2]:at[3]]), ":")
		body := strings.TrimSuffix(string(data[at[1]+1:end]), "\n")
		switch kind {
		case "home":
			home = strings.TrimSpace(body)
		case "request":
			export := strings.ReplaceAll(filepath.Base(filepath.Dir(file)), ".", "_")
			list = append(list, vector{name, export, home, body, ""})
		case "response":
			list[len(list)-1].response = body
		}
	}
	return list
}

// copyHome copies a fixture home with the times that its files had.
func copyHome(t *testing.T, name string) string {
	t.Helper()
	from, home := filepath.Join(root, "testdata", "agents", name), t.TempDir()
	if err := os.CopyFS(home, os.DirFS(filepath.Join(from, "home"))); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(from, "mtimes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var times map[string]int64
	if err := json.Unmarshal(data, &times); err != nil {
		t.Fatal(err)
	}
	for file, at := range times {
		if err := os.Chtimes(filepath.Join(home, file), time.Time{}, time.UnixMilli(at)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return home
}

// modulePath is the module that make plugins builds.
func modulePath(t *testing.T) string {
	t.Helper()
	file := filepath.Join(root, "build", "heddle-plugin.wasm")
	if _, err := os.Stat(file); err != nil {
		t.Skip("make plugins builds the module:", err)
	}
	return file
}

// Every golden answer of the claude home, by Extism's Go host.
func TestVectors(t *testing.T) {
	ctx := context.Background()
	plugin, err := openPlugin(ctx, modulePath(t), copyHome(t, "claude"), "/home")
	if err != nil {
		t.Fatal(err)
	}
	defer plugin.Close(ctx)
	files, err := filepath.Glob(root + "/testdata/vectors/*/claude*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, file := range files {
		for _, v := range readVectors(t, file) {
			if v.home != "claude" || !plugin.FunctionExists(v.export) {
				continue
			}
			ran++
			_, body, err := plugin.Call(v.export, []byte(v.request))
			if err != nil {
				body = nil
			}
			body = bytes.Clone(body) // the next call takes its memory
			_, head, err := plugin.Call("notes", nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := string(head) + "\n" + string(body); got != v.response {
				t.Errorf("%s %s:\n%s\nwant\n%s", file, v.name, got, v.response)
			}
		}
	}
	if ran < 50 {
		t.Errorf("only %d cases", ran)
	}
	t.Logf("vectors: extism-go: %d cases of the claude home", ran)
}

func TestExample(t *testing.T) {
	var out strings.Builder
	if err := printSessions(&out, modulePath(t), filepath.Join(copyHome(t, "claude"), ".claude"), "hello"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"sessions_list claude:6cb0dd90-7a16-47c0-88bc-417625d288a3 Say hello.\n", "sessions_search claude:"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}
