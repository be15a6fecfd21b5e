package picker

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/mattn/go-runewidth"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// shownPicker is a picker over sessions, of a size.
func shownPicker(n, width, height int) *picker {
	m := &picker{ctx: context.Background(), now: time.Now(), previews: map[string]string{}}
	m.load = func(_ context.Context, limit int64) ([]heddle.SessionSummary, error) {
		var list []heddle.SessionSummary
		for i := range n {
			if limit > 0 && int64(i) >= limit {
				break
			}
			list = append(list, heddle.SessionSummary{Agent: "claude", UnifiedID: fmt.Sprintf("claude:%04d", i), Cwd: "/w/日本語", UpdatedAt: time.Now(),
				Title: fmt.Sprintf("Session %d 日本語のとても長い題名 \x1b[31m\u202e\t\n%s", i, strings.Repeat("長", i%90))})
		}
		return list, nil
	}
	m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	for cmd := m.Init(); cmd != nil; {
		msg, ok := cmd().(loadedMsg)
		if !ok {
			break
		}
		cmd = m.loaded(msg)
	}
	return m
}

func (m *picker) typed(text string) {
	for _, r := range text {
		m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestPickerFilters(t *testing.T) {
	m := shownPicker(1200, 80, 24)
	if len(m.shown) != 1200 || !m.complete || m.selected() != "claude:0000" {
		t.Fatalf("%d sessions, complete %v, selected %s", len(m.shown), m.complete, m.selected())
	}
	m.typed("SESSION 117 日本")
	if len(m.shown) != 12 || m.selected() != "claude:0117" {
		t.Errorf("%d are shown, selected %s", len(m.shown), m.selected())
	}
	m.Update(tea.KeyPressMsg{Code: tea.KeyDown})
	if m.selected() != "claude:1117" {
		t.Errorf("down: %s", m.selected())
	}
	m.Update(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	if len(m.shown) != 1200 || m.selected() != "claude:1117" {
		t.Errorf("Ctrl-U: %d, %s", len(m.shown), m.selected())
	}
	for range 3 {
		m.Update(tea.KeyPressMsg{Code: tea.KeyPgDown})
		m.Update(tea.KeyPressMsg{Code: tea.KeyEnd})
	}
	if m.selected() != "claude:1199" {
		t.Errorf("End: %s", m.selected())
	}
	m.Update(tea.PasteMsg{Content: "no\nsuch\x1b[2J"})
	if string(m.filter) != "no such[2J" || len(m.shown) != 0 || m.selected() != "" {
		t.Errorf("pasted: %q, %d", string(m.filter), len(m.shown))
	}
	m.Update(tea.KeyPressMsg{Code: 'w', Mod: tea.ModCtrl})
	m.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	if string(m.filter) != "no" {
		t.Errorf("Ctrl-W and backspace: %q", string(m.filter))
	}
	if _, cmd := m.Update(tea.KeyPressMsg{Code: tea.KeyEnter}); cmd != nil || m.chosen != "" {
		t.Errorf("Enter chooses %q of nothing", m.chosen)
	}
}

// TestPickerFitsEverySize: no line is wider than the screen, no screen longer,
// and what titles hold is escaped.
func TestPickerFitsEverySize(t *testing.T) {
	for height := range 30 {
		if testing.Short() && height > 6 && height%8 > 0 {
			continue
		}
		for _, width := range []int{1, 2, 5, 20, 79, 200} {
			m := shownPicker(60, width, height)
			m.previews[m.selected()] = "Title\nid\n#0 user\n" + strings.Repeat("日本語\t\n", 50)
			for range 70 {
				m.Update(tea.KeyPressMsg{Code: tea.KeyDown})
				lines := m.lines()
				if len(lines) > height {
					t.Fatalf("%d×%d: %d lines", width, height, len(lines))
				}
				for _, l := range lines {
					if runewidth.StringWidth(l) > max(width, 1) || strings.IndexFunc(l, func(r rune) bool { return r < ' ' || terminal.Steers(r) }) >= 0 {
						t.Fatalf("%d×%d: %q", width, height, l)
					}
				}
				if height > headRows+1 && width > 20 && !strings.Contains(strings.Join(lines, "\n"), "\n> ") {
					t.Fatalf("%d×%d: the cursor is not seen: %q", width, height, lines)
				}
			}
		}
	}
}

// TestPickerReportsErrors: a list that cannot be read ends it.
func TestPickerReportsErrors(t *testing.T) {
	m := shownPicker(1, 80, 24)
	if cmd := m.loaded(loadedMsg{err: context.DeadlineExceeded}); cmd == nil || m.failed == nil {
		t.Error("the error is lost")
	}
}
