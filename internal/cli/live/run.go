package live

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// ExitQueryTimeout is the exit code of a query that took longer than its limit,
// as the program timeout says it.
const ExitQueryTimeout = 124

// How long ending an agent may take before it is killed: normally, and after a signal. stuckTime is how
// long the program may take afterwards.
const (
	stopTime      = 15 * time.Second
	signalledTime = 3 * time.Second
	stuckTime     = 2 * time.Second
)

// liveFlags are the flags of commands that run an agent.
type liveFlags struct {
	cmd                                       *cobra.Command
	resume, model, mode, cwd, storeID, system string
	origin                                    string
	tags, allow, deny, env                    []string
	proceed, fork, noRecord                   bool
	queryTimeout, idleTimeout, startTimeout   time.Duration
	thinking, program                         string
	maxTurns                                  int64
}

func (l *liveFlags) register(cmd *cobra.Command) {
	l.cmd = cmd
	f := cmd.Flags()
	f.StringVar(&l.resume, "resume", "", "continue the session with this `id`, which may be shortened, or last")
	f.BoolVar(&l.proceed, "continue", false, "continue the agent's newest session of this folder")
	f.BoolVar(&l.fork, "fork", false, "with --resume or --continue: continue a copy of the session")
	f.StringVar(&l.model, "model", "", "use this `model`")
	f.StringVar(&l.mode, "permission-mode", "", "what the agent may do without asking: `mode` default, accept_edits, bypass_permissions, plan or dont_ask")
	f.StringArrayVar(&l.allow, "allow", nil, "allow this `tool` without asking (repeatable)")
	f.StringArrayVar(&l.deny, "deny", nil, "refuse this `tool` (repeatable)")
	f.StringArrayVar(&l.tags, "tag", nil, "give the recorded session this `tag` (repeatable)")
	f.StringVar(&l.origin, "origin", "", filter.RecordedOrigin)
	f.StringArrayVar(&l.env, "env", nil, "set `NAME=VALUE` in the agent's environment (repeatable)")
	f.StringVar(&l.cwd, "cwd", "", "run the agent in this `folder` (default: this one)")
	f.StringVar(&l.program, "program", "", "run this `file` instead of the agent's command")
	f.StringVar(&l.system, "system-prompt", "", "use this `text` instead of the agent's own system prompt")
	f.StringVar(&l.thinking, "thinking", "", "how much the agent thinks, in its own `word`, such as low or high")
	f.Int64Var(&l.maxTurns, "max-turns", 0, "end a query after this `number` of the agent's steps (0 = no limit)")
	f.StringVar(&l.storeID, "store-id", "", "record into the stored session with this `id` (default: the one of the resumed session, else a new one)")
	f.BoolVar(&l.noRecord, "no-record", false, "do not record the session in the store")
	f.DurationVar(&l.queryTimeout, "query-timeout", 0, "end a query after this `duration` (default 5m; permissions do not count)")
	f.DurationVar(&l.idleTimeout, "idle-timeout", 0, "end a query after this `duration` without text, thinking or a running tool")
	f.DurationVar(&l.startTimeout, "start-timeout", 0, "how long the agent may take to be ready: a `duration` (default 2m)")
	complete.Flag(cmd, "permission-mode", "default", "accept_edits", "bypass_permissions", "plan", "dont_ask")
	for _, name := range []string{"resume", "model", "allow", "deny", "tag", "origin", "env", "system-prompt", "thinking", "max-turns", "store-id", "query-timeout", "idle-timeout", "start-timeout"} {
		complete.Flag(cmd, name)
	}
	usage.Must(cmd.MarkFlagDirname("cwd"))
	usage.Must(cmd.MarkFlagFilename("program"))
}

// options checks the flags and returns the options of a session.
func (l *liveFlags) options(agent string) (none heddle.AgentOptions, err error) {
	switch {
	case agent == "":
		return none, usage.Misuse("name an agent, or auto")
	case l.resume != "" && l.proceed:
		return none, usage.Misuse("--resume and --continue cannot be used together")
	case l.fork && l.resume == "" && !l.proceed:
		return none, usage.Misuse("--fork needs --resume or --continue")
	case l.queryTimeout < 0 || l.idleTimeout < 0 || l.startTimeout < 0 || l.maxTurns < 0:
		return none, usage.Misuse("durations and --max-turns must be 0 or more")
	}
	for _, e := range l.env {
		if name, _, ok := strings.Cut(e, "="); !ok || name == "" {
			return none, usage.Misuse("--env %s: it must be NAME=VALUE", e)
		}
	}
	if err := filter.CheckOrigin(l.cmd, l.origin); err != nil {
		return none, err
	}
	mode := strings.ReplaceAll(l.mode, "-", "_")
	switch mode {
	case "", "default", "accept_edits", "bypass_permissions", "plan", "dont_ask":
	default:
		return none, usage.Misuse("unknown permission mode %q; use default, accept_edits, bypass_permissions, plan or dont_ask", l.mode)
	}
	return heddle.AgentOptions{
		Agent: heddle.Agent(agent), Cwd: l.cwd, Resume: l.resume, Continue: l.proceed, Fork: l.fork, Model: l.model, Program: l.program,
		SystemPrompt: l.system, Thinking: l.thinking, MaxTurns: l.maxTurns, Env: l.env,
		PermissionMode: heddle.LivePermissionMode(mode), AllowedTools: l.allow, DisallowedTools: l.deny,
		Timeout: l.queryTimeout, IdleTimeout: l.idleTimeout, StartTimeout: l.startTimeout,
		SessionID: l.storeID, Tags: l.tags, Origin: l.origin, NoRecording: l.noRecord, WaitForReaders: true,
	}, nil
}

// openLive opens the engine that records, and starts the agent on it. A signal that ends a.ctx stops the
// agent, also while the program waits for something else.
func openLive(a *app.App, o heddle.AgentOptions) (*liveRun, error) {
	defer a.EndStuck()() // from then on endBySignal does it
	engine, err := a.OpenEngine()
	if err != nil {
		return nil, err
	}
	o.Client = heddle.New(engine)
	var started atomic.Bool // from then on the events say it
	o.Hooks.Diagnostic = func(err error) {
		if !started.Load() {
			a.Note("note: %s\n", terminal.Printable(err.Error()))
		}
	}
	err = sessions.CompleteResume(a, &o)
	r := &liveRun{app: a, client: o.Client, closed: make(chan struct{})}
	if err == nil {
		r.session, err = heddle.StartAgent(a.Ctx, o)
	}
	started.Store(true)
	if err != nil {
		o.Client.Close()
		return nil, err
	}
	context.AfterFunc(a.Ctx, r.endBySignal)
	return r, nil
}

// liveRun is an agent that runs, and the client that records it.
type liveRun struct {
	app     *app.App
	session *heddle.AgentSession
	client  *heddle.Heddle
	closed  chan struct{}
}

// endBySignal stops the agent after a signal. A program that is stuck, such as in writing to
// somebody who does not read, does not outlive it.
func (r *liveRun) endBySignal() {
	var by app.Caught
	if !errors.As(context.Cause(r.app.Ctx), &by) {
		return
	}
	r.app.Note("note: %s: stopping the agent\n", app.SignalName(by.Signal))
	r.stop(signalledTime)
	select {
	case <-r.closed:
	case <-time.After(stuckTime):
		_ = r.checkEnd(nil) // it says what is wrong
		os.Exit(app.EndCode(r.app.Ctx))
	}
}

// stop ends the agent, by force when it takes longer than limit.
func (r *liveRun) stop(limit time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_ = r.session.Stop(ctx) // what went wrong before was reported
}

// close stops the agent, closes the client, and returns how the command ends: with err, or else with what
// went wrong in the end.
func (r *liveRun) close(err error) error {
	limit := stopTime
	if errors.As(context.Cause(r.app.Ctx), new(app.Caught)) {
		limit = signalledTime
	}
	r.stop(limit)
	close(r.closed)
	r.client.Close()
	return r.checkEnd(err)
}

// checkEnd says what of the session is not stored, and which processes of the agent are left.
func (r *liveRun) checkEnd(err error) error {
	if lost := r.session.RecordingErr(); lost != nil {
		r.app.Say("heddle: the recording is incomplete, what was said at the end is lost: %s\n", lost)
		if err == nil {
			err = app.StatusError(app.ExitFailure)
		}
	}
	list, _ := heddle.AgentProcesses() // without a list nothing is known
	for _, p := range list {
		if p.OwnerPID != os.Getpid() || !p.Runs && len(p.Others) == 0 {
			continue
		}
		r.app.Say("heddle: the agent's process %d or one that it started still runs: %v\nhint: heddle live reap\n", p.PID, p.Others)
		if err == nil {
			err = app.StatusError(app.ExitFailure)
		}
	}
	return err
}

func RunCommand(a *app.App) *cobra.Command {
	var flags liveFlags
	var asJSON, pieces bool
	cmd := &cobra.Command{
		Use:   "run <agent> [prompt]",
		Short: "Run an agent with a prompt and record the session",
		Long: "Starts an agent in this folder, sends it the prompt, prints its answer and records every message in the store\n" +
			"while it runs. Without a prompt, or with -, the prompt is read from standard input. The agent auto is the\n" +
			"first one that is installed; acp:COMMAND is any program that speaks the Agent Client Protocol.\n\n" +
			"Nobody is asked for permission: what --permission-mode and --allow leave open is denied. heddle chat asks.\n" +
			"The exit status is 124 when the query took longer than --query-timeout. Ctrl-C, SIGTERM and SIGHUP end the\n" +
			"agent first, for at most five seconds; the exit status is 128 plus the signal. A second one ends heddle at once.",
		Example: "  heddle run claude 'why do the tests fail?'\n" +
			"  heddle run codex --permission-mode accept_edits --tag nightly - < task.md\n" +
			"  heddle run claude --resume 3b067d2e-e875-4cbc-aa9c-92d248ba650e 'continue'\n" +
			"  heddle run auto --json 'summarize README.md' | jq -r 'select(.type == \"result\") | .content'",
		Args:              usage.Takes(1, 2),
		ValidArgsFunction: completeLiveAgent,
		RunE: func(_ *cobra.Command, args []string) error {
			o, err := flags.options(args[0])
			if err != nil {
				return err
			}
			prompt, err := promptOf(a, args)
			if err != nil {
				return err
			}
			return runQuery(a, o, prompt, &runPrinter{app: a, json: asJSON, pieces: pieces})
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print every message as a line of JSON")
	cmd.Flags().BoolVar(&pieces, "deltas", false, "with --json: also print the pieces of messages as they are written")
	return cmd
}

// maxPrompt bounds a prompt from standard input in bytes.
const maxPrompt = 16 << 20

// promptOf returns the prompt of the arguments or of standard input.
func promptOf(a *app.App, args []string) (string, error) {
	if len(args) > 1 && args[1] != "-" {
		return args[1], nil
	}
	if len(args) == 1 && a.Streams.InTerm {
		return "", usage.Misuse("give a prompt, or - to read it from standard input")
	}
	data, err := a.ReadIn(io.LimitReader(a.Streams.In, maxPrompt+1))
	if err != nil {
		return "", err
	}
	if len(data) > maxPrompt {
		return "", usage.Misuse("the prompt is longer than 16 MiB")
	}
	prompt := strings.TrimRight(strings.ToValidUTF8(string(data), "\uFFFD"), "\r\n")
	if prompt == "" {
		return "", usage.Misuse("the prompt is empty")
	}
	return prompt, nil
}

// runQuery runs one query in a session of its own.
func runQuery(a *app.App, o heddle.AgentOptions, prompt string, p *runPrinter) (err error) {
	app.Notify(a.Signals, app.Endings...)
	r, err := openLive(a, o)
	if err != nil {
		if a.Ctx.Err() != nil {
			return a.Stopped()
		}
		return err
	}
	defer func() { err = r.close(err) }()
	result, err := p.stream(a.Ctx, r.session, prompt)
	if !p.json {
		noteSession(a, r.session)
	}
	if err != nil {
		if a.Ctx.Err() != nil {
			return a.Stopped()
		}
		return err
	}
	return resultStatus(result)
}

// noteSession notes where the session is.
func noteSession(a *app.App, s *heddle.AgentSession) {
	info, err := s.Info(context.WithoutCancel(a.Ctx))
	if err != nil || info.NativeSessionID == "" {
		return
	}
	a.Note("note: %s session %s", terminal.Printable(string(info.Agent)), terminal.Printable(info.NativeSessionID))
	if info.SessionID != "" && info.Recording {
		a.Note(", recorded as heddle:%s", terminal.Printable(info.SessionID))
	}
	a.Note("\n")
}

// resultStatus returns the error that the end of a turn stands for; its text was
// printed.
func resultStatus(result heddle.JSON) error {
	r := ReadMessage(result)
	switch {
	case r.ErrorType == "timeout":
		return app.StatusError(ExitQueryTimeout)
	case r.IsError:
		return app.StatusError(app.ExitFailure)
	}
	return nil
}

// runPrinter prints the events of a turn.
type runPrinter struct {
	app          *app.App
	json, pieces bool
	streamed     bool // pieces of the message that is being written were printed
	line         bool // the last output ended a line
	printed      bool
	told         bool // why the turn failed was printed
}

// stream sends a prompt and prints what comes until the result.
func (p *runPrinter) stream(ctx context.Context, s *heddle.AgentSession, prompt string) (result heddle.JSON, err error) {
	p.line = true
	for e, err := range s.Stream(ctx, prompt) {
		if err != nil {
			p.endLine()
			return result, err
		}
		switch e.Kind {
		case heddle.LiveOutputKindEvent:
			m := ReadMessage(e.Message)
			if err := p.printMessage(&m, e.Message); err != nil {
				return result, err
			}
			if m.Type == "result" {
				result = e.Message
			}
		case heddle.LiveOutputKindDiagnostic:
			p.endLine()
			p.app.Note("note: %s\n", terminal.Printable(e.Err.Error()))
		}
	}
	p.endLine()
	if result == nil {
		return nil, errors.Join(s.Err(), fault.New(fault.IO, "the agent ended without a result"))
	}
	return result, nil
}

func (p *runPrinter) printMessage(m *liveMessage, raw heddle.JSON) error {
	if p.json {
		if m.Delta && !p.pieces {
			return nil
		}
		_, err := io.WriteString(p.app.Streams.Out, terminal.PrintableJSON(string(raw))+"\n")
		return err
	}
	switch {
	case m.ParentToolUseID != "":
		return nil // a subagent's
	case m.Delta && m.Type == "text":
		p.streamed = true
		return p.write(terminal.Printable(m.text()))
	case m.Type == "assistant" || m.Type == "text":
		return p.printAnswer(m)
	case m.Type == "error":
		p.endLine()
		p.told = true
		p.app.Say("heddle: %s\n", terminal.Printable(m.text()))
	case m.Type == "result":
		p.printEnd(m)
	case m.Type == "tool_use":
		p.noteTool(m.ToolName)
	}
	return nil
}

// printEnd prints why a turn failed, unless it was said before, and that an answer was
// cut.
func (p *runPrinter) printEnd(m *liveMessage) {
	p.endLine()
	switch {
	case m.IsError && !p.told && !m.Interrupted:
		p.app.Say("heddle: %s: %s\n", terminal.Printable(terminal.Or(m.ErrorType, "the turn failed")), terminal.Printable(terminal.Or(m.Reason, terminal.Or(m.text(), "the agent does not say why"))))
	case !m.IsError && m.StopReasonAtom == "max_tokens":
		p.app.Say("heddle: the answer was cut at the limit of tokens\n")
	}
	if m.ErrorType == "permission_denied" {
		p.app.Note("note: --permission-mode and --allow permit tools; heddle chat asks\n")
	}
}

// printAnswer prints a whole message, unless its pieces were printed.
func (p *runPrinter) printAnswer(m *liveMessage) error {
	for _, b := range m.ContentBlocks {
		if b.Type == "tool_use" {
			p.noteTool(b.Name)
		}
	}
	if !p.streamed && m.text() != "" {
		if err := p.write(terminal.Printable(m.text())); err != nil {
			return err
		}
	}
	p.streamed = false
	p.endLine()
	return nil
}

func (p *runPrinter) noteTool(name string) {
	p.endLine()
	p.app.Note("· %s\n", terminal.Line(name))
}

func (p *runPrinter) write(s string) error {
	if s == "" {
		return nil
	}
	p.printed, p.line = true, strings.HasSuffix(s, "\n")
	_, err := io.WriteString(p.app.Streams.Out, s)
	return err
}

// endLine ends a line that was begun.
func (p *runPrinter) endLine() {
	if !p.line && !p.json {
		_, _ = io.WriteString(p.app.Streams.Out, "\n") // a broken pipe shows at the next write
		p.line = true
	}
}
