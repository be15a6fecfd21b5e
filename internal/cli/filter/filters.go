// Package filter has the flags that choose sessions, and what their times and folders mean.
package filter

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/blame"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// Flags are the flags that list, search, import and cost report share.
type Flags struct {
	Cmd                           *cobra.Command
	bounds                        []Bound
	timezone, model, cwd, under   string
	edited, Origin                string
	failed                        bool
	today, yesterday, week, month bool
	tags                          []string
	branches, repos, versions     []string
}

// Bound is a flag with a time.
type Bound struct{ Flag, Value string }

// Selection is what filters mean: the members of a request that are about
// which sessions count, and when.
type Selection struct {
	Since, Until, CreatedSince, CreatedUntil time.Time
	Zone                                     *time.Location // nil when no day is concerned
	Model, Cwd, Under, Edited, Origin        string
	Failed                                   bool
	Tags                                     []string
	Branches, Repositories, Versions         []string
}

// ListOptions returns the options that list what is selected.
func (s *Selection) ListOptions() heddle.ListOptions {
	return heddle.ListOptions{ActiveSince: s.Since, ActiveUntil: s.Until, Since: s.CreatedSince, Until: s.CreatedUntil,
		Zone: s.Zone, Model: s.Model, Tags: s.Tags, Cwd: s.Cwd, Under: s.Under, Origin: s.Origin,
		GitBranches: s.Branches, Repositories: s.Repositories, AgentVersions: s.Versions, Edited: s.Edited, Failed: s.Failed}
}

// AddSource adds the filters by what agents record of the repository and of themselves.
func (o *Flags) AddSource(a *app.App, cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&o.branches, "git-branch", nil, "only what was recorded on this `branch` of a repository; - is what has none (repeatable: any of them)")
	f.StringArrayVar(&o.repos, "repo", nil, "only what was recorded in this `repository`: the URL of its remote or the end of it, such as owner/name, or a folder, such as . (repeatable)")
	f.StringArrayVar(&o.versions, "agent-version", nil, "only what this `version` of the agent recorded; 2.1 is any 2.1 (repeatable)")
	complete.From(a, cmd, "git-branch", func(s *heddle.SessionSummary) []string { return []string{s.GitBranch} })
	complete.From(a, cmd, "repo", func(s *heddle.SessionSummary) []string { return []string{s.Repository} })
	complete.From(a, cmd, "agent-version", func(s *heddle.SessionSummary) []string { return []string{s.AgentVersion} })
}

// AddOrigin adds the filter by the machine that sessions come from. To an import it
// is the name of this one.
func (o *Flags) AddOrigin(a *app.App, cmd *cobra.Command, help string) {
	cmd.Flags().StringVar(&o.Origin, "origin", "", help)
	complete.From(a, cmd, "origin", func(s *heddle.SessionSummary) []string { return []string{s.Origin} })
}

// OriginHelp is what the filter means.
const OriginHelp = "only what comes from this `machine`, as import --origin named it; - is what has no name"

// AddActivity adds the bounds of what lists sessions: people mean by a time
// that something happened in a session then.
func (o *Flags) AddActivity(a *app.App, cmd *cobra.Command) { o.add(a, cmd, "only sessions active") }

// AddActions adds the filters by what a session did.
func (o *Flags) AddActions(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.edited, "edited", "", "only sessions that edited this `file`: the end of its path, such as src/parser.go, or ./parser.go in this folder; src/ is any file below src")
	f.BoolVar(&o.failed, "failed", false, "only sessions in which a tool call failed, or that end with an error")
	usage.Must(cmd.RegisterFlagCompletionFunc("edited", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)))
}

// AddSpending adds the bounds of costs.
func (o *Flags) AddSpending(a *app.App, cmd *cobra.Command) { o.add(a, cmd, "requests made") }

// AddCounting adds the bounds of what is counted by its messages.
func (o *Flags) AddCounting(a *app.App, cmd *cobra.Command) { o.add(a, cmd, "messages recorded") }

func (o *Flags) add(a *app.App, cmd *cobra.Command, what string) {
	o.Cmd = cmd
	o.bounds = []Bound{{Flag: "since"}, {Flag: "until"}, {Flag: "created-since"}, {Flag: "created-until"}}
	f := cmd.Flags()
	f.StringVar(&o.bounds[0].Value, "since", "", what+" at or after this `time`: 2026-07-01, yesterday, monday, an RFC 3339 time, or an age such as 7d, 12h")
	f.StringVar(&o.bounds[1].Value, "until", "", what+" at or before this `time`; a date includes that day")
	f.BoolVar(&o.today, "today", false, what+" today")
	f.BoolVar(&o.yesterday, "yesterday", false, what+" yesterday")
	f.BoolVar(&o.week, "week", false, what+" this week, since Monday")
	f.BoolVar(&o.month, "month", false, what+" this month")
	f.StringVar(&o.bounds[2].Value, "created-since", "", "only sessions created at or after this `time`")
	f.StringVar(&o.bounds[3].Value, "created-until", "", "only sessions created at or before this `time`")
	TimezoneFlag(cmd, &o.timezone)
	f.StringVar(&o.model, "model", "", "only sessions in which this `model` answered")
	f.StringArrayVar(&o.tags, "tag", nil, "only sessions with this `tag` (repeatable: any of the tags)")
	f.StringVar(&o.cwd, "cwd", "", "only sessions that ran in this working `folder`: a path, or the last word of one")
	f.StringVar(&o.under, "under", "", "only sessions that ran in this `folder` or below it")
	for i := range o.bounds {
		complete.Flag(cmd, o.bounds[i].Flag, Ages(o.bounds[i].Flag)...)
	}
	complete.From(a, cmd, "model", func(s *heddle.SessionSummary) []string { return []string{s.Model} })
	usage.Must(cmd.RegisterFlagCompletionFunc("tag", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return complete.AllTags(a), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}))
	complete.From(a, cmd, "cwd", func(s *heddle.SessionSummary) []string { return []string{s.Cwd} })
	usage.Must(cmd.RegisterFlagCompletionFunc("under", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)))
}

// Ages are what completion offers for a bound.
func Ages(flag string) []string {
	if strings.HasSuffix(flag, "until") {
		return nil
	}
	return []string{"1d", "7d", "30d", "yesterday", "monday"}
}

// TimeFlags are the names of the flags of filters that are about time.
var TimeFlags = []string{"since", "until", "today", "yesterday", "week", "month", "created-since", "created-until", "timezone"}

// Select checks the filters that were given and returns what they
// mean. With days, the request's groups are days.
func Select(a *app.App, o *Flags, now time.Time, days bool) (Selection, error) {
	chosen := Selection{Model: o.model, Cwd: WholeFolder(FromHome(o.cwd)), Under: WholeFolder(FromHome(o.under)), Tags: o.tags, Origin: o.Origin, Edited: fileFromHere(FromHome(o.edited)), Failed: o.failed,
		Branches: o.branches, Repositories: WholeRepositories(o.repos), Versions: o.versions}
	for _, given := range []struct{ flag, value, what string }{{"edited", o.edited, "path"}, {"under", o.under, "path"}, {"origin", o.Origin, "name"}} {
		if given.value == "" && o.Cmd.Flags().Changed(given.flag) {
			return chosen, usage.Misuse("--%s needs a %s", given.flag, given.what)
		}
	}
	if !days && !slices.ContainsFunc(TimeFlags, o.Cmd.Flags().Changed) {
		return chosen, nil
	}
	loc, err := Location(o.timezone, o.Cmd.Flags().Changed("timezone"))
	if err != nil {
		return chosen, err
	}
	bounds, err := o.named(now.In(loc))
	if err != nil {
		return chosen, err
	}
	zone := ZoneIn(loc)
	for i, at := range []*time.Time{&chosen.Since, &chosen.Until, &chosen.CreatedSince, &chosen.CreatedUntil} {
		b := bounds[i]
		if b.Value == "" && !o.Cmd.Flags().Changed(b.Flag) {
			continue
		}
		naive := false
		if *at, naive, err = b.Instant(loc, zone, now); err != nil {
			return chosen, err
		}
		days = days || naive
	}
	noteEmptyRange(a, "", chosen.Since, chosen.Until)
	noteEmptyRange(a, "created-", chosen.CreatedSince, chosen.CreatedUntil)
	if days {
		chosen.Zone = loc
	}
	return chosen, nil
}

// Instant returns the time that a bound means: of a date the beginning of its
// day, or the end where the bound is an upper one. naive is whether the zone
// mattered.
func (b *Bound) Instant(loc *time.Location, zone *session.Zone, now time.Time) (at time.Time, naive bool, err error) {
	text := Absolute(dayNamed(b.Value, loc, now), now)
	moment, ok := session.ParseMoment(text)
	if !ok {
		return at, false, usage.Misuse("--%s %s, not %q", b.Flag, TakesTime, runewidth.Truncate(b.Value, 60, "…"))
	}
	read := zone.Since
	if strings.HasSuffix(b.Flag, "until") {
		read = zone.Until
	}
	t, _ := read(text)
	return TimeOf(t), moment.Naive, nil
}

// TimeOf returns an engine's time as the typed client has it.
func TimeOf(t session.Time) time.Time { return time.UnixMilli(int64(t)).UTC() }

func noteEmptyRange(a *app.App, kind string, since, until time.Time) {
	if !since.IsZero() && !until.IsZero() && since.After(until) {
		a.Note("note: --%ssince is later than --%suntil, so nothing matches\n", kind, kind)
	}
}

// ActivityHelp explains the bounds of what lists sessions.
const ActivityHelp = "--since, --until, --today, --yesterday, --week and --month select sessions that were active in that\n" +
	"range, with a record of their own, not one copied from another session; --created-since and --created-until\n" +
	"select sessions by their creation time. Days are those of the system's zone, or of --timezone."

// TakesTime describes the value of a bound.
const TakesTime = "must be a date (2026-07-01), a time (2026-07-01T09:00:00Z), an age (12h, 7d, 2w), today, yesterday or a weekday (monday: the last one)"

// dayNamed returns the date of today, yesterday or a weekday, which is today or the
// last such day before it; anything else as it is.
func dayNamed(word string, loc *time.Location, now time.Time) string {
	if len(word) > len("wednesday") {
		return word
	}
	now = now.In(loc)
	back := -1
	switch word = strings.ToLower(word); word {
	case "today":
		back = 0
	case "yesterday":
		back = 1
	}
	for day := time.Sunday; day <= time.Saturday; day++ {
		if name := strings.ToLower(day.String()); word == name || word == name[:3] {
			back = (int(now.Weekday()) - int(day) + 7) % 7
		}
	}
	if back < 0 {
		return word
	}
	y, m, d := now.Date()
	return time.Date(y, m, d-back, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// named returns the bounds, those of --today and its like among them. Two
// ranges at once are refused: neither would be what was asked for.
func (o *Flags) named(now time.Time) ([]Bound, error) {
	y, m, d := now.Date()
	day := func(n int) string { return time.Date(y, m, d+n, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) }
	monday := -(int(now.Weekday()) + 6) % 7
	bounds := append([]Bound(nil), o.bounds...)
	given := ""
	for _, f := range []string{"since", "until"} {
		if o.Cmd.Flags().Changed(f) {
			given = f
			break
		}
	}
	for _, r := range []struct {
		flag         string
		on           bool
		since, until string
	}{
		{"today", o.today, day(0), day(0)}, {"yesterday", o.yesterday, day(-1), day(-1)}, {"week", o.week, day(monday), day(monday + 6)},
		{"month", o.month, day(1 - d), time.Date(y, m+1, 0, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)},
	} {
		if !r.on {
			continue
		}
		if given != "" {
			return nil, usage.Misuse("--%s and --%s cannot be used together: give one range", given, r.flag)
		}
		given = r.flag
		bounds[0].Value, bounds[1].Value = r.since, r.until
	}
	return bounds, nil
}

// Absolute turns an age such as 2w, 7d, 1d12h or 12h into a time; anything else
// is left for the engine to read.
func Absolute(s string, now time.Time) string {
	age, ok := session.ParseAge(s)
	if !ok {
		return s
	}
	return now.Add(-time.Duration(age) * time.Millisecond).UTC().Format("2006-01-02T15:04:05.000Z")
}

// fromHere turns . and .. at the start of a folder's name into the folder that
// they mean here; agents record whole names. Other names are left alone: they
// may be another system's.
func fromHere(dir string) string {
	first, _, _ := strings.Cut(filepath.ToSlash(dir), "/")
	if first != "." && first != ".." {
		return dir
	}
	return whole(dir)
}

// whole returns a folder or file relative to this folder as a whole name, as the
// operating system knows it: that is what agents record, also where the shell is in
// a link.
func whole(dir string) string {
	here, err := os.Getwd()
	if err != nil {
		return dir
	}
	if real, err := filepath.EvalSymlinks(here); err == nil {
		here = real
	}
	return filepath.Join(here, dir)
}

// fileFromHere is fromHere for a file. A folder gets the slash that says that all
// files below it are meant.
func fileFromHere(name string) string {
	slashed := func(s string) bool { return strings.HasSuffix(filepath.ToSlash(s), "/") }
	path := fromHere(name)
	is, err := os.Stat(path)
	if !slashed(path) && (slashed(name) || filepath.IsAbs(path) && err == nil && is.IsDir()) {
		path += string(filepath.Separator)
	}
	return path
}

// FromHome turns ~ at the start of a folder's name into the home folder of this user.
func FromHome(dir string) string {
	rest, ok := strings.CutPrefix(dir, "~")
	if !ok || rest != "" && rest[0] != '/' && rest[0] != '\\' {
		return dir
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return dir
	}
	return home + rest
}

// WholeFolder returns the names of a folder, each in a line: agents record the one without links,
// and what was recorded before a link was made has the other. A word, which is the end of a path,
// and a name of another system are left alone.
func WholeFolder(dir string) string {
	word := !strings.ContainsAny(dir, `/\`) && dir != "." && dir != ".."
	elsewhere := strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, `\\`) || len(dir) > 1 && dir[1] == ':'
	if word || elsewhere && !filepath.IsAbs(dir) {
		return dir
	}
	named, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	real := named
	for above := named; ; above = filepath.Dir(above) { // what does not exist may be below a link
		if found, err := filepath.EvalSymlinks(above); err == nil {
			real = filepath.Join(found, strings.TrimPrefix(named, above))
			break
		}
		if above == filepath.Dir(above) {
			break
		}
	}
	if real == named {
		return named
	}
	return real + "\n" + named
}

// WholeRepositories makes whole names of the folders among repositories. One that is here stands for its
// repository: all its working trees and its remotes.
func WholeRepositories(list []string) (out []string) {
	for _, name := range list {
		if name = FromHome(name); !strings.Contains(name, ":") {
			name = fromHere(name)
		}
		out = append(out, name)
		if info, err := os.Stat(name); err == nil && info.IsDir() && filepath.IsAbs(name) {
			out = append(out, blame.Names(context.Background(), name)...)
		}
	}
	return out
}

// Listed is a list of a text, nil without one.
func Listed(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// RecordedOrigin is the help of --origin where sessions are recorded.
const RecordedOrigin = "the `machine` that the recorded session comes from, such as \"$(hostname)\""

// ErrNoOrigin is --origin without a name, such as that of an unset variable.
var ErrNoOrigin = usage.Misuse("--origin needs a name")

// CheckOrigin refuses a name of --origin that no machine can have.
func CheckOrigin(cmd *cobra.Command, name string) error {
	if name == "" && cmd.Flags().Changed("origin") {
		return ErrNoOrigin
	}
	return session.CheckOrigin(name)
}
