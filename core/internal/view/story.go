package view

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// story collects what happened, turn by turn.
type story struct {
	steps    []*step
	step     *step
	failures map[string]failure // commands that failed and did not pass since
}

// step is a turn of the story.
type step struct {
	session.StoryStep
	counts *counts
	places map[string]int // of its files
}

// failure is the first one of a command since it last passed.
type failure struct {
	n  int64
	at session.Time
}

const (
	stepCommands = 100
	headBytes    = 4096 // of a commit's output that are read
)

// NewStory returns a Builder that makes the story of a session.
func NewStory(head *session.Session) *Builder {
	b := New(head, Options{At: -1})
	b.story = &story{step: newStep(), failures: map[string]failure{}}
	return b
}

func newStep() *step { return &step{places: map[string]int{}} }

// FinishStory returns the story once all messages were added.
func (b *Builder) FinishStory() *session.SessionStory {
	b.EndCount()
	head := b.head.Summary()
	out := &session.SessionStory{Session: &head, Totals: &b.totals, Redactions: b.head.Redactions, Steps: []session.StoryStep{}}
	for _, s := range b.story.steps {
		s.Calls, s.Failed = s.counts.calls, s.counts.failed
		out.Steps = append(out.Steps, s.StoryStep)
	}
	return out
}

// endTurn ends the step of a turn.
func (s *story) endTurn(t *turn) {
	p := s.step
	p.Turn, p.N, p.At, p.Prompt, p.CostUSD, p.DurationMS, p.counts = t.Turn, t.N, t.At, t.title, t.CostUSD, t.DurationMS, t.counts
	s.steps = append(s.steps, p)
	s.step = newStep()
}

// addCall remembers which step a call belongs to: its result may come later.
func (s *story) addCall(c *call) { c.step = s.step }

// addResult adds what came of a call.
func (s *story) addResult(c *call, outcome session.ViewOutcome, output string, at session.Time) {
	p := c.step
	if p == nil {
		p = s.step
	}
	if outcome == session.ViewOutcomeOk {
		p.addFiles(c.changes)
	}
	if c.command == "" {
		return
	}
	command := session.StoryCommand{Command: c.command, Outcome: outcome, N: c.n, Test: isTest(c.command)}
	commits := isCommit(c.command) && outcome == session.ViewOutcomeOk
	if outcome != session.ViewOutcomeOk || command.Test || commits {
		if len(p.Commands) < stepCommands {
			p.Commands = append(p.Commands, command)
		}
	}
	switch {
	case command.Test && outcome == session.ViewOutcomeOk:
		p.TestsPassed++
	case command.Test:
		p.TestsFailed++
	}
	if commits {
		p.addCommit(c.n, output)
	}
	before, failed := s.failures[c.command]
	switch {
	case outcome == session.ViewOutcomeFailed && !failed:
		s.failures[c.command] = failure{c.n, at}
	case outcome == session.ViewOutcomeOk && failed:
		delete(s.failures, c.command)
		p.Fixed = append(p.Fixed, session.StoryFix{Command: c.command, FailedN: before.n, FailedAt: before.at, PassedN: c.n, PassedAt: at})
	}
}

func (p *step) addFiles(list []session.StoryFile) {
	for _, f := range list {
		i, ok := p.places[f.Path]
		if !ok {
			i = len(p.Files)
			p.places[f.Path] = i
			p.Files = append(p.Files, session.StoryFile{Path: f.Path})
		}
		p.Files[i].Added += f.Added
		p.Files[i].Removed += f.Removed
	}
}

// addCommit reads what git prints of a commit: [main 1a2b3c4] message.
func (p *step) addCommit(n int64, output string) {
	output = output[:runeStart(output, headBytes)]
	for more := true; more; {
		var line string
		line, output, more = text.Cut(output, "\n")
		if !strings.HasPrefix(line, "[") {
			continue
		}
		head, message, ok := text.Cut(line[1:], "] ")
		if !ok {
			continue
		}
		hash := head[strings.LastIndexByte(head, ' ')+1:]
		if len(hash) >= 4 && len(hash) <= 40 && strings.Trim(hash, "0123456789abcdef") == "" {
			p.Commits = append(p.Commits, session.StoryCommit{Hash: hash, Message: foldLine(message), N: n})
		}
	}
}

// isCommit reports whether a command makes a commit.
func isCommit(command string) bool {
	found := false
	eachCommand(command, func(words []string) {
		if len(words) > 1 && words[0] == "git" {
			for _, w := range words[1:] {
				found = found || w == "commit"
			}
		}
	})
	return found
}

// The programs that test, and the words that make others do it.
var (
	testPrograms = [...]string{"pytest", "py.test", "jest", "vitest", "mocha", "rspec", "phpunit", "ctest", "tox", "nox", "tsc", "eslint", "mypy",
		"ruff", "pyright", "golangci-lint", "staticcheck", "shellcheck"}
	testWords = [...]string{"test", "tests", "check", "lint", "vet", "clippy", "build", "typecheck", "unittest", "pytest", "verify"}
	runners   = [...]string{"go", "npm", "pnpm", "yarn", "bun", "deno", "cargo", "make", "just", "mvn", "gradle", "gradlew", "mvnw", "dotnet", "swift", "zig",
		"bazel", "python", "python3", "node", "npx", "uv", "poetry", "rake", "bundle", "mix", "sbt", "task", "meson", "ninja", "cmake"}
)

// isTest reports whether a command runs tests, a compiler or a linter.
func isTest(command string) bool {
	found := false
	eachCommand(command, func(words []string) {
		program := words[0][strings.LastIndexByte(words[0], '/')+1:]
		if isOneOf(program, testPrograms[:]) || (strings.HasSuffix(program, "test.sh") || strings.HasSuffix(program, "tests.sh")) {
			found = true
		}
		if !isOneOf(program, runners[:]) {
			return
		}
		for _, w := range words[1:] {
			name, _, _ := text.Cut(w, ":")
			name, _, _ = text.Cut(name, "-")
			found = found || isOneOf(name, testWords[:]) || isOneOf(w, testPrograms[:]) || w == "--test" || isTestFile(w)
		}
	})
	return found
}

// isTestFile reports whether the argument of an interpreter is a program that tests.
func isTestFile(word string) bool {
	base := word[strings.LastIndexByte(word, '/')+1:]
	return strings.HasPrefix(word, "tests/") || strings.HasPrefix(word, "test/") || strings.HasPrefix(base, "test_") || text.Index(base, ".test.") >= 0
}

func isOneOf(s string, list []string) bool {
	for _, x := range list {
		if s == x {
			return true
		}
	}
	return false
}

// eachCommand visits the commands of a line, as their words: variables that are
// set before them and time are left out.
func eachCommand(line string, visit func(words []string)) {
	var words []string
	end := func() {
		for len(words) > 0 && (strings.IndexByte(words[0], '=') > 0 || words[0] == "time" || words[0] == "sudo") {
			words = words[1:]
		}
		if len(words) > 0 {
			visit(words)
		}
		words = nil
	}
	at := -1 // where the word under way begins
	for i := 0; i <= len(line); i++ {
		c := byte(';')
		if i < len(line) {
			c = line[i]
		}
		stops := c == ';' || c == '&' || c == '|' || c == '(' || c == ')'
		if stops || c == ' ' || c == '"' || c == '\'' {
			if at >= 0 {
				words = append(words, line[at:i])
				at = -1
			}
			if stops {
				end()
			}
		} else if at < 0 {
			at = i
		}
	}
}
