package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bindings/bindingstest"
	"github.com/heddle-dev/heddle/bindings/internal/cputime"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/store"
	"github.com/heddle-dev/heddle/hostfns/clock"
	"github.com/heddle-dev/heddle/hostfns/entropy"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// storePath is the mount path of the store under measurement.
const storePath = "store/heddle.db"

// storeBatch is how many messages one append of a fill holds.
const storeBatch = 1000

// ourStore is our store under measurement; storepeers.py does the same with
// the others.
type ourStore struct {
	file  string
	store *store.Store
	close func()
	n     int // messages of the session
	forks int
}

// serveStore is the process of our store: jobs come in as lines of JSON.
func serveStore(folder string) error {
	s := &ourStore{file: filepath.Join(folder, "heddle.db")}
	var err error
	if s.store, s.close, err = openStore(s.file); err != nil {
		return err
	}
	defer s.close()
	out := json.NewEncoder(os.Stdout)
	for in := json.NewDecoder(os.Stdin); ; {
		var job bindingstest.Job
		if err := in.Decode(&job); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		t, err := s.run(job.Op, job.Calls)
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
func openStore(file string) (*store.Store, func(), error) {
	stores := sqlite.NewStores(map[string]string{storePath: file})
	h := host.Host{SQL: sqlite.New(nil, sqlite.Options{Stores: stores}), Clock: clock.System{}, Entropy: entropy.System{}}
	s, closeStore, err := store.Open(h, storePath, true, store.Options{})
	if err != nil {
		stores.Close()
		return nil, nil, err
	}
	return s, func() { _ = closeStore(); stores.Close() }, nil
}

func (s *ourStore) run(op string, count int) (taken, error) {
	var lists [][]session.JSON
	if batch := map[string]int{"fill": storeBatch, "single": 1}[op]; batch > 0 {
		for i := 0; i < count; i += batch {
			lists = append(lists, s.messages(s.n+i, batch))
		}
	}
	var last []session.JSON
	start, used := time.Now(), cputime.Now()
	err := s.do(op, lists, &last)
	t := taken{milliseconds(time.Since(start)), milliseconds(cputime.Now() - used)}
	if op == "last" && err == nil {
		for i, m := range last {
			if len(last) != 50 || !strings.Contains(string(m), fmt.Sprintf(`"m%07d"`, s.n-50+i)) {
				return t, fmt.Errorf("not the last 50 messages")
			}
		}
	}
	return t, err
}

func (s *ourStore) do(op string, lists [][]session.JSON, last *[]session.JSON) (err error) {
	switch op {
	case "fork":
		s.forks++
		_, err = s.store.Fork("s", store.ForkOptions{SessionID: fmt.Sprint("fork-", s.forks)}, store.Request{})
	case "open":
		again, closeStore, failed := openStore(s.file)
		if failed != nil {
			return failed
		}
		defer closeStore()
		m, failed := again.Get("s", 0)
		if err = failed; err == nil && m.MessageCount != int64(s.n) {
			err = fmt.Errorf("%d messages, want %d", m.MessageCount, s.n)
		}
	case "last":
		*last, err = s.store.Messages("s", store.MessageOptions{Offset: int64(s.n) - 50})
	}
	for _, list := range lists {
		if _, err := s.store.Record("s", list, store.Request{}); err != nil {
			return err
		}
		s.n += len(list)
	}
	return err
}

// messages returns messages of about 200 bytes.
func (s *ourStore) messages(first, n int) []session.JSON {
	out := make([]session.JSON, n)
	for i := range out {
		out[i] = session.JSON(fmt.Sprintf(`{"content":"%s","messageId":"m%07d","role":"user","type":"user"}`, strings.Repeat("x", 130), first+i))
	}
	return out
}
