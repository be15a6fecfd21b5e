package kit

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
)

// Serve is a runner over an engine written in Go: it reads a checker's lines until there are no
// more, and answers them.
func Serve(in io.Reader, out io.Writer, name string, open func(bindings.Options) (bindings.Engine, error)) error {
	r := &server{in: bufio.NewReader(in), out: bufio.NewWriter(out), name: name, open: open}
	defer r.closeEngine()
	for {
		line, err := r.in.ReadString('\n')
		if errors.Is(err, io.EOF) && line == "" {
			return nil
		}
		if err != nil {
			return err
		}
		if err := r.obey(strings.TrimSuffix(line, "\n")); err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
		if err := r.out.Flush(); err != nil {
			return err
		}
	}
}

// server is the state of a runner.
type server struct {
	in       *bufio.Reader
	out      *bufio.Writer
	name     string
	open     func(bindings.Options) (bindings.Engine, error)
	settings Settings
	engine   bindings.Engine
}

// obey does what one line says.
func (s *server) obey(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "kit":
		fmt.Fprintf(s.out, "runner %s %s\n", s.name, strings.Join(append([]string{Links, Lies, Memory}, powers...), " "))
	case "open":
		e, err := s.open(s.settings.options())
		if err != nil {
			s.refuse(err)
			break
		}
		s.engine = e
		fmt.Fprintln(s.out, "ok")
	case "call":
		return s.call(rest)
	case "close":
		s.closeEngine()
		s.settings = Settings{}
		fmt.Fprintln(s.out, "ok")
	default:
		return s.settings.set(line)
	}
	return nil
}

// call runs an operation; rest has its number and the length of its request.
func (s *server) call(rest string) error {
	number, length, _ := strings.Cut(rest, " ")
	op, err := strconv.ParseUint(number, 10, 32)
	n, e := strconv.ParseUint(length, 10, 31)
	if err := errors.Join(err, e); err != nil {
		return err
	}
	request := make([]byte, n)
	if _, err := io.ReadFull(s.in, request); err != nil {
		return err
	}
	if s.engine == nil {
		return errors.New("nothing is open")
	}
	r, err := s.engine.Call(context.Background(), rpc.Op(op).String(), request)
	if len(r.Header) == 0 {
		s.refuse(err)
		return nil
	}
	envelope := binary.LittleEndian.AppendUint32(nil, uint32(len(r.Header)))
	envelope = append(append(envelope, r.Header...), r.Body...)
	fmt.Fprintf(s.out, "response %d\n", len(envelope))
	_, err = s.out.Write(envelope)
	return err
}

// refuse answers with an error: its code and all that it says, in one line.
func (s *server) refuse(err error) {
	f := fault.From(err)
	text := strings.Join(strings.Fields(err.Error()+" ("+f.Hint+")"), " ")
	fmt.Fprintf(s.out, "error %s %s\n", f.Code, text)
}

func (s *server) closeEngine() {
	if s.engine != nil {
		s.engine.Close()
		s.engine = nil
	}
}
