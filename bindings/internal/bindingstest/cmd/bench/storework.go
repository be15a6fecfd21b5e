package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/bindings/internal/cputime"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/hostfns"
)

// storePath is the mount path of the store under measurement.
const storePath = "store/heddle.db"

// storeBatch is how many messages one append of a fill holds.
const storeBatch = 1000

// ourStore is our store under measurement; storepeers.py does the same with
// the others.
type ourStore struct {
	file  string
	store *native.Engine
	n     int // messages of the session
	forks int
}

// serveStore is the process of our store: jobs come in as lines of JSON.
func serveStore(folder string) error {
	s := &ourStore{file: filepath.Join(folder, "heddle.db")}
	var err error
	if s.store, err = openStore(s.file); err != nil {
		return err
	}
	defer s.store.Close()
	out := json.NewEncoder(os.Stdout)
	for in := json.NewDecoder(os.Stdin); ; {
		var job bindingstest.Job
		if err := in.Decode(&job); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		t, err := s.runOp(job.Op, job.Calls)
		r := bindingstest.Reply{MS: t.wall, CPUMS: t.cpu}
		if err != nil {
			r.Error = err.Error()
		}
		if err := out.Encode(r); err != nil {
			return err
		}
	}
}

// openStore opens a file as a process of its own would.
func openStore(file string) (*native.Engine, error) {
	return native.Open(bindings.Options{Host: hostfns.Options{Mounts: map[string]string{}, Stores: map[string]string{storePath: file}}})
}

func callStore(e *native.Engine, op, request string) ([]byte, error) {
	response, err := e.Call(context.Background(), op, []byte(request))
	return response.Body, err
}

func (s *ourStore) runOp(op string, count int) (taken, error) {
	var requests []string
	if batch := map[string]int{"fill": storeBatch, "single": 1}[op]; batch > 0 {
		for i := 0; i < count; i += batch {
			requests = append(requests, recordRequest(s.n+i, batch))
		}
	}
	var last []json.RawMessage
	start, used := time.Now(), cputime.Now()
	err := s.doRequests(op, requests, &last)
	t := taken{toMilliseconds(time.Since(start)), toMilliseconds(cputime.Now() - used)}
	if op == "last" && err == nil {
		for i, m := range last {
			if len(last) != 50 || !strings.Contains(string(m), fmt.Sprintf(`"m%07d"`, s.n-50+i)) {
				return t, fmt.Errorf("not the last 50 messages")
			}
		}
	}
	return t, err
}

func (s *ourStore) doRequests(op string, requests []string, last *[]json.RawMessage) error {
	switch op {
	case "fork":
		s.forks++
		_, err := callStore(s.store, "store.fork", fmt.Sprintf(`{"sessionId":"s","newSessionId":"fork-%d"}`, s.forks))
		return err
	case "open":
		again, err := openStore(s.file)
		if err != nil {
			return err
		}
		defer again.Close()
		var meta struct{ MessageCount int }
		body, err := callStore(again, "store.get", `{"sessionId":"s"}`)
		if err == nil {
			err = json.Unmarshal(body, &meta)
		}
		if err == nil && meta.MessageCount != s.n {
			err = fmt.Errorf("%d messages, want %d", meta.MessageCount, s.n)
		}
		return err
	case "last":
		body, err := callStore(s.store, "store.messages", fmt.Sprintf(`{"sessionId":"s","offset":%d}`, s.n-50))
		if err != nil {
			return err
		}
		return json.Unmarshal(body, last)
	}
	for _, request := range requests {
		if _, err := callStore(s.store, "store.record", request); err != nil {
			return err
		}
		s.n += strings.Count(request, `"messageId"`)
	}
	return nil
}

// recordRequest returns a request to record n messages of about 200 bytes.
func recordRequest(first, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf(`{"content":"%s","messageId":"m%07d","role":"user","type":"user"}`, strings.Repeat("x", 130), first+i)
	}
	return `{"sessionId":"s","messages":[` + strings.Join(out, ",") + `]}`
}
