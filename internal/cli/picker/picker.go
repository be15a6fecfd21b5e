// Package picker lets a person choose a session on a terminal.
package picker

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/transcript"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// Takes is the argument check of a command that takes one session, and
// that lets a person choose it.
func Takes(a *app.App, cmd *cobra.Command, words []string) error {
	if len(words) == 0 && a.Interactive() {
		return nil
	}
	return usage.Takes(1, 2)(cmd, words)
}

// Choose returns the words that name a session: those that were given,
// or what a person chooses from the list.
func Choose(a *app.App, words []string) ([]string, error) {
	if len(words) > 0 {
		return words, nil
	}
	if os.Getenv("TERM") == "dumb" || os.Getenv("TERM") == "" {
		return nil, listInstead(a)
	}
	engine, err := a.OpenEngine()
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	ref, err := pick(a, heddle.New(engine))
	return []string{ref}, err
}

// listInstead prints the list where nobody can choose from it.
func listInstead(a *app.App) error {
	if err := sessions.Print(a, complete.Newest(a, ""), time.Now()); err != nil {
		return err
	}
	return usage.Error{Err: errors.New("no session given"), Hint: "name one, for example last; see heddle help references"}
}

// pick lets a person choose a session on the terminal.
func pick(a *app.App, h *heddle.Heddle) (string, error) {
	plain := *a
	plain.Streams.Color = false // lines of the preview are cut
	m := &picker{
		ctx: a.Ctx, now: time.Now(), color: a.Streams.Color, previews: map[string]string{},
		load: func(ctx context.Context, limit int64) ([]heddle.SessionSummary, error) {
			list, err := h.Sessions.List(ctx, heddle.ListOptions{Limit: limit})
			return app.ItemsOf(list), err
		},
		read: func(ctx context.Context, ref string) string {
			s, err := h.Sessions.Get(ctx, heddle.Ref(ref))
			if err != nil {
				return terminal.Printable(err.Error())
			}
			text, err := transcript.Render(&plain, s, transcript.Options{At: -1, NoTools: true, Last: previewMessages})
			if err != nil {
				return terminal.Printable(err.Error())
			}
			return text
		},
	}
	// Ctrl-C is a key here; a signal ends the context.
	program := tea.NewProgram(m, tea.WithContext(a.Ctx), tea.WithInput(a.Streams.In), tea.WithOutput(a.Streams.Out), tea.WithoutSignalHandler())
	_, err := program.Run()
	m.stop()
	switch {
	case a.Ctx.Err() != nil:
		return "", a.Stopped()
	case err != nil:
		return "", err
	case m.failed != nil:
		return "", m.failed
	case m.chosen == "":
		return "", app.StatusError(app.ExitInterrupted)
	}
	return m.chosen, nil
}

// previewMessages is how many of the last messages the preview shows.
const previewMessages = 8

// loadSteps are the limits of the lists that are read one after the other, so
// that the first sessions are there at once.
var loadSteps = []int64{app.Newest, 10 * app.Newest, session.NoLimit}

type (
	loadedMsg struct {
		list []heddle.SessionSummary
		step int
		err  error
	}
	previewMsg  struct{ ref, text string }
	selectedMsg struct{ ref string } // some time ago
)

// picker is the list with its filter and its preview.
type picker struct {
	ctx      context.Context
	now      time.Time
	color    bool
	load     func(ctx context.Context, limit int64) ([]heddle.SessionSummary, error)
	read     func(ctx context.Context, ref string) string
	previews map[string]string
	cancel   context.CancelFunc // of the preview that is being read

	all      []heddle.SessionSummary
	texts    []string // what the filter looks at
	shown    []int    // of all
	complete bool     // there are no more
	filter   []rune
	cursor   int // in shown
	top      int // first row on the screen

	width, height int
	chosen        string
	failed        error
}

// Init starts reading.
func (m *picker) Init() tea.Cmd { return m.loadStep(0) }

func (m *picker) stop() {
	if m.cancel != nil {
		m.cancel()
	}
}

func (m *picker) loadStep(step int) tea.Cmd {
	return func() tea.Msg {
		list, err := m.load(m.ctx, loadSteps[step])
		return loadedMsg{list, step, err}
	}
}

// Update handles a key, a new size of the terminal, or what was read.
func (m *picker) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	before := m.selected()
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		cmd = m.press(tea.Key(msg), msg.String())
	case tea.PasteMsg:
		m.typeText(msg.Content)
	case loadedMsg:
		cmd = m.loaded(msg)
	case previewMsg:
		m.previews[msg.ref] = msg.text
	case selectedMsg:
		if msg.ref == m.selected() {
			cmd = m.readPreview(msg.ref)
		}
	}
	m.scroll()
	if now := m.selected(); now != before && now != "" {
		cmd = tea.Batch(cmd, m.previewLater(now))
	}
	return m, cmd
}

func (m *picker) loaded(msg loadedMsg) tea.Cmd {
	if msg.err != nil {
		m.failed = msg.err
		return tea.Quit
	}
	selected := m.selected()
	m.all, m.texts = msg.list, m.texts[:0]
	for i := range m.all {
		s := &m.all[i]
		m.texts = append(m.texts, strings.ToLower(strings.Join(append([]string{s.UnifiedID, s.Title, s.Model, s.Cwd}, s.Tags...), "\n")))
	}
	m.complete = msg.step == len(loadSteps)-1 || int64(len(msg.list)) < loadSteps[msg.step]
	m.apply(selected)
	if m.complete {
		return nil
	}
	return m.loadStep(msg.step + 1)
}

// apply filters the sessions and keeps the selected one where it can.
func (m *picker) apply(selected string) {
	words := strings.Fields(strings.ToLower(string(m.filter)))
	m.shown, m.cursor = m.shown[:0], 0
next:
	for i, text := range m.texts {
		for _, w := range words {
			if !strings.Contains(text, w) {
				continue next
			}
		}
		if m.all[i].UnifiedID == selected {
			m.cursor = len(m.shown)
		}
		m.shown = append(m.shown, i)
	}
}

// selected is the session under the cursor.
func (m *picker) selected() string {
	if m.cursor >= len(m.shown) {
		return ""
	}
	return m.all[m.shown[m.cursor]].UnifiedID
}

// press handles a key.
func (m *picker) press(key tea.Key, name string) tea.Cmd {
	switch name {
	case "enter":
		if m.chosen = m.selected(); m.chosen != "" {
			return tea.Quit
		}
	case "esc", "ctrl+c", "ctrl+g":
		return tea.Quit
	case "up", "ctrl+p", "ctrl+k":
		m.cursor--
	case "down", "ctrl+n", "ctrl+j", "tab":
		m.cursor++
	case "pgup":
		m.cursor -= m.rows()
	case "pgdown":
		m.cursor += m.rows()
	case "home":
		m.cursor = 0
	case "end":
		m.cursor = len(m.shown)
	case "backspace", "ctrl+h":
		m.filter = m.filter[:max(len(m.filter)-1, 0)]
		m.apply(m.selected())
	case "ctrl+u":
		m.filter = nil
		m.apply(m.selected())
	case "ctrl+w":
		text := strings.TrimRight(string(m.filter), " ")
		m.filter = []rune(text[:strings.LastIndex(text, " ")+1])
		m.apply(m.selected())
	default:
		m.typeText(key.Text)
	}
	return nil
}

// maxFilter bounds the filter in characters.
const maxFilter = 200

func (m *picker) typeText(text string) {
	for _, r := range strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " ") {
		if !terminal.Steers(r) && len(m.filter) < maxFilter {
			m.filter = append(m.filter, r)
		}
	}
	if text != "" {
		m.apply(m.selected())
	}
}
