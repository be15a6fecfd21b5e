// Package agreement holds the cost report against ccusage, on every fixture
// home and to the last token. testdata/agreement.json states what both say of
// each home and which requests a difference consists of;
// docs/cost-agreement.md shows it.
package agreement

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// Figures are the tokens that a report gives: input without what came from or
// went to a cache, output, cache reads, cache writes, and the report's total.
type Figures [5]int64

// Plus returns f + g.
func (f Figures) Plus(g Figures) Figures {
	for i := range f {
		f[i] += g[i]
	}
	return f
}

// Minus returns f - g.
func (f Figures) Minus(g Figures) Figures {
	for i := range f {
		f[i] -= g[i]
	}
	return f
}

// Table is testdata/agreement.json.
type Table struct {
	CCUsage struct {
		Version   string   `json:"version"`   // the one measured
		Arguments []string `json:"arguments"` // it was called with
	} `json:"ccusage"`
	Figures []string `json:"figures"` // names, in order
	Reasons []Reason `json:"reasons"`
	Homes   []Home   `json:"homes"`
}

// Reason says why the two differ and which is right.
type Reason struct {
	Name  string `json:"name"`
	Right string `json:"right"` // heddle, ccusage or both
	What  string `json:"what"`
	Why   string `json:"why"`
}

// Home is one fixture home with one agent's sessions.
type Home struct {
	Home    string  `json:"home"`
	Agent   string  `json:"agent"`
	CCUsage Figures `json:"ccusage"`
	Heddle  Figures `json:"heddle"`
	Unread  string  `json:"unread"` // the reason why ccusage finds no session at all
	Parts   []Part  `json:"parts"`  // add up to CCUsage - Heddle
}

// Part is a share of a difference: requests of one session that the two count
// differently for one reason.
type Part struct {
	Session  string    `json:"session"` // native id
	Reason   string    `json:"reason"`
	Of       string    `json:"of"`      // copies: the session or file that has them as well
	Figures  Figures   `json:"figures"` // ccusage - heddle
	Requests []Request `json:"requests"`
}

// Request is one model request, by the id that the agent's files give it.
type Request struct {
	ID      string  `json:"id"`
	Figures Figures `json:"figures"` // ccusage - heddle
}

// Load reads the table.
func Load(path string) (*Table, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t := &Table{}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// Check verifies that every difference is explained to the last token, by
// reasons that the table states.
func (t *Table) Check() error {
	used := map[string]int{}
	for _, r := range t.Reasons {
		used[r.Name] = 0
	}
	var errs []error
	fail := func(h *Home, format string, args ...any) {
		errs = append(errs, fmt.Errorf(h.Home+" "+h.Agent+": "+format, args...))
	}
	for i := range t.Homes {
		h := &t.Homes[i]
		var sum Figures
		for j := range h.Parts {
			p := &h.Parts[j]
			if bad := p.checkFigures(); bad != nil {
				fail(h, "%w", bad)
			}
			used[p.Reason]++
			sum = sum.Plus(p.Figures)
		}
		if h.Unread != "" {
			used[h.Unread]++
			if h.CCUsage != (Figures{}) || len(h.Parts) > 0 {
				fail(h, "ccusage does not read the home, yet there are figures of it")
			}
		} else if diff := h.CCUsage.Minus(h.Heddle); diff != sum {
			fail(h, "the difference is %v, the parts explain %v", diff, sum)
		}
	}
	for _, r := range t.Reasons {
		if used[r.Name] == 0 {
			errs = append(errs, fmt.Errorf("reason %s explains nothing", r.Name))
		}
		if r.Right != "heddle" && r.Right != "ccusage" && r.Right != "both" {
			errs = append(errs, fmt.Errorf("reason %s: %q is not right", r.Name, r.Right))
		}
		delete(used, r.Name)
	}
	for name := range used {
		errs = append(errs, fmt.Errorf("reason %q is not stated", name))
	}
	return errors.Join(errs...)
}

// checkFigures verifies that the requests of a part are its figures.
func (p *Part) checkFigures() error {
	var sum Figures
	seen := map[string]bool{}
	for _, r := range p.Requests {
		if seen[r.ID] || r.ID == "" || r.Figures == (Figures{}) {
			return fmt.Errorf("%s, %s: request %q is there twice or says nothing", p.Session, p.Reason, r.ID)
		}
		seen[r.ID] = true
		sum = sum.Plus(r.Figures)
	}
	if sum != p.Figures {
		return fmt.Errorf("%s, %s: the part is %v, its requests are %v", p.Session, p.Reason, p.Figures, sum)
	}
	return nil
}
