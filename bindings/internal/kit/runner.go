package kit

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// maxAnswer is the longest response that is believed, in bytes.
const maxAnswer = 1 << 30

// Runner is a host's program, as the checker sees it.
type Runner struct {
	command []string
	timeout time.Duration
	name    string
	words   []string

	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	late    atomic.Bool // it was ended because it did not answer
}

// Start starts the program and greets it.
func Start(command []string, timeout time.Duration) (*Runner, error) {
	r := &Runner{command: command, timeout: timeout}
	return r, r.start()
}

func (r *Runner) start() (err error) {
	r.process = exec.Command(r.command[0], r.command[1:]...)
	r.process.Stderr = os.Stderr
	if r.in, err = r.process.StdinPipe(); err != nil {
		return err
	}
	out, err := r.process.StdoutPipe()
	if err != nil {
		return err
	}
	r.out = bufio.NewReaderSize(out, 1<<16)
	r.late.Store(false)
	if err := r.process.Start(); err != nil {
		return err
	}
	line, err := r.ask(fmt.Sprintf("kit %d\n", Version), nil)
	if err != nil {
		return err
	}
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "runner" {
		return fmt.Errorf("the runner greeted with %q, not with \"runner NAME WORD…\"", line)
	}
	r.name, r.words = words[1], words[2:]
	return nil
}

// Has reports whether the runner said all the words about itself.
func (r *Runner) Has(words ...string) bool {
	for _, w := range words {
		if !slices.Contains(r.words, w) {
			return false
		}
	}
	return true
}

// Grantable are the powers that the runner can grant.
func (r *Runner) Grantable() []string {
	return slices.DeleteFunc(slices.Clone(powers), func(p string) bool { return !r.Has(p) })
}

// Stop ends the program; it may have ended already.
func (r *Runner) Stop() {
	r.in.Close()
	timer := time.AfterFunc(5*time.Second, func() { r.process.Process.Kill() })
	defer timer.Stop()
	r.process.Wait()
}

// Answer is what a runner answered: a response, or an error.
type Answer struct {
	Header, Body []byte
	Code         string // of the error; empty for none
	Text         string // what the error says
}

// Open opens a host. A refusal is an Answer with a code.
func (r *Runner) Open(s Settings) (Answer, error) {
	return r.answer(s.lines()+"open\n", nil)
}

// Call runs an operation.
func (r *Runner) Call(op uint32, request []byte) (Answer, error) {
	return r.answer(fmt.Sprintf("call %d %d\n", op, len(request)), request)
}

// Close closes the open host.
func (r *Runner) Close() error {
	a, err := r.answer("close\n", nil)
	if err == nil && a.Code != "" {
		err = errors.New("close answers " + a.Code + " " + a.Text)
	}
	return err
}

// answer sends a line and reads what comes back. After an error the program has been ended.
func (r *Runner) answer(line string, request []byte) (Answer, error) {
	text, err := r.ask(line, request)
	if err != nil {
		return Answer{}, err
	}
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "ok":
		return Answer{}, nil
	case "error":
		code, message, _ := strings.Cut(rest, " ")
		return Answer{Code: code, Text: message}, nil
	case "response":
		n, err := strconv.ParseInt(rest, 10, 64)
		if err != nil || n < 0 || n > maxAnswer {
			return Answer{}, r.fail(fmt.Errorf("it announced a response of %q bytes", rest))
		}
		response := make([]byte, n)
		if err := r.timed(func() error { _, err := io.ReadFull(r.out, response); return err }); err != nil {
			return Answer{}, r.fail(err)
		}
		return splitResponse(response), nil
	}
	return Answer{}, r.fail(fmt.Errorf("it answered %q, not ok, response or error", text))
}

// splitResponse takes a response apart and finds its error.
func splitResponse(response []byte) Answer {
	if len(response) < 4 {
		return Answer{Code: "INTERNAL", Text: "a response of less than four bytes"}
	}
	n := uint64(binary.LittleEndian.Uint32(response))
	if n > uint64(len(response)-4) {
		return Answer{Code: "INTERNAL", Text: "a response whose header is longer than itself"}
	}
	a := Answer{Header: response[4 : 4+n], Body: response[4+n:]}
	var h struct {
		Error struct{ Code, Message, Hint string }
	}
	if err := json.Unmarshal(a.Header, &h); err != nil {
		return Answer{Code: "INTERNAL", Text: "the header is no JSON: " + err.Error()}
	}
	if h.Error.Code != "" {
		a.Code, a.Text = h.Error.Code, h.Error.Message+" ("+h.Error.Hint+")"
	}
	return a
}

// Golden is an answer in the form in which the vectors have it.
func (a Answer) Golden() []byte {
	if a.Header == nil {
		return []byte("no response: " + a.Code + " " + a.Text)
	}
	return append(append(slices.Clone(a.Header), '\n'), a.Body...)
}

// ask sends a line and reads one.
func (r *Runner) ask(line string, request []byte) (string, error) {
	var text string
	err := r.timed(func() error {
		if _, err := r.in.Write(append([]byte(line), request...)); err != nil {
			return err
		}
		var err error
		text, err = r.out.ReadString('\n')
		return err
	})
	if err != nil {
		return "", r.fail(err)
	}
	return strings.TrimRight(text, "\r\n"), nil
}

// timed ends a program that does not answer.
func (r *Runner) timed(exchange func() error) error {
	timer := time.AfterFunc(r.timeout, func() {
		r.late.Store(true)
		r.process.Process.Kill()
	})
	defer timer.Stop()
	return exchange()
}

// fail ends the program and says why.
func (r *Runner) fail(err error) error {
	r.process.Process.Kill()
	state := r.process.Wait()
	switch {
	case r.late.Load():
		return fmt.Errorf("it did not answer in %v", r.timeout)
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("it ended without an answer: %v", state)
	}
	return err
}
