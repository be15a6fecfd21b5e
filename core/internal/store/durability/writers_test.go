package durability_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
	"github.com/heddle-dev/heddle/core/session"
)

const rounds = 25

// contend plays rounds in which all writers expect the same position of one
// session; won is called for each round that this writer wins. After each round it
// also records in a session that all share, without an expectation.
// The next round begins when all have done so: one that starves stops all.
func contend(d *disk, writer, writers int64, won func(round int)) error {
	for r := range rounds {
		req := store.Request{Expect: int64(r)}
		if r == 0 {
			req.Expect = store.NoSession
		}
		for { // until somebody has won
			_, err := d.Record("contest", talk(fmt.Sprint(writer)), req)
			if err == nil {
				won(r)
			} else if fault.CodeOf(err) != fault.Conflict {
				return err
			}
			if n, err := d.MessageCount("contest"); err != nil {
				return err
			} else if n > int64(r) {
				break
			}
		}
		if _, err := d.Record("together", talk(fmt.Sprint(writer, "-", r)), store.Request{}); err != nil {
			return err
		}
		for n := int64(0); n < writers*int64(r+1); {
			var err error
			if n, err = d.MessageCount("together"); err != nil {
				return err
			}
		}
	}
	return nil
}

// afterContest holds the store to what a contest leaves.
func afterContest(t *testing.T, file string, wins []int, writers int) {
	t.Helper()
	for r, n := range wins {
		if n != 1 {
			t.Errorf("round %d has %d winners", r, n)
		}
	}
	d := mustOpen(t, file)
	for id, want := range map[string]int{"contest": rounds, "together": writers * rounds} {
		list, err := d.Messages(id, store.MessageOptions{})
		seen := map[string]bool{}
		for _, m := range list {
			seen[string(m)] = true
		}
		if err != nil || len(list) != want || id == "together" && len(seen) != want {
			t.Errorf("%s: %d messages, %d different ones, %v, want %d", id, len(list), len(seen), err, want)
		}
	}
	sound(t, d.Store)
}

// TestOneWins lets writers expect the same position of a session, round after
// round: of each round exactly one wins, the others get CONFLICT, and what
// they record without an expectation is all there, once.
func TestOneWins(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and ends processes for seconds; it runs without -short")
	}
	for _, writers := range []int{2, 5} {
		file := teststore.New(t)
		mustOpen(t, file)
		var group sync.WaitGroup
		var wins [rounds]atomic.Int64
		for w := range writers {
			d, err := open(file, real(int64(w)))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(d.close)
			group.Go(func() {
				if err := contend(d, int64(w), int64(writers), func(r int) { wins[r].Add(1) }); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		counts := make([]int, rounds)
		for r := range counts {
			counts[r] = int(wins[r].Load())
		}
		afterContest(t, file, counts, writers)
	}
}

func playRounds(file string, n int64) error {
	d, err := open(file, real(n))
	if err != nil {
		return err
	}
	defer d.close()
	say("ready")
	if _, err := stdin.Read(make([]byte, 1)); err != nil {
		return err
	}
	return contend(d, n, 2, func(r int) { say(r) })
}

// TestOneWinsAmongProcesses is the same with two processes.
func TestOneWinsAmongProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and ends processes for seconds; it runs without -short")
	}
	file := teststore.New(t)
	mustOpen(t, file).close()
	counts := make([]int, rounds)
	in, out := io.Pipe()
	in2, out2 := io.Pipe()
	both := []*child{start(t, "rounds", file, 1, in), start(t, "rounds", file, 2, in2)}
	for _, c := range both {
		c.until(1)
	}
	for _, w := range []*io.PipeWriter{out, out2} {
		w.Write([]byte{1})
		w.Close()
	}
	for _, c := range both {
		lines := c.end()[1:]
		if e := broke(lines); e != "" || len(lines) == 0 || lines[len(lines)-1] != "end" {
			t.Fatalf("%q", lines)
		}
		t.Logf("process %d wins %d rounds", c.Process.Pid, len(lines)-1)
		for _, l := range lines[:len(lines)-1] {
			var r int
			fmt.Sscan(l, &r)
			counts[r]++
		}
	}
	afterContest(t, file, counts, 2)
}

// TestNobodyStarves lets one process append without a pause while this one
// makes 40 changes to the same session: each of them comes through.
func TestNobodyStarves(t *testing.T) {
	file := teststore.New(t)
	d := mustOpen(t, file)
	c := start(t, "append", file, 2, nil)
	c.until(3)
	most, last := 0, len(c.heard())
	for i := range 40 {
		if _, err := d.Record("shared", talk(fmt.Sprint("between-", i)), store.Request{ID: requestOf(i).ID}); err != nil {
			t.Fatalf("change %d: %v", i, err)
		}
		n := len(c.heard())
		most, last = max(most, n-last), n
	}
	c.until(last + 3) // the other one comes through as well
	c.Process.Kill()
	lines := c.end()
	if e := broke(lines); e != "" {
		t.Fatal(e)
	}
	list, err := d.Messages("shared", store.MessageOptions{})
	ours := 0
	for _, m := range list {
		if strings.Contains(string(m), "between-") {
			ours++
		}
	}
	if err != nil || ours != 40 {
		t.Errorf("%d changes, %v, want 40", ours, err)
	}
	t.Logf("the other process made %d changes meanwhile, at most %d of them during one of ours", last, most)
	sound(t, d.Store)
}

// readAlong reads all sessions while others write, until its input ends. What
// it reads must be a prefix of whole batches, never shorter than before.
func readAlong(file string, _ int64) error {
	d, err := open(file, nil)
	if err != nil {
		return err
	}
	defer d.close()
	return follow(d, func() bool { // one byte each time that it must continue
		_, err := io.ReadFull(stdin, make([]byte, 1))
		return err == nil
	}, func(n int) { say(n) })
}

// follow reads while more says so, and reports the number of messages.
func follow(d *disk, more func() bool, tell func(n int)) error {
	var before []session.JSON
	for more() {
		list, err := d.Messages("shared", store.MessageOptions{})
		if fault.CodeOf(err) == fault.SessionNotFound && before == nil {
			continue
		}
		if err != nil {
			return err
		}
		for i := range before {
			if i >= len(list) || !bytes.Equal(before[i], list[i]) {
				return fault.New(fault.Internal, fmt.Sprintf("message %d has changed; there were %d, now %d", i, len(before), len(list)))
			}
		}
		for at := len(before); at < len(list); {
			var writer, batch, i, size int64
			_, rest, _ := strings.Cut(string(list[at]), `"uuid":"`)
			fmt.Sscan(strings.TrimRight(rest, `"}`), &writer, &batch, &i, &size)
			if i != 0 || size == 0 || at+int(size) > len(list) {
				return fault.New(fault.Internal, fmt.Sprintf("message %d begins a torn batch: %.60s", at, rest))
			}
			at += int(size)
		}
		for after := int64(0); ; { // the log says the same
			page, err := d.Events("shared", after, 100)
			if err != nil {
				return err
			}
			if len(page.Events) == 0 {
				if after < int64(len(list)) {
					return fault.New(fault.Internal, fmt.Sprintf("the log ends at %d, %d messages were read", after, len(list)))
				}
				break
			}
			for _, e := range page.Events {
				if after++; e.Seq != after || e.Seq <= int64(len(list)) && !bytes.Equal(e.Payload, list[e.Seq-1]) {
					return fault.New(fault.Internal, fmt.Sprintf("event %d is not message %d", e.Seq, after))
				}
			}
		}
		before = list
		tell(len(list))
	}
	return nil
}

// TestReaderSeesAPrefix reads from this process and from another one, while
// two processes append and one forks, deletes and compacts.
func TestReaderSeesAPrefix(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and ends processes for seconds; it runs without -short")
	}
	passes, enough := pick(t, 10, 100), 50_000
	file := teststore.New(t)
	d := mustOpen(t, file)
	var writers []*child
	for i, role := range []string{"append", "append", "tidy"} {
		writers = append(writers, start(t, role, file, int64(i), nil))
	}
	for _, c := range writers {
		c.until(2)
	}
	in, out := io.Pipe()
	reader := start(t, "read", file, 0, in)
	pass, grown, last := 0, 0, -1
	err := follow(d, func() bool {
		out.Write([]byte{1})
		pass++
		return pass <= passes && last < enough || grown < 3 && pass < 100*passes
	}, func(n int) {
		if n > last {
			grown, last = grown+1, n
		}
	})
	out.Close()
	if err != nil {
		t.Error("this process: ", err)
	}
	lines := reader.end()
	if e := broke(lines); e != "" || len(lines) < 2 {
		t.Errorf("the other process: %q", lines)
	}
	for _, c := range writers {
		c.Process.Kill()
		if e := broke(c.end()); e != "" {
			t.Error(e)
		}
	}
	if grown < 3 {
		t.Errorf("nothing was written meanwhile: %d messages", last)
	}
	t.Logf("%d reads here and %d there while the session grew to %d messages", pass, len(lines)-1, last)
	sound(t, d.Store)
}
