package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// searchOptions are the flags of sessions search.
type searchOptions struct {
	filters
	agent, role, tool, sort                    string
	limit, offset, hits                        int64
	regex, subagents, memories, strict, asJSON bool
}

func (a *app) searchCommand() *cobra.Command {
	var o searchOptions
	cmd := &cobra.Command{
		Use:   "search <words>",
		Short: "Find sessions by title and text, best first",
		Long: "Finds the sessions in whose title and text all the words occur, in any case and anywhere:\n" +
			"\"words in quotes\" occur together, -word must not occur (put -- before it when it comes first).\n" +
			"Nothing is indexed: the files themselves are read.",
		Example: "  heddle sessions search parser off by one\n" +
			"  heddle sessions search '\"date parser\" -draft' --agent claude --since 30d\n" +
			"  heddle sessions search --regex 'retry(ing)? +\\d+' --role assistant --json",
		RunE: func(_ *cobra.Command, args []string) error { return a.search(strings.Join(args, " "), o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.agent, "agent", "", "only this agent's sessions")
	o.filters.add(cmd)
	f.StringVar(&o.role, "role", "", "only text of user, assistant, system or tool messages")
	f.StringVar(&o.tool, "tool", "", "only calls of this tool and their results; words may then be left out")
	f.Int64Var(&o.limit, "limit", 50, "at most this many")
	f.Int64Var(&o.offset, "offset", 0, "skip this many of the best")
	f.Int64Var(&o.hits, "hits", 3, "show at most this many matching messages of a session")
	f.StringVar(&o.sort, "sort", "relevance", "relevance, date or cost")
	f.BoolVar(&o.regex, "regex", false, "the words are one regular expression (RE2)")
	f.BoolVar(&o.subagents, "subagents", false, "search subagents' sessions as well")
	f.BoolVar(&o.memories, "memories", false, "search the agents' memory entries as well")
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	f.BoolVar(&o.asJSON, "json", false, "print the result as JSON")
	complete(cmd, "sort", "relevance", "date", "cost")
	complete(cmd, "role", "user", "assistant", "system", "tool")
	complete(cmd, "agent", agentNames()...)
	return cmd
}

func (a *app) search(text string, o searchOptions) error {
	if text == "" && o.tool == "" {
		return usageError{fmt.Errorf("give the words to search for")}
	}
	if o.limit < 1 || o.hits < 1 || o.offset < 0 {
		return usageError{fmt.Errorf("--limit and --hits take 1 or more, --offset 0 or more")}
	}
	req := map[string]any{"text": text, "limit": o.limit, "offset": o.offset, "hits": o.hits, "sort": o.sort, "regex": o.regex,
		"subagents": o.subagents, "memories": o.memories, "strict": o.strict}
	now := time.Now()
	put(req, "agent", o.agent)
	put(req, "role", o.role)
	put(req, "tool", o.tool)
	o.filters.into(req, now)
	res, err := a.answer("sessions.search", req)
	if err != nil {
		return err
	}
	if o.asJSON {
		return a.printJSON(res.Body)
	}
	return a.printFound(res.Header, res.Body, now)
}

// found is what the search prints of a result.
type found struct {
	summary
	RelevanceScore json.Number
	HitCount       int64
	Hits           []hit
}

type hit struct {
	Field, Role, Snippet string
	MessageIndex         *int64
	Ranges               []struct{ Start, End int }
}

// place renders where a hit is: "#12 user" or "title".
func (h *hit) place() string {
	s := h.Field
	if h.Role != "" && h.Field == "content" {
		s = h.Role
	}
	if h.MessageIndex != nil {
		s = "#" + strconv.FormatInt(*h.MessageIndex, 10) + " " + s
	}
	return s
}

// printFound prints results with their hits on a terminal; into a pipe
// tab-separated lines: unifiedId, score, updatedAt, hits, cwd, title, and the
// first snippet.
func (a *app) printFound(header, body []byte, now time.Time) error {
	var list []found
	if err := json.Unmarshal(body, &list); err != nil {
		return err
	}
	w := bufio.NewWriter(a.streams.Out)
	defer w.Flush()
	for i := range list {
		s := &list[i]
		if !a.streams.Terminal {
			snippet := ""
			if len(s.Hits) > 0 {
				snippet = s.Hits[0].Snippet
			}
			fields := []string{s.UnifiedID, s.RelevanceScore.String(), s.UpdatedAt, strconv.FormatInt(s.HitCount, 10), s.Cwd, s.Title, snippet}
			for k := range fields {
				fields[k] = oneField(fields[k])
			}
			fmt.Fprintln(w, strings.Join(fields, "\t"))
			continue
		}
		a.printResult(w, s, now)
	}
	if a.streams.Terminal {
		a.printPage(header, len(list))
	}
	return nil
}

func (a *app) printResult(w *bufio.Writer, s *found, now time.Time) {
	bold, plain := "", ""
	if a.streams.Color {
		bold, plain = "\x1b[1m", "\x1b[0m"
	}
	fmt.Fprintf(w, "%s%s%s\n  %s · %s · %s\n", bold, printable(oneField(named(s.Title))), plain, printable(s.UnifiedID), ago(s.UpdatedAt, now), s.dollars())
	for i := range s.Hits {
		h := &s.Hits[i]
		fmt.Fprintf(w, "  %s: %s\n", h.place(), a.marked(h))
	}
	if more := s.HitCount - int64(len(s.Hits)); more > 0 {
		fmt.Fprintf(w, "  … and %d more\n", more)
	}
	fmt.Fprintln(w)
}

// marked renders a snippet with its matches in colour.
func (a *app) marked(h *hit) string {
	text := []rune(h.Snippet)
	if !a.streams.Color {
		return printable(h.Snippet)
	}
	var b strings.Builder
	at := 0
	for _, r := range h.Ranges {
		if r.Start < at || r.End > len(text) || r.Start > r.End {
			continue
		}
		b.WriteString(printable(string(text[at:r.Start])) + "\x1b[33m" + printable(string(text[r.Start:r.End])) + "\x1b[0m")
		at = r.End
	}
	return b.String() + printable(string(text[at:]))
}

func (a *app) printPage(header []byte, shown int) {
	var h struct {
		Page struct{ Total, NextOffset int64 }
	}
	if json.Unmarshal(header, &h) != nil {
		return
	}
	switch {
	case h.Page.Total == 0:
		fmt.Fprintln(a.streams.Err, "nothing found")
	case h.Page.NextOffset > 0:
		fmt.Fprintf(a.streams.Err, "%d of %d sessions; --offset %d shows the next\n", shown, h.Page.Total, h.Page.NextOffset)
	}
}
