package kit

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
)

// Script is a list of calls of one host, a file like those of testdata/sequences. Its section host
// has the lines of a runner that the checker does not write itself:
//
//	-- host --
//	powers files clock
//	lie short 7
//	-- home --
//	mixed
//	-- request:NAME OPERATION --
//	{"agent":"claude"}
//	-- response:NAME --
//	the response's header, a newline, its body
type Script struct {
	File     string // file name without .txtar
	Home     string // empty for none
	Settings Settings
	Store    bool // with a store
	Cases    []bindingstest.Case
}

// storeLine grants a store, whose file the checker names.
const storeLine = "store"

// parseScript reads a script.
func parseScript(file string, data []byte) (Script, error) {
	s := Script{File: file}
	for _, f := range txtar.Parse(data).Files {
		kind, name, _ := strings.Cut(f.Name, ":")
		body := bytes.TrimSuffix(f.Data, []byte("\n"))
		switch kind {
		case "host":
			for line := range strings.Lines(string(f.Data)) {
				if line = strings.TrimSpace(line); line == storeLine {
					s.Store = true
				} else if err := s.Settings.set(line); err != nil {
					return s, err
				}
			}
		case "home":
			s.Home = strings.TrimSpace(string(body))
		case "request":
			name, op, _ := strings.Cut(name, " ")
			s.Cases = append(s.Cases, bindingstest.Case{Op: op, File: file, Name: name, Home: s.Home, Request: body})
		case "response":
			if len(s.Cases) == 0 || s.Cases[len(s.Cases)-1].Name != name {
				return s, fmt.Errorf("response %q has no request before it", name)
			}
			s.Cases[len(s.Cases)-1].Response = body
		default:
			return s, fmt.Errorf("unknown section %q", f.Name)
		}
	}
	return s, nil
}

// format renders a script.
func (s Script) format() []byte {
	a := &txtar.Archive{}
	host := "powers " + strings.Join(s.Settings.Powers, " ") + "\n"
	for _, l := range s.Settings.Lies {
		host += "lie " + l.About + " " + l.What + "\n"
	}
	if s.Store {
		host += storeLine + "\n"
	}
	a.Files = append(a.Files, txtar.File{Name: "host", Data: []byte(host)}, txtar.File{Name: "home", Data: []byte(s.Home + "\n")})
	for _, c := range s.Cases {
		a.Files = append(a.Files,
			txtar.File{Name: "request:" + c.Name + " " + c.Op, Data: append(bytes.Clone(c.Request), '\n')},
			txtar.File{Name: "response:" + c.Name, Data: append(bytes.Clone(c.Response), '\n')})
	}
	return txtar.Format(a)
}

// loadScripts reads the scripts of a folder, in order of their names.
func loadScripts(dir string) ([]Script, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no scripts in %s: %v", dir, err)
	}
	sort.Strings(files)
	var list []Script
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		s, err := parseScript(strings.TrimSuffix(filepath.Base(path), ".txtar"), data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, s)
	}
	return list, nil
}
