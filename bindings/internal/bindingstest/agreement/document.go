package agreement

import (
	"fmt"
	"strconv"
	"strings"
)

// Document replaces the tables of a Markdown text: what stands between
// "<!-- name -->" and "<!-- end -->" for the names homes, reasons and parts.
func (t *Table) Document(text string) (string, error) {
	for name, table := range map[string]func() string{"homes": t.homes, "reasons": t.reasons, "parts": t.parts} {
		begin, end := "<!-- "+name+" -->\n", "<!-- end -->"
		before, rest, ok := strings.Cut(text, begin)
		_, after, closed := strings.Cut(rest, end)
		if !ok || !closed {
			return "", fmt.Errorf("no %q, or no %q behind it", begin, end)
		}
		text = before + begin + table() + end + after
	}
	return text, nil
}

// homes renders what both say of every home.
func (t *Table) homes() string {
	var b strings.Builder
	row(&b, "home", "agent", "", "input", "output", "cache read", "cache write", "total", "why")
	row(&b, "---", "---", "---", "--:", "--:", "--:", "--:", "--:", "---")
	for i := range t.Homes {
		h := &t.Homes[i]
		switch {
		case h.CCUsage == h.Heddle:
			row(&b, h.Home, h.Agent, "**same**", h.Heddle.cells(), h.Unread)
		case h.Unread != "":
			row(&b, h.Home, h.Agent, "Heddle", h.Heddle.cells(), "not read by ccusage: "+h.Unread)
		default:
			row(&b, h.Home, h.Agent, "ccusage", h.CCUsage.cells(), "")
			row(&b, "", "", "Heddle", h.Heddle.cells(), "")
			row(&b, "", "", "difference", h.CCUsage.Minus(h.Heddle).signed(), strings.Join(h.why(), ", "))
		}
	}
	return b.String()
}

// why lists the reasons of a home, in the order of its parts.
func (h *Home) why() (out []string) {
	seen := map[string]bool{}
	for _, p := range h.Parts {
		if !seen[p.Reason] {
			seen[p.Reason] = true
			out = append(out, p.Reason)
		}
	}
	return out
}

// reasons renders why the two differ.
func (t *Table) reasons() string {
	var b strings.Builder
	row(&b, "reason", "right", "what happens", "why")
	row(&b, "---", "---", "---", "---")
	for _, r := range t.Reasons {
		right := r.Right
		if right == "heddle" {
			right = "Heddle"
		}
		row(&b, r.Name, right, r.What, r.Why)
	}
	return b.String()
}

// parts renders the sessions and requests that differences consist of.
func (t *Table) parts() string {
	var b strings.Builder
	row(&b, "home", "session", "reason", "input", "output", "cache read", "cache write", "total", "requests")
	row(&b, "---", "---", "---", "--:", "--:", "--:", "--:", "--:", "---")
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
			row(&b, h.Home, "`"+p.Session+"`", p.Reason, p.Figures.signed(), requests)
		}
		row(&b, h.Home, "**difference**", "", h.CCUsage.Minus(h.Heddle).signed(), "")
	}
	return b.String()
}

func row(b *strings.Builder, cells ...string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// cells renders figures as cells of a row.
func (f Figures) cells() string {
	var out [len(f)]string
	for i, n := range f {
		out[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(out[:], " | ")
}

// signed renders a difference as cells of a row: what ccusage has more.
func (f Figures) signed() string {
	var out [len(f)]string
	for i, n := range f {
		out[i] = "0"
		if n != 0 {
			out[i] = fmt.Sprintf("%+d", n)
		}
	}
	return strings.Join(out[:], " | ")
}
