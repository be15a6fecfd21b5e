// Command scriptedagent is a coding agent for tests: it does what a script says
// and logs every line that it receives. Which protocol it speaks it knows from
// its arguments, as the real programs do.
//
// The environment variable HEDDLE_SCRIPT names the script, a JSON file of type
// script. The log has the lines of standard input as they came, and lines in
// brackets for everything else: [eof], [terminated], [interrupted], and for each
// private file that the arguments name [FLAG MODE CONTENT].
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// script says how the agent behaves.
type script struct {
	Version         string   `json:"version"`         // of --version
	Log             string   `json:"log"`             // the file for what is received
	StartMS         int      `json:"startMs"`         // before the first answer
	Silent          bool     `json:"silent"`          // answer nothing
	IgnoreInterrupt bool     `json:"ignoreInterrupt"` // continue after an interrupt
	IgnoreEOF       bool     `json:"ignoreEof"`       // stay after the end of the input
	IgnoreTerm      bool     `json:"ignoreTerm"`      // stay after a signal to terminate
	Grandchild      bool     `json:"grandchild"`      // start a process that holds the pipes
	Detached        bool     `json:"detached"`        // start a process in a session of its own
	RefuseResume    bool     `json:"refuseResume"`    // know no session
	Turns           [][]step `json:"turns"`           // one for each prompt; the last one repeats
}

// step is a part of a turn.
type step struct {
	Do    string          `json:"do"`
	Text  string          `json:"text"`
	N     int             `json:"n"`
	MS    int             `json:"ms"`
	Tool  string          `json:"tool"`
	Input json.RawMessage `json:"input"`
}

// speaker speaks a protocol.
type speaker interface {
	// receive takes a line that was read from standard input.
	receive(line []byte)
	text(said string)
	thinking(said string)
	// tool runs a tool; with ask only when it is permitted.
	tool(name string, input json.RawMessage, ask bool)
	// result ends a turn.
	result(interrupted bool)
}

// agent is the running program.
type agent struct {
	script
	mu      sync.Mutex // guards standard output
	out     *bufio.Writer
	log     *os.File
	prompts chan string
	stop    chan struct{} // an interrupt of the running turn
	turns   int
	args    []string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "hold" {
		signal.Ignore(syscall.SIGTERM, os.Interrupt)
		time.Sleep(time.Hour)
	}
	a := &agent{out: bufio.NewWriterSize(os.Stdout, 64<<10), prompts: make(chan string, 64), stop: make(chan struct{}, 1), args: os.Args[1:]}
	data, err := os.ReadFile(os.Getenv("HEDDLE_SCRIPT"))
	if err == nil {
		err = json.Unmarshal(data, &a.script)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "scriptedagent:", err)
		os.Exit(2)
	}
	if slices.Contains(a.args, "--version") {
		fmt.Println(a.Version)
		return
	}
	if a.log, err = os.OpenFile(a.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err != nil {
		fmt.Fprintln(os.Stderr, "scriptedagent:", err)
		os.Exit(2)
	}
	a.logFiles()
	a.watchSignals()
	if a.Grandchild {
		child := exec.Command(os.Args[0], "hold")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.Start()
	}
	if a.Detached {
		child := exec.Command(os.Args[0], "hold")
		detach(child)
		child.Start()
	}
	time.Sleep(time.Duration(a.StartMS) * time.Millisecond)
	a.run(newSpeaker(a))
}

// logFiles logs the files that the arguments name.
func (a *agent) logFiles() {
	for i, flag := range a.args[:max(0, len(a.args)-1)] {
		if !slices.Contains([]string{"--system-prompt-file", "--system-prompt", "--mcp-config", "--settings"}, flag) {
			continue
		}
		name := a.args[i+1]
		info, err := os.Stat(name)
		if err != nil {
			fmt.Fprintf(a.log, "[%s %v]\n", flag, err)
			continue
		}
		text, _ := os.ReadFile(name)
		fmt.Fprintf(a.log, "[%s %o %s]\n", flag, info.Mode().Perm(), text)
	}
}

// newSpeaker chooses the protocol by the arguments.
func newSpeaker(a *agent) speaker {
	switch {
	case slices.Contains(a.args, "app-server"):
		return newCodex(a)
	case a.option("--mode") == "rpc":
		return newPi(a)
	case slices.Contains(a.args, "acp") || slices.Contains(a.args, "--acp"):
		return newACP(a)
	}
	return newClaude(a)
}

type object = map[string]any

// counter makes ids that are the same in every run.
type counter struct {
	mu   sync.Mutex
	last int
}

func (c *counter) number() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	return c.last
}

func (c *counter) next(kind string) string { return fmt.Sprintf("%s_%d", kind, c.number()) }

// waiters are the requests of the agent without an answer.
type waiters struct {
	mu   sync.Mutex
	byID map[string]chan json.RawMessage
}

func (w *waiters) wait(id string) <-chan json.RawMessage {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.byID == nil {
		w.byID = map[string]chan json.RawMessage{}
	}
	answer := make(chan json.RawMessage, 1)
	w.byID[id] = answer
	return answer
}

func (w *waiters) answer(id string, value json.RawMessage) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if answer := w.byID[id]; answer != nil {
		delete(w.byID, id)
		answer <- value
	}
}

// joinTexts returns the texts of a list of blocks.
func joinTexts(blocks json.RawMessage) (said string) {
	var list []struct{ Text string }
	json.Unmarshal(blocks, &list)
	for _, b := range list {
		said += b.Text
	}
	return said
}

func workingFolder() string {
	dir, _ := os.Getwd()
	return dir
}

// note logs something that is no line of the input.
func (a *agent) note(what string) { fmt.Fprintf(a.log, "[%s]\n", what) }

func (a *agent) watchSignals() {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for s := range signals {
			if s == syscall.SIGTERM {
				a.note("terminated")
			} else {
				a.note("interrupted")
			}
			if s == syscall.SIGTERM && !a.IgnoreTerm {
				os.Exit(143)
			}
		}
	}()
}

// run reads the input until its end, and works on prompts meanwhile.
func (a *agent) run(s speaker) {
	worked := make(chan struct{})
	go func() {
		defer close(worked)
		for prompt := range a.prompts {
			a.work(s, prompt)
		}
	}()
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			a.log.Write(line)
			if !a.Silent {
				s.receive(line)
			}
		}
		if err != nil {
			break
		}
	}
	a.note("eof")
	if a.IgnoreEOF {
		select {}
	}
	close(a.prompts)
	<-worked // an agent finishes its turn first
}

// interrupt ends the running turn.
func (a *agent) interrupt() {
	if a.IgnoreInterrupt {
		return
	}
	select {
	case a.stop <- struct{}{}:
	default:
	}
}

// work does the steps of one turn.
func (a *agent) work(s speaker, prompt string) {
	var steps []step
	if n := len(a.Turns); n > 0 {
		steps = a.Turns[min(a.turns, n-1)]
	}
	a.turns++
	for _, x := range steps {
		if !a.do(s, x, prompt) {
			select {
			case <-a.stop:
			default:
			}
			s.result(true)
			return
		}
	}
	if len(steps) == 0 || steps[len(steps)-1].Do != "noresult" {
		s.result(false)
	}
}

// do does a step, and reports false when the turn was interrupted.
func (a *agent) do(s speaker, x step, prompt string) bool {
	switch x.Do {
	case "text":
		s.text(strings.ReplaceAll(x.Text, "$PROMPT", prompt))
	case "thinking":
		s.thinking(x.Text)
	case "tool":
		s.tool(x.Tool, x.Input, false)
	case "ask":
		s.tool(x.Tool, x.Input, true)
	case "sleep":
		select {
		case <-a.stop:
			return false
		case <-time.After(time.Duration(x.N) * time.Millisecond):
		}
	case "hang":
		<-a.stop
		return false
	case "await": // a file
		for _, err := os.Stat(x.Text); err != nil; _, err = os.Stat(x.Text) {
			time.Sleep(10 * time.Millisecond)
		}
	case "flood": // N bytes of text, in messages of 8 KB
		for left := x.N; left > 0; left -= 8 << 10 {
			s.text(strings.Repeat("x", min(left, 8<<10)))
		}
	case "events": // N short texts
		for i := range x.N {
			s.text(fmt.Sprint(x.Text, i))
		}
	case "clock": // N texts that say when they were printed, in ns, MS apart
		for range x.N {
			s.text(fmt.Sprint(time.Now().UnixNano()))
			time.Sleep(time.Duration(x.MS) * time.Millisecond)
		}
	case "stderr":
		for left := x.N; left > 0; left -= 1 << 10 {
			fmt.Fprintln(os.Stderr, strings.Repeat("e", 1023))
		}
		fmt.Fprint(os.Stderr, x.Text)
	case "raw":
		a.print([]byte(x.Text + "\n"))
	case "fill": // a line in which $FILL is N bytes of text
		a.fill(x.Text, x.N)
	case "half":
		a.print([]byte(x.Text))
	case "exit":
		os.Exit(x.N)
	}
	return true
}

// filling is a part of a long text, as it is inside a string of JSON.
const filling = `\t\"key\": \"value\", // a line of a file that some tool has read, größer als nötig\n`

// fill writes a line in which $FILL is a text of about n bytes.
func (a *agent) fill(line string, n int) {
	before, after, _ := strings.Cut(line, "$FILL")
	a.mu.Lock()
	defer a.mu.Unlock()
	a.out.WriteString(before)
	for ; n > 0; n -= len(filling) {
		a.out.WriteString(filling)
	}
	a.out.WriteString(after + "\n")
	a.out.Flush()
}

// print writes bytes to standard output at once.
func (a *agent) print(b []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.out.Write(b)
	a.out.Flush()
}

// send writes a value as a line of JSON.
func (a *agent) send(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	a.print(append(b, '\n'))
}

// option returns the value of an argument; "" without it.
func (a *agent) option(name string) string {
	if i := slices.Index(a.args, name); i >= 0 && i+1 < len(a.args) {
		return a.args[i+1]
	}
	return ""
}
