// Package origin has the commands that say which sessions wrote a repository's lines.
package origin

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/blame"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// BlameCommand is heddle blame.
func BlameCommand(a *app.App) *cobra.Command {
	var guess, asJSON bool
	cmd := &cobra.Command{
		Use:   "blame FILE[:LINE[-LINE]] [COMMIT]",
		Short: "Say which session wrote each line of a file",
		Long: "Says for each line of a file in a git repository which session wrote it: the session, the agent's model, the\n" +
			"time, the message and the prompt before it; - for lines that no session wrote. Lines that are not committed\n" +
			"count as well. FILE:LINE shows the story of one line. Nothing need be installed in the repository: git says\n" +
			"which commit a line is of, and the sessions have the edits.\n\n" +
			"A session is named when one of its edits wrote exactly this line into this file, before the line's commit and\n" +
			"after any earlier commit that had the same line. ~ marks lines that the file had under another name, and = those\n" +
			"that are equal but for white space. Short and common lines follow the lines beside them. --guess also takes\n" +
			"edits of the file shortly before the commit, marked ?.\n\n" +
			"In a pipe every line is number, session, confidence, model, time, message, commit and text, separated by tabs.",
		Example: "  heddle blame src/parser.go\n" +
			"  heddle blame src/parser.go:120\n" +
			"  heddle blame src/parser.go:100-140 v1.2\n" +
			"  heddle blame src/parser.go --json | jq '.lines[] | select(.edit) | .edit.unifiedId' | sort | uniq -c",
		Args: usage.Takes(1, 2),
		RunE: func(_ *cobra.Command, words []string) error {
			o, err := readPlace(words[0])
			if err != nil {
				return err
			}
			if len(words) > 1 {
				o.Rev = words[1]
			}
			o.Guess = guess
			return runBlame(a, o, asJSON)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&guess, "guess", false, "also name sessions that edited the file shortly before the commit")
	f.BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}

var placePattern = regexp.MustCompile(`^(.+?):([0-9]+)(?:-([0-9]+))?$`)

// readPlace reads FILE, FILE:LINE or FILE:LINE-LINE.
func readPlace(word string) (o blame.Options, err error) {
	m := placePattern.FindStringSubmatch(word)
	if m == nil {
		return blame.Options{File: word}, nil
	}
	o.File = m[1]
	from, err := strconv.Atoi(m[2])
	to := from
	if err == nil && m[3] != "" {
		to, err = strconv.Atoi(m[3])
	}
	if o.From, o.To = from, to; err != nil || from < 1 || to < from {
		return o, usage.Misuse("%s: lines are counted from 1, and the last one is not before the first", word)
	}
	return o, nil
}

func runBlame(a *app.App, o blame.Options, asJSON bool) error {
	story := o.From > 0 && o.From == o.To && !asJSON
	var told *heddle.ViewTurn
	found, _, err := app.FetchResult(a, func(ctx context.Context, h *heddle.Heddle) (*blame.Result, error) {
		found, err := blame.Run(ctx, h, o)
		if err == nil && story && found.Lines[0].Edit != nil && found.Lines[0].Edit.MessageIndex != nil {
			e := found.Lines[0].Edit
			view, err := h.Sessions.View(ctx, heddle.Ref(e.UnifiedID), heddle.ViewOptions{At: e.MessageIndex})
			if err == nil && len(view.Turns) > 0 {
				told = &view.Turns[0]
			}
		}
		return found, err
	})
	switch {
	case err != nil:
		return err
	case asJSON:
		body, err := json.Marshal(found)
		if err != nil {
			return err
		}
		return a.PrintJSON(body)
	case story:
		return tellLine(a, found, told)
	case a.Streams.Terminal:
		return printAligned(a, found)
	}
	for _, l := range found.Lines {
		session, model, at, message := "-", "", "", ""
		if e := l.Edit; e != nil {
			session, model, at, message = e.UnifiedID, e.Model, terminal.FormatTime(e.Time), messageOf(e)
		}
		if err := a.PrintText(terminal.Fields(strconv.Itoa(l.Number), session, string(l.Confidence), model, at, message, l.Commit, l.Text)); err != nil {
			return err
		}
	}
	return nil
}

func messageOf(e *heddle.FoundEdit) string {
	if e.MessageIndex == nil {
		return ""
	}
	return strconv.FormatInt(*e.MessageIndex, 10)
}

// marks of confidences; exact has none.
var marks = map[blame.Confidence]string{blame.Moved: "~", blame.Reformatted: "=", blame.Near: "?"}

// sessionColors are the colours that sessions have in turn.
var sessionColors = []string{"36", "33", "35", "32", "34", "31"}

// printAligned prints the lines beside their sessions, each session in a colour of its own.
func printAligned(a *app.App, found *blame.Result) error {
	width := max(a.Streams.Width, 80)
	who := min(44, width/2)
	colors := map[string]string{}
	last := ""
	for _, l := range found.Lines {
		head, color := "-", ""
		if e := l.Edit; e != nil {
			if colors[e.UnifiedID] == "" {
				colors[e.UnifiedID] = sessionColors[len(colors)%len(sessionColors)]
			}
			color = colors[e.UnifiedID]
			if head = marks[l.Confidence] + beginning(e.UnifiedID) + " #" + messageOf(e) + " " + l.Prompt; head == last {
				head = marks[l.Confidence] + beginning(e.UnifiedID) + " #" + messageOf(e)
			} else {
				last = head
			}
		}
		head = runewidth.FillRight(runewidth.Truncate(terminal.Line(head), who, "…"), who)
		if a.Streams.Color && color != "" {
			head = "\x1b[" + color + "m" + head + "\x1b[0m"
		}
		text := terminal.Printable(strings.ReplaceAll(l.Text, "\t", "    "))
		line := fmt.Sprintf("%s %5d  %s\n", head, l.Number, runewidth.Truncate(strings.ReplaceAll(text, "\n", " "), max(width-who-8, 20), "…"))
		if _, err := a.Streams.Out.Write([]byte(line)); err != nil {
			return err
		}
	}
	return nil
}

// beginning is the name of a session with the beginning of its id.
func beginning(unified string) string {
	agent, id, _ := strings.Cut(unified, ":")
	return agent + ":" + id[:min(len(id), 8)]
}

// tellLine prints the story of one line in five.
func tellLine(a *app.App, found *blame.Result, turn *heddle.ViewTurn) error {
	l := &found.Lines[0]
	place := fmt.Sprintf("%s:%d  %s", found.File, l.Number, strings.TrimSpace(l.Text))
	commit := "not committed"
	if l.Commit != "" {
		commit = fmt.Sprintf("commit %s by %s, %s: %s", l.Commit[:10], l.Author, l.AuthorTime.Format("2006-01-02"), l.Summary)
	}
	e := l.Edit
	if e == nil {
		return a.PrintText(oneLine(a, place) + oneLine(a, "no session wrote it: "+commit))
	}
	said, cost := "", "-"
	if turn != nil {
		said, cost = saidBefore(turn, e), terminal.Dollars(turn.CostUSD)
	}
	who := fmt.Sprintf("%s, %s, %s", e.Agent, terminal.Or(e.Model, "unknown model"), terminal.Minute(e.Time))
	if l.Confidence != blame.Exact {
		who += ", " + string(l.Confidence)
	}
	show := "heddle show " + e.UnifiedID
	if e.MessageIndex != nil {
		show += " --at " + messageOf(e)
	}
	return a.PrintText(oneLine(a, place) +
		oneLine(a, "asked    "+terminal.Or(l.Prompt, "-")+"  ("+who+")") +
		oneLine(a, "said     "+terminal.Or(said, "-")) +
		oneLine(a, "turn     "+cost+", "+commit) +
		"more     " + terminal.Line(show) + "  |  " + terminal.Line("heddle resume "+e.UnifiedID) + "\n")
}

// oneLine is a text in one line that fits the terminal.
func oneLine(a *app.App, text string) string {
	text = terminal.Line(text)
	if a.Streams.Terminal && a.Streams.Width > 0 {
		text = runewidth.Truncate(text, a.Streams.Width, "…")
	}
	return text + "\n"
}

// saidBefore returns what the agent said last before an edit, in the same turn.
func saidBefore(turn *heddle.ViewTurn, e *heddle.FoundEdit) (said string) {
	for i := range turn.Items {
		item := &turn.Items[i]
		if item.N > *e.MessageIndex {
			break
		}
		if item.Text != "" {
			said = item.Text
		}
	}
	return said
}
