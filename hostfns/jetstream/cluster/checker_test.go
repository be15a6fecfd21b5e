//go:build linux

package cluster_test

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/jetstream"
)

// call is what a writer's log says of one call.
type call struct {
	session  string
	messages int64
	position int64 // 0: no answer; -1: another writer won
	expect   int64
}

// readLog reads a writer's log.
func readLog(t testing.TB, file string) (calls map[int64]*call, ended bool) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	calls = map[int64]*call{}
	for s := bufio.NewScanner(f); s.Scan(); {
		var n, number int64
		kind, rest, _ := strings.Cut(s.Text(), " ")
		fmt.Sscan(rest, &n)
		switch kind {
		case "try":
			c := &call{}
			fmt.Sscan(rest, &n, &c.messages, &c.session)
			calls[n] = c
		case "ack":
			fmt.Sscan(rest, &n, &number)
			calls[n].position = number
		case "lost":
			fmt.Sscan(rest, &n, &number)
			calls[n].position, calls[n].expect = -1, number
		case "end":
			ended = true
		case "error":
			t.Errorf("a writer failed: %s", rest)
		}
	}
	return calls, ended
}

// tally is what the checker found.
type tally struct{ acknowledged, lost, unanswered, messages int }

// checkLogs compares the store with what the writers were answered.
func checkLogs(t testing.TB, address string, logs []map[int64]*call) (sum tally) {
	t.Helper()
	s, err := jetstream.Open(t.Context(), address, jetstream.Options{Env: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	j := s.Journal(t.Context())
	hosttest.VerifyJournal(t, j)
	found := map[[2]int64]int64{} // writer and call: the position of its last message
	for _, session := range append([]string{shared, contest}, ownSessions()...) {
		sum.messages += checkSession(t, j, session, logs, found)
	}
	for w, calls := range logs {
		for n, c := range calls {
			at, stored := found[[2]int64{int64(w), n}]
			switch {
			case c.position > 0 && !stored:
				t.Errorf("writer %d, call %d was acknowledged at %d of %s, and is lost", w, n, c.position, c.session)
			case c.position > 0 && at != c.position:
				t.Errorf("writer %d, call %d was acknowledged at %d of %s, and is at %d", w, n, c.position, c.session, at)
			case c.position < 0 && stored:
				t.Errorf("writer %d, call %d was refused at %d of %s, and is stored at %d", w, n, c.expect, c.session, at)
			}
			switch {
			case c.position > 0:
				sum.acknowledged++
			case c.position < 0:
				sum.lost++
			default:
				sum.unanswered++
			}
		}
	}
	return sum
}

func ownSessions() (out []string) {
	for w := range writers {
		out = append(out, fmt.Sprint("own-", w))
	}
	return out
}

// checkSession reads a session: every message belongs to a call, which is there whole, in order and
// once.
func checkSession(t testing.TB, j host.Journal, session string, logs []map[int64]*call, found map[[2]int64]int64) (messages int) {
	t.Helper()
	last := make([]int64, len(logs)) // a writer makes one call after the other
	var next, of int64
	var now [2]int64
	for after := int64(0); ; {
		list, err := j.Read(session, after, 4096)
		if err != nil {
			t.Fatalf("%s after %d: %v", session, after, err)
		}
		if len(list) == 0 {
			break
		}
		for _, e := range list {
			if e.Seq != after+1 {
				t.Fatalf("%s: %d follows %d", session, e.Seq, after)
			}
			after = e.Seq
			messages++
			var w, n, i, size int64
			_, rest, _ := strings.Cut(string(e.Payload), `"uuid":"`)
			if k, err := fmt.Sscan(strings.TrimRight(rest, `"}`), &w, &n, &i, &size); k != 4 {
				t.Fatalf("%s %d is not what a writer wrote: %v", session, e.Seq, err)
			}
			if i == 0 {
				now, next, of = [2]int64{w, n}, 0, size
			}
			c := logs[w][n]
			if c == nil || c.session != session || c.messages != size || now != [2]int64{w, n} || i != next || size != of {
				t.Fatalf("%s %d: message %d of writer %d's call %d is not where it belongs", session, e.Seq, i, w, n)
			}
			if next++; next < of {
				continue
			}
			if found[now] != 0 || n <= last[w] {
				t.Fatalf("%s %d: writer %d's call %d is there twice, or after call %d", session, e.Seq, w, n, last[w])
			}
			found[now], last[w] = e.Seq, n
		}
	}
	if next != of {
		t.Errorf("%s ends with a part of a call", session)
	}
	return messages
}
