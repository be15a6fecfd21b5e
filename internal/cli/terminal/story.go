package terminal

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle"
)

// storyFiles are the files that a step names at most.
const storyFiles = 4

// Story writes what happened in a session: a line for each prompt, and one for
// what came of it.
func (w *Writer) Story(s *heddle.SessionStory, money func(*heddle.Money) string) {
	for i := range s.Steps {
		p := &s.Steps[i]
		prompt := p.Prompt
		if prompt == "" {
			prompt = "(before the first prompt)"
		}
		facts := []string{Minute(p.At), duration(p.DurationMS)}
		if p.CostUSD != nil {
			facts = append(facts, money(p.CostUSD))
		}
		l := w.newLayout("", body)
		l.add(dim, fmt.Sprintf("#%d ", p.N))
		l.add(bold, w.field(prompt)+" ")
		l.add(dim, join(facts))
		l.finish()
		w.step(p)
	}
}

// step writes what came of a prompt.
func (w *Writer) step(p *heddle.StoryStep) {
	var files []string
	for i, f := range p.Files {
		if i == storyFiles {
			files = append(files, counted(int64(len(p.Files)-i), "more file"))
			break
		}
		files = append(files, fmt.Sprintf("%s +%d −%d", w.field(f.Path), f.Added, f.Removed))
	}
	if len(files) > 0 {
		w.wrapLine(body, plain, "changed "+strings.Join(files, ", "))
	}
	for _, f := range p.Fixed {
		w.wrapLine(body, green, fmt.Sprintf("fixed %s: failed at #%d, passed at #%d", w.field(f.Command), f.FailedN, f.PassedN))
	}
	var open []string
	for _, c := range p.Commands {
		if c.Outcome == heddle.ViewOutcomeFailed && len(open) < storyFiles && !isFixed(p, c.Command) {
			open = append(open, fmt.Sprintf("%s (#%d)", w.field(c.Command), c.N))
		}
	}
	if len(open) > 0 {
		w.wrapLine(body, red, "failed "+strings.Join(open, ", "))
	}
	if p.TestsPassed+p.TestsFailed > 0 {
		w.wrapLine(body, dim, fmt.Sprintf("tests: %d passed, %d failed", p.TestsPassed, p.TestsFailed))
	}
	for _, c := range p.Commits {
		w.wrapLine(body, plain, "commit "+w.field(c.Hash)+" "+w.field(c.Message))
	}
}

func isFixed(p *heddle.StoryStep, command string) bool {
	for _, f := range p.Fixed {
		if f.Command == command {
			return true
		}
	}
	return false
}
