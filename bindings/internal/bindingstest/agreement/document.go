package agreement

import (
	"fmt"
	"strconv"
	"strings"
)

// Document replaces the tables of a Markdown text: the text between
// "<!-- name -->" and "<!-- end -->" for the names homes, reasons and parts.
func (t *Table) Document(text string) (string, error) {
	for name, table := range map[string]func() string{"homes": t.renderHomes, "reasons": t.renderReasons, "parts": t.renderParts} {
		begin, end := "<!-- "+name+" -->\n", "<!-- end -->"
		before, rest, ok := strings.Cut(text, begin)
		_, after, closed := strings.Cut(rest, end)
		if !ok || !closed {
			return "", fmt.Errorf("no %q, or no %q after it", begin, end)
		}
		text = before + begin + table() + end + after
	}
	return text, nil
}

// renderHomes renders what both say of every home.
func (t *Table) renderHomes() string {
	var b strings.Builder
	writeRow(&b, "home", "agent", "", "input", "output", "cache read", "cache write", "total", "why")
	writeRow(&b, "---", "---", "---", "--:", "--:", "--:", "--:", "--:", "---")
	for i := range t.Homes {
		h := &t.Homes[i]
		switch {
		case h.CCUsage == h.Heddle:
			writeRow(&b, h.Home, h.Agent, "**same**", h.Heddle.formatCells(), h.Unread)
		case h.Unread != "":
			writeRow(&b, h.Home, h.Agent, "Heddle", h.Heddle.formatCells(), "not read by ccusage: "+h.Unread)
		default:
			writeRow(&b, h.Home, h.Agent, "ccusage", h.CCUsage.formatCells(), "")
			writeRow(&b, "", "", "Heddle", h.Heddle.formatCells(), "")
			writeRow(&b, "", "", "difference", h.CCUsage.Minus(h.Heddle).formatSigned(), strings.Join(h.listReasons(), ", "))
		}
	}
	return b.String()
}

// listReasons lists the reasons of a home, in the order of its parts.
func (h *Home) listReasons() (out []string) {
	seen := map[string]bool{}
	for _, p := range h.Parts {
		if !seen[p.Reason] {
			seen[p.Reason] = true
			out = append(out, p.Reason)
		}
	}
	return out
}

// renderReasons renders why the two differ.
func (t *Table) renderReasons() string {
	var b strings.Builder
	writeRow(&b, "reason", "right", "what happens", "why")
	writeRow(&b, "---", "---", "---", "---")
	for _, r := range t.Reasons {
		right := r.Right
		if right == "heddle" {
			right = "Heddle"
		}
		writeRow(&b, r.Name, right, r.What, r.Why)
	}
	return b.String()
}

// renderParts renders the sessions and requests that differences consist of.
func (t *Table) renderParts() string {
	var b strings.Builder
	writeRow(&b, "home", "session", "reason", "input", "output", "cache read", "cache write", "total", "requests")
	writeRow(&b, "---", "---", "---", "--:", "--:", "--:", "--:", "--:", "---")
	for i := range t.Homes {
		h := &t.Homes[i]
		if len(h.Parts) == 0 {
			continue
		}
		for _, p := range h.Parts {
			ids := make([]string, len(p.Requests))
			for j, r := range p.Requests {
				ids[j] = "`" + r.ID + "`"
			}
			requests := strings.Join(ids, " ")
			if p.Of != "" {
				requests += " of `" + p.Of + "`"
			}
			writeRow(&b, h.Home, "`"+p.Session+"`", p.Reason, p.Figures.formatSigned(), requests)
		}
		writeRow(&b, h.Home, "**difference**", "", h.CCUsage.Minus(h.Heddle).formatSigned(), "")
	}
	return b.String()
}

func writeRow(b *strings.Builder, cells ...string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// formatCells renders figures as cells of a row.
func (f Figures) formatCells() string {
	var out [len(f)]string
	for i, n := range f {
		out[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(out[:], " | ")
}

// formatSigned renders a difference as cells of a row: what ccusage has more.
func (f Figures) formatSigned() string {
	var out [len(f)]string
	for i, n := range f {
		out[i] = "0"
		if n != 0 {
			out[i] = fmt.Sprintf("%+d", n)
		}
	}
	return strings.Join(out[:], " | ")
}
