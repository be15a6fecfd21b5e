package bindingstest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns"
)

// Sequence is a list of requests that run in order on one engine with a store
// of its own. Each is a file of testdata/sequences:
//
//	-- store --
//	clock: 1795000000000 1000
//	entropy: 1
//	-- request:NAME OPERATION --
//	{"sessionId":"s"}
//	-- response:NAME --
//	the response's header, a newline, its body
//
// The store starts without a file. The first time the core asks for the time
// the clock answers the first number, milliseconds since the epoch, and each
// further time the second number more, whichever request it is that asks. The
// ids are those of hosttest.NewEntropy with the seed. A section home, before
// the requests, names the fixture home; without it the home is empty.
//
// Names are unique within a file and hold no space. How large the file is
// depends on the host's SQLite: answers to store.stats are compared after
// Sizeless.
type Sequence struct {
	File        string // file name without .txtar
	Home        string
	Clock, Step int64 // milliseconds
	Seed        uint64
	Cases       []Case
}

var fileSize = regexp.MustCompile(`"bytes":[0-9]+`)

// Sizeless makes an answer to store.stats comparable: "bytes" is 0. Answers to
// other operations it returns as they are.
func Sizeless(op string, response []byte) []byte {
	if op != "store.stats" {
		return response
	}
	return fileSize.ReplaceAll(response, []byte(`"bytes":0`))
}

// LoadSequences reads the sequences of a folder, in order of their names.
func LoadSequences(dir string) ([]Sequence, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	var out []Sequence
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		s := Sequence{File: strings.TrimSuffix(filepath.Base(path), ".txtar")}
		if err := s.parseSections(data); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, s)
	}
	return out, nil
}

func (s *Sequence) parseSections(data []byte) error {
	names := map[string]bool{}
	for _, f := range txtar.Parse(data).Files {
		kind, name, _ := strings.Cut(f.Name, ":")
		body := bytes.TrimSuffix(f.Data, []byte("\n"))
		switch kind {
		case "store":
			if _, err := fmt.Sscanf(string(body), "clock: %d %d\nentropy: %d", &s.Clock, &s.Step, &s.Seed); err != nil {
				return fmt.Errorf("section store: %w", err)
			}
		case "home":
			s.Home = strings.TrimSpace(string(body))
		case "request":
			name, op, _ := strings.Cut(name, " ")
			if op == "" || names[name] {
				return fmt.Errorf("request %q names no operation, or is there twice", name)
			}
			names[name] = true
			s.Cases = append(s.Cases, Case{Op: op, File: s.File, Name: name, Home: s.Home, Request: body})
		case "response":
			if len(s.Cases) == 0 || s.Cases[len(s.Cases)-1].Name != name {
				return fmt.Errorf("response %q has no request before it", name)
			}
			s.Cases[len(s.Cases)-1].Response = body
		default:
			return fmt.Errorf("unknown section %q", f.Name)
		}
	}
	if s.Clock == 0 {
		return errors.New("no section store")
	}
	return nil
}

// Write renders the sequence to a folder and checks that it reads back the same.
func (s *Sequence) Write(dir, comment string) error {
	a := &txtar.Archive{Comment: []byte(comment)}
	add := func(name, body string) {
		a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(body + "\n")})
	}
	add("store", "clock: "+strconv.FormatInt(s.Clock, 10)+" "+strconv.FormatInt(s.Step, 10)+"\nentropy: "+strconv.FormatUint(s.Seed, 10))
	if s.Home != "" {
		add("home", s.Home)
	}
	for _, c := range s.Cases {
		add("request:"+c.Name+" "+c.Op, string(c.Request))
		add("response:"+c.Name, string(c.Response))
	}
	data := txtar.Format(a)
	back := Sequence{File: s.File}
	if err := back.parseSections(data); err != nil {
		return err
	}
	for i, c := range s.Cases {
		if i >= len(back.Cases) || !bytes.Equal(back.Cases[i].Response, c.Response) || !bytes.Equal(back.Cases[i].Request, c.Request) {
			return fmt.Errorf("%s: case %s cannot be stored as txtar", s.File, c.Name)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, s.File+".txtar"), data, 0o644)
}

// Open opens an engine for the sequence, whose store's file is made in the
// folder temp.
func (s *Sequence) Open(homes, temp string, open Open) (bindings.Engine, error) {
	return open(hostfns.Options{
		Home:    homeDir(homes, s.Home),
		Stores:  map[string]string{core.StorePath: filepath.Join(temp, "heddle.db")},
		Clock:   hosttest.NewClock(s.Clock, s.Step),
		Entropy: hosttest.NewEntropy(s.Seed),
	})
}

// RunSequences runs every sequence on an engine of its own and adds to the
// result what they answer differently.
func (r *Result) RunSequences(sequences []Sequence, homes string, open Open) error {
	for i := range sequences {
		if err := r.runSequence(&sequences[i], homes, open); err != nil {
			return fmt.Errorf("%s: sequence %s: %w", r.Engine, sequences[i].File, err)
		}
	}
	return nil
}

func (r *Result) runSequence(s *Sequence, homes string, open Open) (err error) {
	temp, err := os.MkdirTemp("", "heddle-sequence-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	e, err := s.Open(homes, temp, open)
	if err != nil {
		return err
	}
	defer e.Close()
	for i := range s.Cases {
		c := &s.Cases[i]
		got := Sizeless(c.Op, Answer(e, c))
		r.Cases++
		if !bytes.Equal(got, c.Response) {
			r.Differences = append(r.Differences, Difference{"sequences/" + c.File + "/" + c.Name, DescribeDifference(c.Response, got)})
		}
	}
	return nil
}
