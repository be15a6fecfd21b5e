//go:build linux

package cluster_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	heddle "github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
)

// A writer is a process that appends to three sessions: its own, one that all append to, and one
// where all expect the same position. It repeats what got no answer under the same request id, and
// writes to a log what it is going to append ("try") and what was answered ("ack", "lost").

const (
	shared  = "shared"
	contest = "contest"
)

// recorder appends messages; through the library, or through the command line.
type recorder interface {
	record(session, request string, messages []heddle.JSON, expect *int64) (position int64, err error)
	position(session string) (int64, error)
}

// library is the Go library.
type library struct{ h *heddle.Heddle }

func (l library) record(session, request string, messages []heddle.JSON, expect *int64) (int64, error) {
	s, err := l.h.Store.RecordMessages(context.Background(), session, messages, heddle.ChangeOptions{RequestID: request, Expect: expect})
	if err != nil {
		return 0, err
	}
	return s.Position, nil
}

func (l library) position(session string) (int64, error) {
	s, err := l.h.Store.Get(context.Background(), session)
	if fault.CodeOf(err) == fault.SessionNotFound {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return s.Position, nil
}

// command is the command line, a process for each call.
type command struct{ store string }

func (c command) run(args ...string) (int64, error) {
	p := exec.Command(os.Args[0], append(args, "--json", "--store", c.store)...)
	p.Env = append(os.Environ(), "HEDDLE_CLUSTER_ROLE=heddle")
	var out, failed bytes.Buffer
	p.Stdout, p.Stderr = &out, &failed
	if err := p.Run(); err != nil {
		for _, code := range []fault.Code{fault.Conflict, fault.SessionNotFound, fault.IO, fault.Timeout} {
			if strings.Contains(failed.String()+out.String(), string(code)) {
				return 0, fault.New(code, "the command failed")
			}
		}
		return 0, fmt.Errorf("%w: %s%s", err, failed.String(), out.String())
	}
	var session struct{ Position int64 }
	err := json.Unmarshal(out.Bytes(), &session)
	return session.Position, err
}

func (c command) record(session, request string, messages []heddle.JSON, expect *int64) (int64, error) {
	args := []string{"store", "record", session, "--request-id", request}
	if expect != nil {
		args = append(args, "--expect", strconv.FormatInt(*expect, 10))
	}
	for _, m := range messages {
		args = append(args, "--message", string(m))
	}
	return c.run(args...)
}

func (c command) position(session string) (int64, error) {
	n, err := c.run("store", "get", session)
	if fault.CodeOf(err) == fault.SessionNotFound {
		return 0, nil
	}
	return n, err
}

// writer is the process.
type writer struct {
	number   int
	random   *rand.Rand
	recorder recorder
	log      *os.File
	calls    int
}

// say writes one line of the log at once.
func (w *writer) say(format string, args ...any) {
	if _, err := fmt.Fprintf(w.log, format+"\n", args...); err != nil {
		panic(err)
	}
}

func runWriter() {
	number, _ := strconv.Atoi(os.Getenv("HEDDLE_CLUSTER_N"))
	seed, _ := strconv.ParseUint(os.Getenv("HEDDLE_CLUSTER_SEED"), 10, 64)
	log, err := os.OpenFile(os.Getenv("HEDDLE_CLUSTER_LOG"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	w := &writer{number: number, random: rand.New(rand.NewPCG(seed, uint64(number)+100)), log: log}
	address := os.Getenv("HEDDLE_CLUSTER_STORE")
	if number == writers-1 {
		w.recorder = command{address}
	} else {
		h, err := heddle.Open(heddle.Options{Store: address})
		if err != nil {
			panic(err)
		}
		w.recorder = library{h}
	}
	stop := make(chan bool)
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); close(stop) }()
	for {
		select {
		case <-stop:
			w.say("end")
			return
		case <-time.After(time.Duration(5+w.random.IntN(30)) * time.Millisecond):
		}
		w.append()
	}
}

// requestID returns a UUID version 7 of nobody else.
func (w *writer) requestID() string {
	now := uint64(time.Now().UnixMilli())
	return fmt.Sprintf("%08x-%04x-7%03x-%04x-%012x", now>>16, now&0xffff, w.random.IntN(1<<12), 0x8000|w.random.IntN(1<<14), w.random.Uint64N(1<<48))
}

// messages returns the messages of a call: each says which one it is, of how many.
func (w *writer) messages() []heddle.JSON {
	out := make([]heddle.JSON, 1+w.random.IntN(12))
	for i := range out {
		pad := w.random.IntN(2000)
		if w.random.IntN(150) == 0 && w.number < writers-1 {
			pad = 1_500_000 // more than a message of the server may have
		}
		out[i] = heddle.JSON(fmt.Sprintf(`{"content":"%s","type":"user","uuid":"%d %d %d %d"}`, strings.Repeat("x", pad), w.number, w.calls, i, len(out)))
	}
	return out
}

// append makes one call, until it is answered.
func (w *writer) append() {
	w.calls++
	session := []string{fmt.Sprint("own-", w.number), shared, contest}[w.random.IntN(3)]
	messages, request := w.messages(), w.requestID()
	var expect *int64
	if session == contest {
		n := w.retry(func() (int64, error) { return w.recorder.position(session) })
		messages, expect = messages[:1], &n
		messages[0] = heddle.JSON(fmt.Sprintf(`{"type":"user","uuid":"%d %d 0 1"}`, w.number, w.calls))
	}
	w.say("try %d %d %s %s", w.calls, len(messages), session, request)
	position := w.retry(func() (int64, error) {
		n, err := w.recorder.record(session, request, messages, expect)
		if expect != nil && fault.CodeOf(err) == fault.Conflict {
			return -1, nil
		}
		return n, err
	})
	if position < 0 {
		w.say("lost %d %d", w.calls, *expect)
	} else {
		w.say("ack %d %d", w.calls, position)
	}
}

// retry calls until there is an answer. Only that the store is not there now may be tried again.
func (w *writer) retry(call func() (int64, error)) int64 {
	for {
		n, err := call()
		switch fault.CodeOf(err) {
		case fault.IO, fault.Timeout:
			w.say("again %d %s", w.calls, strings.ReplaceAll(err.Error(), "\n", " "))
			time.Sleep(50 * time.Millisecond)
			continue
		case fault.Conflict: // nobody expects a position: others were faster a hundred times
			w.say("again %d %s", w.calls, err)
			continue
		}
		if err != nil {
			w.say("error %d %v", w.calls, err)
			os.Exit(1)
		}
		return n
	}
}
