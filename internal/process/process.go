// Package process runs the processes of coding agents. Each process is in a
// group of its own (on Windows: a job object), which ends as a whole, and with
// this process, regardless of what ends that: a shell that leads the group waits for it.
// The registry lists the running processes, so that a later start can end what
// is left nevertheless.
package process

import (
	"errors"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
)

// Limits of what a process passes on and how long its end may take.
const (
	chunkBytes    = 64 << 10 // the most that Output receives at once
	stderrBytes   = 64 << 10 // the end of standard error that is kept
	lingerTime    = 500 * time.Millisecond
	lingerBytes   = 1 << 20         // read after the group has ended, from pipes that others hold
	vanishTimeout = 3 * time.Second // for the kernel to remove a killed group
)

// Signal is a signal for a process group.
type Signal int

// The signals. Windows has no counterpart of Terminate: both Interrupt and
// Terminate send Ctrl-Break.
const (
	Interrupt Signal = iota + 1
	Terminate
	Kill
)

// Options say what to start.
type Options struct {
	// Path is the program, as Find returns it.
	Path string
	Args []string
	Dir  string
	// Env is the whole environment, each NAME=value.
	Env []string
	// Files are written before the start and removed after the end.
	Files []PrivateFile
	// Output receives what the process prints on standard output, at most 64 KB at
	// once, from one goroutine. The process waits while Output does not return.
	// The bytes are valid until Output returns.
	Output func([]byte)
	// Entry is what the registry keeps of the process, besides its id.
	Entry Entry
	// Registry is where the process is registered; nil for nowhere.
	Registry *Registry
}

// Process is a running process.
type Process struct {
	command *exec.Cmd
	group   group
	input   inputQueue
	errors  tail
	ending  atomic.Bool
	mu      sync.Mutex // guards collected
	// collected reports that the id of the group may belong to another one.
	collected bool
	registry  *Registry
	entry     Entry
	files     string // the folder of private files

	done chan struct{}
	end  End
}

// End says how a process ended.
type End struct {
	// Status is the exit status; 128 and the number of the signal for a process
	// that a signal ended.
	Status int
	// Stderr is the end of standard error, at most 64 KB.
	Stderr string
	// Gone reports that no process of the agent is left, Left which ones are, as far as that is known.
	Gone bool
	Left []int
}

// pipes are the three pipes of a process: the ends of the child and ours.
type pipes struct {
	child [3]*os.File
	ours  [3]*os.File
}

func openPipes() (p pipes, err error) {
	for i := range p.child {
		reader, writer, err := os.Pipe()
		if err != nil {
			p.close()
			return pipes{}, err
		}
		if i == 0 {
			p.child[i], p.ours[i] = reader, writer
		} else {
			p.child[i], p.ours[i] = writer, reader
		}
	}
	return p, nil
}

func (p *pipes) closeChild() {
	for _, f := range p.child {
		if f != nil {
			f.Close()
		}
	}
}

func (p *pipes) close() {
	p.closeChild()
	for _, f := range p.ours {
		if f != nil {
			f.Close()
		}
	}
}

// Start starts a process and registers it. Wait must be called once.
func Start(o Options) (*Process, error) {
	p := &Process{registry: o.Registry, entry: o.Entry, done: make(chan struct{})}
	ends, err := openPipes()
	if err != nil {
		return nil, fault.Wrap(fault.IO, "no pipe for the agent's process", err)
	}
	args := append([]string{o.Path}, o.Args...)
	if p.files, err = writeFiles(o.Registry, o.Files, args[1:]); err != nil {
		ends.close()
		return nil, err
	}
	p.command = &exec.Cmd{Path: o.Path, Args: args, Dir: o.Dir, Env: o.Env,
		Stdin: ends.child[0], Stdout: ends.child[1], Stderr: ends.child[2]}
	if err := p.group.start(p.command); err != nil {
		ends.close()
		removeFiles(p.files)
		return nil, fault.Wrap(fault.IO, "the program "+o.Path+" cannot be started", err)
	}
	ends.closeChild()
	p.register()
	p.input.start(ends.ours[0])
	go p.run(ends.ours[1], ends.ours[2], o.Output)
	return p, nil
}

// register enters the process into the registry. A failure only means that
// nobody ends the process if this one and its watchdog are killed.
func (p *Process) register() {
	if p.registry == nil {
		return
	}
	p.entry.PID = p.PID()
	p.group.describe(&p.entry)
	p.registry.add(&p.entry)
}

// PID is the id of the process.
func (p *Process) PID() int { return p.command.Process.Pid }

// Write queues data for standard input. It does not wait for the process, and
// it keeps data. What cannot be written because the process has ended is dropped.
func (p *Process) Write(data []byte) { p.input.write(data) }

// CloseInput closes standard input after what is queued.
func (p *Process) CloseInput() { p.input.close() }

// Signal sends a signal to the group. A group that has ended is ignored.
func (p *Process) Signal(s Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.collected {
		p.group.signal(s)
	}
}

// Done is closed when the process has ended and its output was passed on.
func (p *Process) Done() <-chan struct{} { return p.done }

// Wait waits for the end: the process has ended, all its output was passed on,
// what was left of its group was killed, and all pipes are closed.
func (p *Process) Wait() End {
	<-p.done
	return p.end
}

// run drains both pipes until the process has ended.
func (p *Process) run(stdout, stderr *os.File, output func([]byte)) {
	var readers sync.WaitGroup
	readers.Go(func() { p.drain(stdout, output) })
	readers.Go(func() { p.drain(stderr, p.errors.add) })
	drained := make(chan struct{})
	go func() {
		readers.Wait()
		close(drained)
	}()

	state := awaitExit(p.command.Process)
	select {
	case <-drained:
	case <-time.After(lingerTime): // somebody else holds a pipe
	}
	p.mu.Lock()
	p.group.signal(Kill)
	if state == nil { // it waits to be collected
		p.command.Wait() // the error only repeats the state
		state = p.command.ProcessState
	}
	p.collected = true
	p.mu.Unlock()
	select {
	case <-drained:
	case <-time.After(lingerTime): // somebody who left the group holds it
		p.ending.Store(true)
		stdout.SetReadDeadline(time.Now())
		stderr.SetReadDeadline(time.Now())
	}
	gone := p.group.awaitEnd(vanishTimeout)
	left := endMarked(p.group.mark)
	p.input.abandon()
	<-drained
	stdout.Close()
	stderr.Close()
	p.group.close()
	removeFiles(p.files)
	p.end = End{Status: exitStatus(state), Stderr: p.errors.text(), Gone: gone && len(left) == 0, Left: left}
	if p.end.Gone && p.registry != nil {
		p.registry.remove(&p.entry)
	}
	close(p.done)
}

// drain passes on what a pipe delivers until its end. After the group has ended
// it reads what is left in the pipe and no more.
func (p *Process) drain(pipe *os.File, output func([]byte)) {
	buffer := make([]byte, chunkBytes)
	left, late := lingerBytes, false
	for left > 0 {
		n, err := pipe.Read(buffer)
		if n > 0 {
			output(buffer[:n])
		}
		if late {
			left -= n
		}
		if err == nil {
			continue
		}
		if late || !errors.Is(err, os.ErrDeadlineExceeded) || !p.ending.Load() {
			return // io.EOF, or the pipe cannot be read any more
		}
		late = true
		pipe.SetReadDeadline(time.Now().Add(lingerTime / 5))
	}
}

// inputQueue writes to standard input from a goroutine of its own, so that a
// process that does not read cannot stop the one who writes.
type inputQueue struct {
	mu     sync.Mutex
	wake   *sync.Cond
	pipe   *os.File
	queue  [][]byte
	closed bool // after the queue
	dead   bool // now
	done   chan struct{}
}

func (q *inputQueue) start(pipe *os.File) {
	q.wake, q.pipe, q.done = sync.NewCond(&q.mu), pipe, make(chan struct{})
	go q.run()
}

func (q *inputQueue) run() {
	defer close(q.done)
	defer q.pipe.Close()
	for {
		q.mu.Lock()
		for len(q.queue) == 0 && !q.closed && !q.dead {
			q.wake.Wait()
		}
		if q.dead || len(q.queue) == 0 {
			q.dead, q.queue = true, nil
			q.mu.Unlock()
			return
		}
		data := q.queue[0]
		q.queue = q.queue[1:]
		q.mu.Unlock()
		if _, err := q.pipe.Write(data); err != nil {
			q.mu.Lock()
			q.dead, q.queue = true, nil
			q.mu.Unlock()
			return
		}
	}
}

func (q *inputQueue) write(data []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed && !q.dead {
		q.queue = append(q.queue, data)
		q.wake.Signal()
	}
}

func (q *inputQueue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake.Signal()
}

// abandon closes the pipe even if a write waits, and waits until it is closed.
func (q *inputQueue) abandon() {
	q.mu.Lock()
	q.dead = true
	q.wake.Signal()
	q.mu.Unlock()
	q.pipe.SetWriteDeadline(time.Now())
	<-q.done
}

// tail keeps the end of what a process said.
type tail struct {
	mu   sync.Mutex
	said []byte
}

func (t *tail) add(data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.said = append(t.said, data...)
	if len(t.said) > 2*stderrBytes {
		t.said = append(t.said[:0], t.said[len(t.said)-stderrBytes:]...)
	}
}

func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.said[max(0, len(t.said)-stderrBytes):])
}

// Stderr returns the end of standard error so far, at most 64 KB.
func (p *Process) Stderr() string { return p.errors.text() }
