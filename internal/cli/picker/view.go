package picker

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/mattn/go-runewidth"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// previewAfter is how long the cursor rests before the preview is read.
const previewAfter = 120 * time.Millisecond

func (m *picker) previewLater(ref string) tea.Cmd {
	if m.cancel != nil {
		m.cancel()
		m.cancel = nil
	}
	if _, known := m.previews[ref]; known {
		return nil
	}
	return tea.Tick(previewAfter, func(time.Time) tea.Msg { return selectedMsg{ref} })
}

// readPreview reads the selected session, until another one is selected.
func (m *picker) readPreview(ref string) tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	m.cancel = cancel
	return func() tea.Msg {
		defer cancel()
		text := m.read(ctx, ref)
		if ctx.Err() != nil {
			return nil
		}
		return previewMsg{ref, text}
	}
}

// headRows are the filter and the line about the list.
const headRows = 2

// rows is how many sessions fit on the screen: less than half of it, so that
// the preview has the rest.
func (m *picker) rows() int {
	room := m.height - headRows
	if room > 10 {
		room = max(room*2/5, 5)
	}
	return max(room, 1)
}

// scroll moves the cursor into the list, and the screen to the cursor.
func (m *picker) scroll() {
	m.cursor = max(min(m.cursor, len(m.shown)-1), 0)
	m.top = max(min(m.top, m.cursor), m.cursor-m.rows()+1, 0)
}

// View draws the screen.
func (m *picker) View() tea.View {
	v := tea.NewView(strings.Join(m.lines(), "\n"))
	v.AltScreen = true
	return v
}

// lines are the lines of the screen, each within its width.
func (m *picker) lines() []string {
	if m.height == 0 {
		return nil
	}
	out := []string{m.fit("> " + string(m.filter) + "_"), m.fit(m.status())}
	for row := m.top; row < min(m.top+m.rows(), len(m.shown)); row++ {
		text := m.fit(m.row(row))
		if row == m.cursor && m.color {
			text = "\x1b[7m" + text + "\x1b[0m"
		}
		out = append(out, text)
	}
	if room := m.height - headRows - m.rows(); room > 1 {
		for len(out) < headRows+m.rows() {
			out = append(out, "")
		}
		out = append(out, strings.Repeat("─", max(m.width-1, 0)))
		out = append(out, m.preview(room-1)...)
	}
	return out[:min(len(out), m.height)]
}

// fit cuts text to the width of the screen.
func (m *picker) fit(text string) string {
	return runewidth.Truncate(text, max(m.width-1, 1), "…")
}

func (m *picker) status() string {
	switch {
	case len(m.all) == 0 && !m.complete:
		return "reading…"
	case len(m.all) == 0:
		return "no sessions found; heddle agents shows which folders were searched"
	}
	more := ""
	if !m.complete {
		more = ", reading more…"
	}
	return fmt.Sprintf("%s of %s%s · type to filter, Enter chooses, Esc ends", terminal.Grouped(int64(len(m.shown))), terminal.Grouped(int64(len(m.all))), more)
}

// row is one session of the list.
func (m *picker) row(row int) string {
	s := &m.all[m.shown[row]]
	mark := "  "
	if row == m.cursor {
		mark = "> "
	}
	return mark + fmt.Sprintf("%-10s  %-8s  ", terminal.Ago(s.UpdatedAt, m.now), terminal.Line(string(s.Agent))) + terminal.Line(sessions.Headline(s)) + m.folderOf(s)
}

func (m *picker) folderOf(s *heddle.SessionSummary) string {
	if s.Cwd == "" {
		return ""
	}
	return "  " + terminal.Line(terminal.Homely(s.Cwd))
}

// preview is the end of the selected session, or what is known of it without
// reading it.
func (m *picker) preview(room int) []string {
	if len(m.shown) == 0 {
		return nil
	}
	text, known := m.previews[m.selected()]
	if !known {
		s := &m.all[m.shown[m.cursor]]
		text = terminal.Line(terminal.Or(s.Title, s.UnifiedID)) + "\n" + terminal.Line(s.UnifiedID) + "\nreading…"
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	head := lines[:min(2, len(lines))]
	rest := lines[len(head):]
	rest = rest[max(len(rest)-max(room-len(head), 0), 0):]
	var out []string
	for _, l := range append(head[:len(head):len(head)], rest...) {
		out = append(out, m.fit(strings.ReplaceAll(l, "\t", "  ")))
	}
	return out[:min(len(out), room)]
}
