// Command program does what a pass of wasmopt could break: it prints the same
// before and after, natively and in WebAssembly.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"reflect"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"
	"unique"
	"weak"
)

func main() {
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"recover", recovers}, {"stacks", stacks}, {"goroutines", goroutines}, {"coroutines", coroutines}, {"moves", moves}, {"jumps", jumps},
		{"bytes", compareBytes}, {"collector", collector}, {"reflection", reflection}, {"numbers", numbers}, {"lines", lines},
	} {
		fmt.Println("==", c.name)
		c.run()
	}
	for _, word := range os.Args[1:] {
		fmt.Println("argument", word)
	}
	if n, err := io.Copy(os.Stdout, os.Stdin); n > 0 {
		fmt.Println("copied", n, err)
	}
}

// hash is FNV-1a, over what a check computes.
type hash uint64

func (h *hash) add(v uint64) {
	for range 8 {
		*h = (*h ^ hash(v&0xff)) * 1099511628211
		v >>= 8
	}
}

func (h *hash) addText(s string) {
	for i := range len(s) {
		*h = (*h ^ hash(s[i])) * 1099511628211
	}
}

// stacks grows stacks under callers that hold pointers into them, and shrinks
// them.
func stacks() {
	var h hash
	for n := range 12 {
		local := [16]uint64{uint64(n)}
		p := &local
		h.add(descend(1<<n, p))
		h.add(p[0])
		runtime.GC()
	}
	fmt.Println(uint64(h))
}

//go:noinline
func descend(depth int, above *[16]uint64) uint64 {
	var frame [16]uint64
	for i := range frame {
		frame[i] = above[i]*31 + uint64(depth)
	}
	if depth == 0 {
		return frame[3]
	}
	below := descend(depth-1, &frame)
	above[depth%16]++
	return below ^ frame[depth%16]
}

// goroutines switches stacks in loops, in deferred calls and in calls of
// variables, so that functions are left and resumed everywhere.
func goroutines() {
	var (
		all   sync.WaitGroup
		mutex sync.Mutex
		sum   hash
		pipe  = make(chan int)
		done  = make(chan struct{})
	)
	go func() {
		defer close(done)
		for v := range pipe {
			sum.add(uint64(v))
		}
	}()
	total := 0
	for n := range 50 {
		all.Add(1)
		go func() {
			defer all.Done()
			defer func() { mutex.Lock(); total += n; mutex.Unlock(); runtime.Gosched() }()
			for i := range n {
				if i%3 == 0 {
					runtime.Gosched()
				}
				if i%7 == 5 {
					nested(i, func() { runtime.Gosched() })
				}
			}
			if n%10 == 9 {
				runtime.Goexit()
			}
		}()
	}
	all.Wait()
	for i := range 200 {
		select {
		case pipe <- i:
		case <-time.After(time.Minute):
			fmt.Println("stuck")
		}
	}
	close(pipe)
	<-done
	next, stop := pull(5)
	for v, ok := next(); ok; v, ok = next() {
		sum.add(uint64(v))
	}
	stop()
	fmt.Println(total, uint64(sum))
}

//go:noinline
func nested(depth int, f func()) int {
	n := 0
	for i := range depth {
		switch {
		case i%2 == 0:
			f()
			n += i
		case i > 3:
			n += nested(depth/2, f)
		}
		for j := 0; j < 2; j++ {
			if n%2 == j {
				f()
			}
		}
	}
	return n
}

// pull is a coroutine of a goroutine and channels.
func pull(n int) (next func() (int, bool), stop func()) {
	values, quit := make(chan int), make(chan struct{})
	go func() {
		defer close(values)
		for i := range n {
			select {
			case values <- i:
			case <-quit:
				return
			}
		}
	}()
	return func() (int, bool) { v, ok := <-values; return v, ok }, func() { close(quit) }
}

// coroutines switches stacks by iter.Pull, also from deep stacks that grow and
// shrink, with a panic inside and an end before the last value.
func coroutines() {
	var h hash
	for depth := range 40 {
		next, stop := iter.Pull2(func(yield func(int, string) bool) {
			defer runtime.GC()
			for i := 0; i < depth && yield(int(descend(i*20, new([16]uint64))%1000), strings.Repeat("x", i)); i++ {
				if i == 30 {
					panic("in a coroutine")
				}
			}
		})
		func() {
			defer func() { h.addText(fmt.Sprint(recover())) }()
			defer stop()
			for n := 0; n < 35; n++ {
				v, text, ok := next()
				h.add(uint64(v))
				h.addText(text)
				h.add(descend(n*10, new([16]uint64)))
				if !ok {
					return
				}
			}
		}()
	}
	kept := &node{text: "kept"}
	pointers := []weak.Pointer[node]{weak.Make(kept), weak.Make(&node{text: "gone"})}
	for range 5 {
		runtime.GC()
	}
	same := unique.Make(strings.Repeat("ab", 2)) == unique.Make("abab")
	fmt.Println(uint64(h), same, pointers[0].Value() == kept, pointers[1].Value() == nil)
	runtime.KeepAlive(kept)
}

type node struct {
	left, right *node
	text        string
	any         any
}

// moves copies and clears values of many sizes, onto each other too.
func moves() {
	var h hash
	buffer := make([]byte, 1500)
	for i := range buffer {
		buffer[i] = byte(i * 7)
	}
	for n := range 300 {
		for _, distance := range []int{0, 1, 3, 8, 15, 16, 17, 64, 200} {
			copy(buffer[500:500+n], buffer[500+distance:])
			copy(buffer[500+distance:], buffer[500:500+n])
		}
		clear(buffer[n : n+n/2])
		h.addText(string(buffer))
	}
	a := [3]large{{number: 1}, {number: 2}, {number: 3}}
	for i := range 9 {
		a[i%3], a[(i+1)%3] = a[(i+2)%3], a[i%3]
		a[i%3].bytes[i] = byte(i)
		overlap(a[:])
		h.add(a[0].number + a[1].number*3 + a[2].number*5)
		h.addText(string(a[1].bytes[:]))
	}
	array := [40]uint32{}
	for i := range array {
		array[i] = uint32(i)
	}
	*(*[32]uint32)(array[3:]) = *(*[32]uint32)(array[:]) // overlap
	*(*[32]uint32)(array[:]) = *(*[32]uint32)(array[5:])
	fmt.Println(uint64(h), array)
}

type large struct {
	number uint64
	bytes  [72]byte
	text   string
}

//go:noinline
func overlap(all []large) {
	for i := range all {
		all[i] = all[len(all)-1-i]
		all[i].number += uint64(i)
	}
}

// jumps has loops, labels and switches that an optimizer may order wrongly.
func jumps() {
	var h hash
	for n := range 400 {
		h.add(uint64(collatz(n + 1)))
		h.add(uint64(machine(fmt.Sprintf("%d+%x*(%o)", n, n*77, n*3))))
	}
	fmt.Println(uint64(h))
}

//go:noinline
func collatz(n int) (steps int) {
outer:
	for {
		for n%2 == 0 {
			n /= 2
			steps++
			if steps > 1000 {
				break outer
			}
		}
		if n == 1 {
			return steps
		}
		n = 3*n + 1
		steps++
	}
	return -1
}

//go:noinline
func machine(text string) int {
	state, value, i := 0, 0, 0
again:
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			value = value*10 + int(c-'0')
			if state = 1; value > 1<<20 {
				value %= 1000
				goto again // without a step: state differs
			}
		case c == '+' || c == '*':
			state += int(c)
			continue
		case c == '(':
			for depth := 1; i+1 < len(text) && depth > 0; {
				i++
				switch text[i] {
				case '(':
					depth++
				case ')':
					depth--
				}
			}
		default:
			state ^= int(c)
		}
		if state > 500 {
			state %= 97
		}
	}
	return state*31 + value
}

// compareBytes compares and searches at all short lengths and places.
func compareBytes() {
	var h hash
	for n := range 100 {
		a := bytes.Repeat([]byte("ab\x00\xff"), 30)[:n]
		for i := range a {
			b := bytes.Clone(a)
			b[i] ^= 1 << (i % 8)
			if bytes.Equal(a, b) || !bytes.Equal(a[:i], b[:i]) || string(a) == string(b) {
				fmt.Println("equal", n, i)
			}
			h.add(uint64(bytes.Compare(a, b) + 1))
			h.add(uint64(bytes.IndexByte(b, a[i]) + bytes.LastIndexByte(b, 0)*3 + bytes.Count(b, []byte("a"))*5))
			h.add(uint64(strings.Index(string(b), string(a[i:])) + 1))
		}
	}
	fmt.Println(uint64(h))
}

// collector makes garbage while pointers are on many stacks and in all kinds of
// variables.
func collector() {
	var h hash
	var build func(depth int) *node
	build = func(depth int) *node {
		if depth == 0 {
			return &node{text: strings.Repeat("x", 10), any: depth}
		}
		n := &node{left: build(depth - 1), right: build(depth - 1), any: []int{depth}}
		if depth == 6 {
			runtime.GC()
		}
		return n
	}
	var walk func(n *node) int
	walk = func(n *node) int {
		if n == nil {
			return 0
		}
		return 1 + walk(n.left) + walk(n.right) + len(n.text)
	}
	m := map[string]*node{}
	for i := range 20 {
		m[fmt.Sprint(i)] = build(8)
		if i%5 == 4 {
			delete(m, fmt.Sprint(i-3))
		}
	}
	runtime.GC()
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		h.addText(k)
		h.add(uint64(walk(m[k])))
	}
	finalized := make(chan bool, 1)
	func() { runtime.SetFinalizer(&node{text: "gone"}, func(*node) { finalized <- true }) }()
	for range 10 {
		runtime.GC()
		runtime.Gosched()
	}
	select {
	case <-finalized:
		fmt.Println("finalized")
	case <-time.After(10 * time.Second):
		fmt.Println("not finalized")
	}
	fmt.Println(uint64(h))
}

// reflection calls and makes functions of many shapes.
func reflection() {
	swap := reflect.MakeFunc(reflect.TypeOf(func(int8, string, [3]float64, error) (error, string) { return nil, "" }),
		func(args []reflect.Value) []reflect.Value {
			runtime.GC()
			return []reflect.Value{args[3], reflect.ValueOf(args[1].String() + fmt.Sprint(args[0], args[2]))}
		}).Interface().(func(int8, string, [3]float64, error) (error, string))
	fmt.Println(swap(-3, "three", [3]float64{1, 2.5, 1e300}, errors.New("an error")))
	v := reflect.ValueOf(deferred{n: 4})
	fmt.Println(v.MethodByName("Sum").Call([]reflect.Value{reflect.ValueOf(5), reflect.ValueOf([]int{6, 7})})[0])
	type pair struct{ A, B any }
	fmt.Println(reflect.DeepEqual(pair{[]int{1}, "x"}, pair{[]int{1}, "x"}), reflect.DeepEqual(pair{1, 2}, pair{1, "2"}))
	set := map[pair]int{{1, "a"}: 1, {"a", 1}: 2, {2.5, [2]string{"x", "y"}}: 3}
	fmt.Println(set[pair{"a", 1}], set[pair{2.5, [2]string{"x", "y"}}], len(set))
}

func (d deferred) Sum(a int, more []int) int {
	for _, n := range more {
		a += n
	}
	return a + d.n
}

// numbers divides, shifts and converts at the limits.
func numbers() {
	var h hash
	values := []float64{0, -0.5, 1.5, 1e10, -1e10, 1e18, -9e18}
	for _, f := range values {
		for shift := range 70 {
			h.add(uint64(int64(f/4)) >> shift)
			h.add(uint64(int32(int64(f)%1000)) << shift)
		}
	}
	for _, n := range []int64{-1 << 63, -1, 1, 7, 1<<63 - 1} {
		for _, d := range []int64{-1, 1, 3, -7} {
			h.add(uint64(n / d))
			h.add(uint64(n % d))
		}
	}
	fmt.Println(uint64(h))
}

// lines reports where it is: a program that reads lines keeps them.
func lines() {
	_, file, line, ok := runtime.Caller(0)
	fmt.Println(file[strings.LastIndexByte(file, '/')+1:], line, ok)
	frames := runtime.CallersFrames(callers())
	for frame, more := frames.Next(); more; frame, more = frames.Next() {
		if strings.HasPrefix(frame.Function, "main.") {
			fmt.Println(frame.Function, frame.Line)
		}
	}
}

func callers() []uintptr { return inlined() }

func inlined() []uintptr {
	at := make([]uintptr, 20)
	return at[:runtime.Callers(1, at)]
}
