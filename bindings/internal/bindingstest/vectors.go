// Package bindingstest is the conformance suite of engines: golden vectors
// (home, request, response) that every binding in every language must equal
// byte for byte. The native engine writes them; see cmd/vectors.
package bindingstest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/tools/txtar"
)

// Case is one golden vector.
type Case struct {
	Op       string // operation
	File     string // file name without .txtar
	Name     string // unique within the file
	Home     string // fixture home; empty = no mounts
	Request  []byte
	Response []byte // header, a newline, body
}

// ID names the case in reports.
func (c *Case) ID() string { return c.Op + "/" + c.File + "/" + c.Name }

// Load reads all vectors below dir, in order of operation, file and place.
func Load(dir string) ([]Case, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.txtar"))
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	var out []Case
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		op := filepath.Base(filepath.Dir(path))
		cases, err := parseCases(op, strings.TrimSuffix(filepath.Base(path), ".txtar"), data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, cases...)
	}
	return out, nil
}

func parseCases(op, file string, data []byte) ([]Case, error) {
	home := ""
	var out []Case
	for _, f := range txtar.Parse(data).Files {
		kind, name, _ := strings.Cut(f.Name, ":")
		body := bytes.TrimSuffix(f.Data, []byte("\n"))
		switch kind {
		case "home":
			home = strings.TrimSpace(string(body))
		case "request":
			out = append(out, Case{Op: op, File: file, Name: name, Home: home, Request: body})
		case "response":
			if len(out) == 0 || out[len(out)-1].Name != name {
				return nil, fmt.Errorf("response %q has no request before it", name)
			}
			out[len(out)-1].Response = body
		default:
			return nil, fmt.Errorf("unknown section %q", f.Name)
		}
	}
	return out, nil
}

// Write renders the cases of one file and checks that they read back the same:
// a response that holds a line like a section mark cannot be stored.
func Write(path, comment string, cases []Case) error {
	a := &txtar.Archive{Comment: []byte(comment)}
	if len(cases) > 0 && cases[0].Home != "" {
		a.Files = append(a.Files, txtar.File{Name: "home", Data: []byte(cases[0].Home + "\n")})
	}
	for _, c := range cases {
		a.Files = append(a.Files,
			txtar.File{Name: "request:" + c.Name, Data: append(bytes.Clone(c.Request), '\n')},
			txtar.File{Name: "response:" + c.Name, Data: append(bytes.Clone(c.Response), '\n')})
	}
	data := txtar.Format(a)
	back, err := parseCases("", "", data)
	if err != nil {
		return err
	}
	for i, c := range cases {
		if i >= len(back) || !bytes.Equal(back[i].Response, c.Response) || !bytes.Equal(back[i].Request, c.Request) {
			return fmt.Errorf("%s: case %s cannot be stored as txtar", path, c.Name)
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
