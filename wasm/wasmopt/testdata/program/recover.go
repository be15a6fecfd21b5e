package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

// recovers asks recover where it may answer and where it may not: in functions
// that the compiler inlines into wrappers, in methods that it wraps, and after
// the function was left and resumed.
func recovers() {
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"a deferred function", func() { defer here(1); panic("a") }},
		{"what a deferred function calls", func() { defer below(1); panic("b") }},
		{"a method of an embedded value", func() { var d closer = &embeds{}; defer d.Close(); panic("c") }},
		{"a method by pointer", func() { var d closer = &deferred{n: 3}; defer d.Close(); panic("d") }},
		{"a method that recovers", func() { var d undoer = &embeds{}; defer d.Undo(); panic("e") }},
		{"a method value", func() { f := deferred{n: 4}.Undo; defer f(); panic("f") }},
		{"recover itself", func() { defer recover(); panic("g") }},
		{"a variable", func() { f := here; defer f(2); panic("h") }},
		{"in a loop", func() {
			for i := range 3 {
				defer here(i)
				defer below(i)
			}
			panic("i")
		}},
		{"a panic in a deferred call", func() {
			defer func() { seen = append(seen, "outer", fmt.Sprint(recover())) }()
			defer func() { defer here(7); panic("second") }()
			panic("first")
		}},
		{"after a switch of goroutines", func() {
			defer func() { runtime.Gosched(); runtime.GC(); seen = append(seen, fmt.Sprint(recover())) }()
			descend(200, new([16]uint64))
			panic("j")
		}},
		{"runtime errors", func() {
			for _, f := range []func(){
				func() { _ = seen[len(seen)+zero] },
				func() { _ = 1 / zero },
				func() { var p *deferred; _ = p.n },
				func() { var m map[string]int; m["x"] = 1 },
				func() { _ = any(zero).(string) },
				func() { _ = make([]int, zero-1) },
				func() { close((chan int)(nil)) },
				func() { _ = seen[zero+2 : zero+1] },
				func() { _ = (*[4]int)(make([]int, zero)) },
			} {
				func() {
					defer func() {
						err, _ := recover().(error)
						seen = append(seen, fmt.Sprint(err))
					}()
					f()
				}()
			}
		}},
		{"results", func() { seen = append(seen, fmt.Sprint(result())) }},
		{"Goexit", func() {
			done := make(chan bool)
			go func() {
				defer close(done)
				defer here(8)
				runtime.Goexit()
			}()
			<-done
		}},
	} {
		attempt(c.name, c.run)
	}
}

var (
	seen []string
	zero = len(os.Args) - len(os.Args)
)

func attempt(name string, f func()) {
	seen = nil
	defer func() { fmt.Println(name+":", seen, "then", recover()) }()
	f()
}

func here(n int) { seen = append(seen, fmt.Sprint(n, recover())) }

// below is inlined into the wrapper of its deferred call; recover must not
// answer, because ask and not below calls it.
func below(n int) { seen = append(seen, ask(n)) }

//go:noinline
func ask(n int) string { return fmt.Sprint(n, recover()) }

type closer interface{ Close() }

type undoer interface{ Undo() }

type deferred struct{ n int }

func (d deferred) Close() { below(d.n) }

func (d deferred) Undo() { seen = append(seen, fmt.Sprint("undone", recover())) }

type embeds struct {
	_ string
	deferred
}

func result() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			n, err = n+1, errors.Join(err, fmt.Errorf("recovered %v", r))
		}
	}()
	for n = range 10 {
		defer func() { n *= 2 }()
		if n == 3 {
			panic(fmt.Sprint("at ", n))
		}
	}
	return n, nil
}
