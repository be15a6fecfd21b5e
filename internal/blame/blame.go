package blame

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
)

// Confidence says how sure it is that an edit wrote a line.
type Confidence string

// The confidences, the surest first.
const (
	Exact       Confidence = "exact"       // this line in this file, before its commit
	Moved       Confidence = "moved"       // the same, under another name of the file
	Reformatted Confidence = "reformatted" // equal but for white space
	Near        Confidence = "near"        // a guess: the same file shortly before the commit
)

// Options say what is blamed.
type Options struct {
	File     string
	Rev      string // a commit; "" is the working tree
	From, To int    // lines, from 1; 0 is all
	Guess    bool   // also Near
}

// Line is a line of a file and who wrote it.
type Line struct {
	Number     int               `json:"line"`
	Text       string            `json:"text"`
	Commit     string            `json:"commit,omitempty"` // absent when it is not committed
	Author     string            `json:"author,omitempty"`
	AuthorTime time.Time         `json:"authorTime,omitzero"`
	Summary    string            `json:"summary,omitempty"`
	Confidence Confidence        `json:"confidence,omitempty"` // absent when no session wrote it
	Edit       *heddle.FoundEdit `json:"edit,omitempty"`
	Prompt     string            `json:"prompt,omitempty"` // before the edit
}

// Result is a file and its lines.
type Result struct {
	Repository string `json:"root"`
	File       string `json:"file"` // within the repository
	Lines      []Line `json:"lines"`
}

// slack is how much later than its commit an edit may seem to be, and how much earlier: the clocks
// of two machines differ by minutes.
const slack = 10 * time.Minute

// Run blames a file.
func Run(ctx context.Context, h *heddle.Heddle, o Options) (*Result, error) {
	if info, err := os.Stat(o.File); err == nil && info.IsDir() {
		return nil, fault.New(fault.InvalidArgument, o.File+" is a folder: name a file")
	}
	r, rel, err := open(ctx, linkTarget(o.File))
	if err != nil {
		return nil, err
	}
	all, err := r.readBlame(ctx, rel, o.Rev)
	if err != nil {
		return nil, err
	}
	out := &Result{Repository: r.root, File: rel, Lines: []Line{}}
	if o.To == 0 && len(all) == 0 {
		return out, nil
	}
	if o.To == 0 {
		o.From, o.To = 1, len(all)
	}
	if o.From < 1 || o.To < o.From || o.To > len(all) {
		return nil, fault.New(fault.InvalidArgument, fmt.Sprintf("%s has %d lines: there is no line %d", rel, len(all), max(o.From, o.To)))
	}
	j := &judge{r: r, rel: rel, lines: all, guess: o.Guess}
	if err := j.read(ctx, o.Rev); err != nil {
		return nil, err
	}
	if err := j.find(ctx, h); err != nil {
		return nil, err
	}
	j.decide()
	for i := o.From - 1; i < o.To; i++ {
		out.Lines = append(out.Lines, j.line(i))
	}
	return out, addPrompts(ctx, h, out.Lines)
}

// linkTarget returns what a link leads to, as git knows the file itself.
func linkTarget(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		return real
	}
	return file
}

// judge decides which edit wrote each line.
type judge struct {
	r         *repository
	rel       string
	lines     []blamed
	guess     bool
	added     []addition
	shallow   bool
	roots     []string
	remotes   []string
	branches  map[string]bool
	names     []string // of the file in the repository, the newest first
	found     *heddle.FoundEdits
	here      []bool // of the edits: made in this repository
	count     map[string]int
	decisions []decision
}

// decision is the edit that wrote a line; -1 for none.
type decision struct {
	edit       int
	confidence Confidence
}

// read asks git for what is needed beside the commits of the lines.
func (j *judge) read(ctx context.Context, rev string) (err error) {
	if rev == "" {
		rev = "HEAD"
	}
	if j.added, err = j.r.additions(ctx, rev, j.rel); err != nil {
		if _, missing := j.r.run(ctx, "rev-parse", "--verify", "--quiet", "HEAD"); missing == nil {
			return err
		}
		j.added = nil // nothing is committed yet
	}
	j.shallow = strings.Join(j.r.lines(ctx, "rev-parse", "--is-shallow-repository"), "") == "true"
	j.roots, j.remotes, j.branches = j.r.worktrees(ctx), j.r.remotes(ctx), j.r.branches(ctx)
	j.names = []string{j.rel}
	add := func(name string) {
		if name != "" && name != "/dev/null" && !slices.Contains(j.names, name) && len(j.names) < 100 {
			j.names = append(j.names, name)
		}
	}
	for i := range j.added {
		add(j.added[i].path)
	}
	j.count = map[string]int{}
	for _, l := range j.lines {
		add(l.of.path)
		j.count[squeeze(l.text)]++
	}
	return nil
}

// find asks the engine which edits wrote the lines.
func (j *judge) find(ctx context.Context, h *heddle.Heddle) (err error) {
	texts, times := make([]string, len(j.lines)), make([]string, len(j.lines))
	for i, l := range j.lines {
		texts[i], times[i] = l.text, l.of.Time.Add(slack).Format(time.RFC3339)
	}
	j.found, err = h.Edits.Find(ctx, j.names, texts, heddle.FindEditsOptions{Times: times})
	if err != nil {
		return err
	}
	for i := range j.found.Edits {
		j.here = append(j.here, j.isHere(&j.found.Edits[i]))
	}
	return nil
}

// isHere reports whether an edit was made in this repository: in a folder that is one of its working
// trees, or of the same remote, or where neither is known in a folder of the same name and on one of its branches.
func (j *judge) isHere(e *heddle.FoundEdit) bool {
	file := slashed(e.Path)
	for _, name := range j.names {
		for _, root := range j.roots {
			if file == slashed(root)+"/"+name {
				return true
			}
		}
		above, ok := strings.CutSuffix(file, "/"+name)
		switch {
		case !ok:
		case e.Repository != "":
			for _, url := range j.remotes {
				if sameRemote(url, e.Repository) {
					return true
				}
			}
		case path.Base(above) == path.Base(slashed(j.r.root)) && e.GitBranch != "" && j.branches[e.GitBranch]:
			return true
		}
	}
	return false
}

func slashed(s string) string { return strings.ReplaceAll(s, `\`, "/") }

// sameRemote reports whether two addresses are of one repository, however they are written.
func sameRemote(a, b string) bool { return remoteName(a) != "" && remoteName(a) == remoteName(b) }

func remoteName(url string) string {
	if _, rest, ok := strings.Cut(url, "://"); ok {
		url = rest
	} else if host, rest, ok := strings.Cut(url, ":"); ok && !strings.Contains(host, "/") {
		url = host + "/" + rest
	}
	if host, rest, ok := strings.Cut(url, "/"); ok {
		url = host[strings.LastIndex(host, "@")+1:] + "/" + rest
	}
	return strings.ToLower(strings.TrimSuffix(strings.TrimRight(url, "/"), ".git"))
}

// earliest returns the time before which no edit can have written line i: that of the last commit
// before its own that changed the file, which would have had the line; of a commit that was written again
// later, and may have been put on top of others, that of the last one that had the same line.
func (j *judge) earliest(i int) (after time.Time) {
	of, text := j.lines[i].of, squeeze(j.lines[i].text)
	own := slices.IndexFunc(j.added, func(a addition) bool { return a.hash == of.Hash })
	for k := own + 1; k < len(j.added); k++ {
		a := &j.added[k]
		if own < 0 && of.Hash != "" && !a.time.Before(of.Time) {
			continue
		}
		if (a.lines[text] || own < 0 || !j.added[own].late) && a.time.After(after) {
			after = a.time
		}
	}
	return after
}

// candidates returns the edits that may have written line i, the newest first.
func (j *judge) candidates(i int) (list []int, confidence Confidence) {
	of := j.lines[i].of
	if of.isBot() || j.shallow && of.boundary {
		return nil, ""
	}
	l := &j.found.Lines[i]
	after := j.earliest(i)
	for _, e := range l.Edits {
		edit := &j.found.Edits[e]
		if j.here[e] && edit.Time.After(after) && !(edit.Whole && edit.Time.After(of.Time)) {
			list = append(list, int(e))
		}
	}
	switch {
	case len(list) == 0:
		return nil, ""
	case l.Confidence == "reformatted":
		return list, Reformatted
	}
	return list, Exact
}

// decide gives lines to edits: first those that say something by themselves, then short and common
// ones that are next to a line of the same commit and edit.
func (j *judge) decide() {
	n := len(j.lines)
	j.decisions = make([]decision, n)
	candidates, confidence := make([][]int, n), make([]Confidence, n)
	slides := j.slides()
	for i := range j.lines {
		if j.decisions[i].edit = -1; slides[i] {
			continue
		}
		candidates[i], confidence[i] = j.candidates(i)
		if len(candidates[i]) > 0 && !j.isWeak(i) {
			j.decisions[i] = decision{candidates[i][0], j.movedOr(candidates[i][0], confidence[i])}
		}
	}
	j.followNeighbours(candidates, confidence)
	if j.guess {
		for i := range n {
			j.guessLine(i)
		}
	}
}

// followNeighbours gives a line without a decision to an edit of the session of the lines beside it, of the
// same commit. Where those above and below are of different sessions it is nobody's, and where
// there are some on one side only, no other session may have written it.
func (j *judge) followNeighbours(candidates [][]int, confidence []Confidence) {
	n := len(j.lines)
	above, below := make([]int, n), make([]int, n)
	follow := func(to []int, i, neighbour int) {
		if to[i] = j.decisions[i].edit; to[i] >= 0 || neighbour < 0 || neighbour >= n || to[neighbour] < 0 || j.lines[i].of.Hash != j.lines[neighbour].of.Hash {
			return
		}
		beside := to[neighbour]
		for _, e := range candidates[i] {
			if e == beside || j.found.Edits[e].UnifiedID == j.found.Edits[beside].UnifiedID {
				to[i] = e
				return
			}
		}
	}
	for i := range n {
		follow(above, i, i-1)
		follow(below, n-1-i, n-i)
	}
	for i := range n {
		a, b := above[i], below[i]
		if j.decisions[i].edit >= 0 || a < 0 && b < 0 || a >= 0 && b >= 0 && j.found.Edits[a].UnifiedID != j.found.Edits[b].UnifiedID {
			continue
		}
		e := max(a, b)
		other := func(c int) bool { return j.found.Edits[c].UnifiedID != j.found.Edits[e].UnifiedID }
		if min(a, b) < 0 && slices.ContainsFunc(candidates[i], other) {
			continue
		}
		j.decisions[i] = decision{e, j.movedOr(e, confidence[i])}
	}
}

// slides returns the lines that a commit may or may not have added: where the lines that it
// added begin with the line that follows them, or end with the one before, the other one may be the new one.
func (j *judge) slides() []bool {
	n := len(j.lines)
	out := make([]bool, n)
	same := func(a, b int) bool { return squeeze(j.lines[a].text) == squeeze(j.lines[b].text) }
	for from := 0; from < n; {
		to := from + 1
		for to < n && j.lines[to].of.Hash == j.lines[from].of.Hash {
			to++
		}
		for k := 0; from+k < to && to+k < n && same(from+k, to+k); k++ {
			out[from+k], out[to+k] = true, true
		}
		for k := 1; to-k >= from && from-k >= 0 && same(to-k, from-k); k++ {
			out[to-k], out[from-k] = true, true
		}
		from = to
	}
	return out
}

// isWeak reports whether a line is too short or too common to say who wrote it.
func (j *judge) isWeak(i int) bool {
	letters := 0
	for _, c := range j.lines[i].text {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			letters++
		}
	}
	return letters < 6 || j.count[squeeze(j.lines[i].text)] > 1
}

// movedOr returns Moved for an edit of the file under another name.
func (j *judge) movedOr(edit int, c Confidence) Confidence {
	if file := slashed(j.found.Edits[edit].Path); c == Exact && !strings.HasSuffix(file, "/"+j.rel) {
		return Moved
	}
	return c
}

// guessTime is how long before its commit an edit may be that a line is guessed to be of.
const guessTime = 24 * time.Hour

// guessLine gives a line to the newest edit of the file shortly before its commit.
func (j *judge) guessLine(i int) {
	of := j.lines[i].of
	if j.decisions[i].edit >= 0 || of.isBot() || squeeze(j.lines[i].text) == "" {
		return
	}
	for e := len(j.found.Edits) - 1; e >= 0; e-- {
		if at := j.found.Edits[e].Time; j.here[e] && at.Before(of.Time.Add(slack)) && at.After(of.Time.Add(-guessTime)) {
			j.decisions[i] = decision{e, Near}
			return
		}
	}
}

func (j *judge) line(i int) Line {
	l := j.lines[i]
	out := Line{Number: i + 1, Text: l.text, Commit: l.of.Hash, Author: l.of.Author, Summary: l.of.Summary}
	if l.of.Hash != "" {
		out.AuthorTime = l.of.Time
	}
	if d := j.decisions[i]; d.edit >= 0 {
		out.Edit, out.Confidence = &j.found.Edits[d.edit], d.confidence
	}
	return out
}

// squeeze returns a line without its white space.
func squeeze(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) {
			return -1
		}
		return c
	}, s)
}

// addPrompts adds to each line the prompt before its edit. A session that cannot be read any more
// has none.
func addPrompts(ctx context.Context, h *heddle.Heddle, lines []Line) error {
	sessions := map[string]*heddle.Session{}
	for i := range lines {
		e := lines[i].Edit
		if e == nil || e.MessageIndex == nil {
			continue
		}
		s, ok := sessions[e.UnifiedID]
		if !ok {
			var err error
			if s, err = h.Sessions.Get(ctx, heddle.Ref(e.UnifiedID)); fault.CodeOf(err) == fault.Timeout {
				return err
			}
			sessions[e.UnifiedID] = s
		}
		if s != nil {
			lines[i].Prompt = promptBefore(s.Messages, *e.MessageIndex)
		}
	}
	return nil
}

func promptBefore(messages []heddle.Message, at int64) string {
	for i := min(int(at), len(messages)) - 1; i >= 0; i-- {
		if m := &messages[i]; m.Role == heddle.RoleUser && m.ToolResult == nil && m.Kind == "" {
			return m.Content
		}
	}
	return ""
}
