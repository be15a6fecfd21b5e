package live

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
	"github.com/heddle-dev/heddle/internal/process"
)

// Limits of a transparent recording.
const (
	teeBytes  = 64 << 20              // that wait to be recorded
	teeChunk  = 256 << 10             // of one read
	teeCommit = 50 * time.Millisecond // between a message and its commit
	teeRest   = 10 * time.Second      // for what waits when the program has ended
)

// RecordCommand is a transparent recorder.
func RecordCommand(a *app.App) *cobra.Command {
	var protocol string
	var flags teeFlags
	cmd := &cobra.Command{
		Use:   "record [flags] -- <command> [argument]...",
		Short: "Record an agent that another program drives",
		Long: "Runs a command and passes every byte, signal and exit status on unchanged, while what both sides say is recorded\n" +
			"in the store. Put it before an agent's command in an editor's settings: heddle record -- opencode acp. The\n" +
			"command must speak one of the agents' line protocols: the Agent Client Protocol, codex app-server, claude's\n" +
			"stream-json or pi's rpc. When recording fails, a line on stderr says so, and the program continues.",
		Example: "  heddle record -- opencode acp\n" +
			"  heddle record --agent gemini --tag editor -- npx @google/gemini-cli --acp",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if protocol == "" {
				protocol = agentOfCommand(args)
			}
			if err := filter.CheckOrigin(cmd, flags.origin); err != nil {
				return err
			}
			r := startTee(a, protocol, flags)
			ended, err := passThrough(a, args, r)
			r.close()
			if err != nil {
				return err
			}
			return app.EndLike(ended)
		},
	}
	f := cmd.Flags()
	f.SetInterspersed(false)
	f.StringVar(&protocol, "agent", "", "the `agent` that the command runs (default: by the command's name)")
	f.StringVar(&protocol, "protocol", "", "the same as --agent: an `agent`")
	f.StringVar(&flags.storeID, "store-id", "", "record into the stored session with this `id` (default: a new one)")
	f.StringArrayVar(&flags.tags, "tag", nil, "give the recorded session this `tag` (repeatable)")
	f.StringVar(&flags.origin, "origin", "", filter.RecordedOrigin)
	for _, name := range []string{"agent", "protocol", "store-id", "tag", "origin"} {
		complete.Flag(cmd, name)
	}
	return cmd
}

// agentOfCommand returns the agent that a command line runs; empty when unknown.
func agentOfCommand(args []string) string {
	for _, arg := range args {
		base := strings.TrimSuffix(filepath.Base(arg), ".exe")
		for _, g := range live.Agents() {
			if base == g.Program || base == g.Agent {
				return g.Agent
			}
		}
		if base == "claude-agent-acp" || base == "codex-acp" {
			return strings.TrimSuffix(strings.TrimSuffix(base, "-acp"), "-agent")
		}
	}
	return ""
}

// teeFlags say what the recorded session has.
type teeFlags struct {
	storeID, origin string
	tags            []string
}

// tee records copies of what passes. It never delays what passes: when too much
// waits, recording ends.
type tee struct {
	teeFlags
	app      *app.App
	agent    string
	mu       sync.Mutex
	queue    []teePart
	bytes    int
	over     bool // recording has ended
	finished bool
	wake     chan struct{}
	done     chan struct{} // nothing is recorded any more
	said     chan struct{} // why recording has ended
}

type teePart struct {
	data      []byte
	fromAgent bool
	at        session.Time
}

func newTee(a *app.App, agent string, flags teeFlags) *tee {
	return &tee{teeFlags: flags, app: a, agent: agent, wake: make(chan struct{}, 1), done: make(chan struct{}), said: make(chan struct{})}
}

func startTee(a *app.App, agent string, flags teeFlags) *tee {
	t := newTee(a, agent, flags)
	go t.record()
	return t
}

// add queues a copy of data.
func (t *tee) add(data []byte, fromAgent bool) {
	if !t.enqueue(data, fromAgent) {
		t.end("more than 64 MB wait to be recorded")
	}
}

// enqueue reports false when too much waits.
func (t *tee) enqueue(data []byte, fromAgent bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over {
		return true
	}
	if t.bytes+len(data) > teeBytes {
		return false
	}
	t.bytes += len(data)
	t.queue = append(t.queue, teePart{append([]byte{}, data...), fromAgent, session.Time(time.Now().UnixMilli())})
	t.poke()
	return true
}

// poke wakes the goroutine that records.
func (t *tee) poke() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// take returns what waits.
func (t *tee) take() (parts []teePart, finished bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	parts, t.queue, t.bytes = t.queue, nil, 0
	return parts, t.finished
}

// ended reports whether recording has ended early.
func (t *tee) ended() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.over
}

// close records the rest, for a limited time. For a recording that has ended it waits until that has been said:
// the command may end by a signal right afterwards.
func (t *tee) close() {
	t.mu.Lock()
	t.finished = true
	t.mu.Unlock()
	t.poke()
	select {
	case <-t.done:
	case <-t.said:
	case <-time.After(teeRest):
		t.app.Say("heddle: recording took too long; its end is missing\n")
	}
}

// end ends recording, and says so once.
func (t *tee) end(reason string) {
	t.mu.Lock()
	over := t.over
	t.over, t.queue = true, nil
	t.mu.Unlock()
	if !over {
		t.app.Say("heddle: recording ends, the program continues: %s\n", reason)
		close(t.said)
	}
}

// record stores what passes, until the end.
func (t *tee) record() {
	defer close(t.done)
	quiet := *t.app
	quiet.Global.Quiet = true
	quiet.Ctx = context.WithoutCancel(t.app.Ctx) // Ctrl-C is the program's to understand
	err := quiet.WithClient(func(c *app.Client) error {
		w := teeWriter{tee: t, store: c.Store, observer: core.NewLiveObserver(t.agent)}
		return w.run(quiet.Ctx)
	})
	if err != nil {
		t.end(terminal.Printable(err.Error()))
	}
}

// teeWriter writes the messages of one recording.
type teeWriter struct {
	tee      *tee
	store    *heddle.Store
	observer *core.LiveObserver
	id       string
	begun    bool   // the stored session has its metadata
	native   string // the agent's session that it names; empty until that is known
}

func (w *teeWriter) run(ctx context.Context) error {
	for {
		<-w.tee.wake
		time.Sleep(teeCommit) // many messages in one commit
		parts, finished := w.tee.take()
		for _, p := range parts {
			w.observer.Feed(p.at, p.fromAgent, p.data)
		}
		if finished {
			w.observer.End()
		}
		if err := w.write(ctx, w.observer.Take()); err != nil {
			return err
		}
		if finished {
			if err := w.observer.Skipped(); err != nil && !w.tee.ended() {
				w.tee.app.Note("note: %s\n", err)
			}
			return nil
		}
	}
}

// write stores messages, and which session of the agent they are of.
func (w *teeWriter) write(ctx context.Context, messages []session.JSON) error {
	if len(messages) == 0 {
		return nil
	}
	if w.id == "" {
		w.id = w.tee.storeID
	}
	if w.id == "" {
		w.id = uuid.Must(uuid.NewV7()).String()
	}
	if native := w.observer.SessionID(); !w.begun || native != w.native && native != "" {
		if err := w.name(ctx, native); err != nil {
			return err
		}
	}
	list := make([]heddle.JSON, len(messages))
	for i, m := range messages {
		list[i] = heddle.JSON(m)
	}
	_, err := w.store.Record(ctx, w.id, list...)
	return err
}

// name says which session of the agent the stored one records.
func (w *teeWriter) name(ctx context.Context, native string) error {
	extra := map[string]any{}
	if native != "" && w.tee.agent != "" {
		extra["native"] = map[string]string{"agent": w.tee.agent, "sessionId": native}
	}
	if len(w.tee.tags) > 0 {
		extra["tags"] = w.tee.tags
	}
	if w.tee.origin != "" {
		extra["origin"] = w.tee.origin
	}
	body, err := json.Marshal(extra)
	if err != nil {
		return err
	}
	cwd, _ := os.Getwd() // without it the folder is unknown
	_, err = w.store.Update(ctx, w.id, heddle.UpdateOptions{Adapter: w.tee.agent, CWD: cwd, Extra: body})
	w.begun, w.native = true, native
	return err
}

// passThrough runs a command with its streams copied, and returns how it ended.
func passThrough(a *app.App, args []string, t *tee) (*os.ProcessState, error) {
	path, err := exec.LookPath(args[0])
	if err != nil {
		return nil, usage.Misuse("%s is not installed or not on the PATH", args[0])
	}
	cmd := exec.Command(path, args[1:]...)
	cmd.Args[0] = args[0]
	cmd.Stderr = a.Streams.Err
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	widenPipe(in)
	widenPipe(out)
	signals := make(chan os.Signal, 16)
	app.Notify(signals, app.PassedOn...)
	cwd, _ := os.Getwd() // without it the folder is unknown
	program, err := process.StartGuarded(cmd, process.UserRegistry(), process.Entry{Agent: terminal.Or(t.agent, filepath.Base(args[0])), SessionID: t.storeID, Cwd: cwd, Since: time.Now()})
	if err != nil {
		return nil, err
	}
	done := make(chan struct{})
	defer close(done)
	go passSignals(a, signals, done, program, cmd.Process.Pid)
	go func() {
		_ = copyTee(in, a.Streams.In, func(b []byte) { t.add(b, false) }) // the program sees the end of its input
		_ = in.Close()
	}()
	broken := copyTee(a.Streams.Out, out, func(b []byte) { t.add(b, true) })
	if broken != nil {
		_ = out.Close() // the program sees that there is no reader
	}
	ended, err := program.Wait()
	if err != nil {
		a.Say("heddle: %s\n", err)
	}
	return ended, nil
}

// unendedTime is how long a program may take to end after it was asked to, before the user learns
// that it still runs.
const unendedTime = 3 * time.Second

// passSignals passes signals on to the program until done. It decides by itself what they mean; that it
// does not end is said.
func passSignals(a *app.App, signals <-chan os.Signal, done <-chan struct{}, program *process.Guarded, pid int) {
	var late <-chan time.Time
	for {
		select {
		case s := <-signals:
			program.Signal(s, app.GoesToAll(s))
			if slices.Contains(app.Endings, s) && late == nil {
				late = time.After(unendedTime)
			}
		case <-late:
			a.Say("heddle: the program was asked to end and still runs: process %d\nhint: kill -9 of heddle ends both\n", pid)
		case <-done:
			return
		}
	}
}

// copyTee copies until the end and shows every part to see, before the reader gets
// it: an answer must not be seen before its question. The error is that of writing.
func copyTee(to io.Writer, from io.Reader, see func([]byte)) error {
	buffer := make([]byte, teeChunk)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			see(buffer[:n])
			if _, err := to.Write(buffer[:n]); err != nil {
				return err
			}
		}
		if err != nil {
			return nil
		}
	}
}
