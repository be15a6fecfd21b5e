package live

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
	"github.com/spf13/cobra"
)

// secondInterrupt is the time in which a second Ctrl-C leaves the chat.
const secondInterrupt = 2 * time.Second

// ChatCommand is a conversation on a terminal.
func ChatCommand(a *app.App) *cobra.Command {
	var flags liveFlags
	cmd := &cobra.Command{
		Use:   "chat <agent>",
		Short: "Talk to an agent and record the session",
		Long: "Starts an agent in this folder and sends it one line after the other, until the input ends or you type /exit.\n" +
			"Ctrl-C interrupts the turn that runs; twice within two seconds, or while no turn runs, it leaves. The agent's\n" +
			"requests for permission are asked on the terminal. /clear begins a new conversation, /model NAME changes the\n" +
			"model, /mode NAME the permission mode.",
		Example: "  heddle chat claude\n" +
			"  heddle chat codex --continue",
		Args:              usage.Takes(1, 1),
		ValidArgsFunction: completeLiveAgent,
		RunE: func(_ *cobra.Command, args []string) error {
			o, err := flags.options(args[0])
			if err != nil {
				return err
			}
			return chat(a, o)
		},
	}
	flags.register(cmd)
	return cmd
}

// chatter is one conversation.
type chatter struct {
	app     *app.App
	session *heddle.AgentSession
	lines   <-chan string
	asks    chan pendingAsk
	signals chan os.Signal // each Ctrl-C
	last    time.Time      // of the last Ctrl-C
	started atomic.Bool
}

// pendingAsk is a request for permission that waits for the person.
type pendingAsk struct {
	ask    heddle.AgentAsk
	answer chan heddle.AgentDecision
}

// chat runs a conversation. It handles signals by itself.
func chat(a *app.App, o heddle.AgentOptions) (err error) {
	c := &chatter{app: a, asks: make(chan pendingAsk), signals: make(chan os.Signal, 4)}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(a.Ctx))
	defer cancel(nil)
	signals := make(chan os.Signal, 4)
	app.Notify(signals, append([]os.Signal{os.Interrupt}, app.Endings...)...)
	defer signal.Stop(signals)
	go c.takeSignals(ctx, signals, cancel)
	o.Permission = c.askPerson
	quiet := *a
	quiet.Ctx = ctx
	r, err := openLive(&quiet, o)
	if err != nil {
		if ctx.Err() != nil {
			return app.StatusError(app.EndCode(ctx))
		}
		return err
	}
	c.started.Store(true)
	defer func() { err = r.close(err) }()
	c.session, c.lines = r.session, lines(a)
	a.Note("note: %s in %s; /exit leaves, Ctrl-C interrupts\n", terminal.Printable(string(c.session.Agent())), terminal.Printable(terminal.Homely(workingFolder(o.Cwd))))
	if err = c.converse(ctx); ctx.Err() != nil {
		return app.StatusError(app.EndCode(ctx))
	}
	return err
}

// takeSignals passes on each Ctrl-C, once the agent has started. Any other signal ends the chat, and
// the next one the program.
func (c *chatter) takeSignals(ctx context.Context, signals chan os.Signal, cancel context.CancelCauseFunc) {
	for {
		select {
		case s := <-signals:
			if s != os.Interrupt || !c.started.Load() {
				signal.Stop(signals)
				cancel(app.Caught{Signal: s})
				return
			}
			select {
			case c.signals <- s:
			default: // as many wait as anybody can mean
			}
		case <-ctx.Done():
			return
		}
	}
}

// converse reads prompts until the end.
func (c *chatter) converse(ctx context.Context) error {
	for {
		c.prompt("> ")
		select {
		case line, more := <-c.lines:
			if !more || line == "/exit" || line == "/quit" {
				return nil
			}
			if err := c.takeLine(ctx, line); err != nil {
				return err
			}
		case <-c.signals:
			c.app.Note("\n")
			return nil
		case <-c.session.Done():
			return c.session.Err()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// prompt shows that the person may type.
func (c *chatter) prompt(sign string) {
	if c.app.Streams.InTerm && c.app.Streams.Terminal {
		_, _ = io.WriteString(c.app.Streams.Out, sign)
	}
}

// takeLine sends a prompt or runs a command of the chat.
func (c *chatter) takeLine(ctx context.Context, line string) error {
	command, word, _ := strings.Cut(line, " ")
	word = strings.TrimSpace(word)
	switch {
	case strings.TrimSpace(line) == "":
		return nil
	case command == "/clear":
		return c.control(c.session.Clear(ctx))
	case command == "/model" && word != "":
		return c.control(c.session.SetModel(ctx, word))
	case command == "/mode" && word != "":
		return c.control(c.session.SetPermissionMode(ctx, heddle.LivePermissionMode(word)))
	}
	return c.ask(ctx, line)
}

// control reports how a command of the session went. What the agent refuses ends nothing.
func (c *chatter) control(err error) error {
	if err != nil {
		c.app.Say("heddle: %s\n", terminal.Printable(err.Error()))
		if fault.CodeOf(err) == fault.Complete {
			return err
		}
	}
	return nil
}

// ask runs a turn. Meanwhile it decides about permissions and interrupts.
func (c *chatter) ask(ctx context.Context, prompt string) error {
	turn, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		_, err := (&runPrinter{app: c.app}).stream(turn, c.session, prompt)
		done <- err
	}()
	for {
		select {
		case err := <-done:
			if err != nil && turn.Err() == nil {
				return err
			}
			return nil
		case p := <-c.asks:
			p.answer <- c.decide(ctx, p.ask)
		case <-ctx.Done():
			return ctx.Err()
		case <-c.signals:
			if time.Since(c.last) < secondInterrupt {
				return app.StatusError(app.ExitInterrupted)
			}
			c.last = time.Now()
			c.app.Note("\nnote: interrupting; Ctrl-C again leaves\n")
			if err := c.session.Interrupt(ctx); err != nil {
				return err
			}
		}
	}
}

// askPerson passes a request for permission to the conversation.
func (c *chatter) askPerson(ctx context.Context, ask heddle.AgentAsk) (heddle.AgentDecision, error) {
	p := pendingAsk{ask, make(chan heddle.AgentDecision, 1)}
	select {
	case c.asks <- p:
	case <-ctx.Done():
		return heddle.AgentDecision{}, ctx.Err()
	}
	select {
	case d := <-p.answer:
		return d, nil
	case <-ctx.Done():
		return heddle.AgentDecision{}, ctx.Err()
	}
}

// decide asks the person. The end of the input denies.
func (c *chatter) decide(ctx context.Context, ask heddle.AgentAsk) heddle.AgentDecision {
	input := string(ask.Input)
	if len(input) > 2000 {
		input = input[:2000] + " …"
	}
	choice := "[y]es, [n]o"
	if ask.CanRemember {
		choice = "[y]es, [a]lways, [n]o"
	}
	c.app.Say("\n%s wants to run %s\n%s\n%s? ", terminal.Printable(string(c.session.Agent())), terminal.Line(ask.ToolName), terminal.Printable(input), choice)
	select {
	case line, more := <-c.lines:
		switch answer := strings.ToLower(strings.TrimSpace(line)); {
		case !more:
		case answer == "y" || answer == "yes":
			return heddle.AgentDecision{Allow: true}
		case (answer == "a" || answer == "always") && ask.CanRemember:
			return heddle.AgentDecision{Allow: true, Rules: heddle.JSON("true")}
		}
	case <-ctx.Done():
	case <-c.signals:
		c.last = time.Now()
		return heddle.AgentDecision{Reason: "the user interrupted", Interrupt: true}
	}
	return heddle.AgentDecision{Reason: "the user denied it"}
}

// lines reads lines from standard input, one at a time, on a goroutine that ends
// with the input.
func lines(a *app.App) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		r := bufio.NewReader(a.Streams.In)
		for {
			line, err := r.ReadString('\n')
			if line = strings.TrimRight(line, "\r\n"); line != "" || err == nil {
				out <- strings.ToValidUTF8(line, "\uFFFD")
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}

// workingFolder returns a folder for messages.
func workingFolder(cwd string) string {
	if cwd != "" {
		return cwd
	}
	here, err := os.Getwd()
	if err != nil {
		return "."
	}
	return here
}
