package durability_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
)

// roles are what the test binary does when it is started as a process of its
// own. A role prints one line for each thing that was acknowledged; only "end"
// says that it came to its end.
var roles = map[string]func(file string, n int64) error{
	"steps":   playSteps,
	"append":  appendForEver,
	"tidy":    tidyForEver,
	"rounds":  playRounds,
	"read":    readAlong,
	"compact": compactOnce,
}

func TestMain(m *testing.M) {
	if role := os.Getenv("HEDDLE_TEST_ROLE"); role != "" {
		n, _ := strconv.ParseInt(os.Getenv("HEDDLE_TEST_N"), 10, 64)
		if err := roles[role](os.Getenv("HEDDLE_TEST_FILE"), n); err != nil {
			say("error", err)
			os.Exit(1)
		}
		say("end")
		os.Exit(0)
	}
	os.Exit(teststore.Main(m))
}

var stdin io.Reader = os.Stdin

// say writes a line immediately, so that it is out before anything else happens.
func say(words ...any) { io.WriteString(os.Stdout, fmt.Sprintln(words...)) }

// child is a process of this test binary.
type child struct {
	*exec.Cmd
	mu    sync.Mutex
	lines []string
	read  chan struct{} // closed when its output has ended
}

// start starts a role. input, when not nil, is what it reads.
func start(t testing.TB, role, file string, n int64, input io.Reader) *child {
	t.Helper()
	c := &child{Cmd: exec.Command(os.Args[0]), read: make(chan struct{})}
	c.Env = append(os.Environ(), "HEDDLE_TEST_ROLE="+role, "HEDDLE_TEST_FILE="+file, "HEDDLE_TEST_N="+strconv.FormatInt(n, 10))
	c.Stdin, c.Stderr = input, os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(c.read)
		for s := bufio.NewScanner(out); s.Scan(); {
			c.mu.Lock()
			c.lines = append(c.lines, s.Text())
			c.mu.Unlock()
		}
	}()
	return c
}

// heard returns what the process has said so far.
func (c *child) heard() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lines
}

// until waits until the process has said n lines, or has ended.
func (c *child) until(n int) {
	for len(c.heard()) < n {
		select {
		case <-c.read:
			return
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// end waits for the process and returns all it said.
func (c *child) end() []string {
	<-c.read
	_ = c.Wait() // it was killed, as a rule
	return c.lines
}

// broke returns what a process complained of.
func broke(lines []string) string {
	for _, l := range lines {
		if strings.HasPrefix(l, "error") {
			return l
		}
	}
	return ""
}

// killAt returns a hook that kills the process with SIGKILL in front of its
// nth host call.
func killAt(n int64) func(host.Host) host.Host {
	return func(h host.Host) host.Host {
		f := hosttest.Inject(h)
		f.FailWhen(func(c hosttest.Call) error {
			if c.N != n {
				return nil
			}
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			if err != nil {
				panic(err)
			}
			select {} // the signal is on its way
		})
		return f.Host()
	}
}

// playSteps runs the workload and kills itself at its nth host call. It says
// the number of every step that was acknowledged.
func playSteps(file string, n int64) error {
	d, err := open(file, killAt(n))
	if err != nil {
		return err
	}
	defer d.close()
	for i, st := range workload() {
		if err := st.run(d.Store, d.threads, requestOf(i)); err != nil {
			return err
		}
		say(i + 1)
	}
	return nil
}
