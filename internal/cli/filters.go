package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/session"
)

// filters are the flags that list, search, import and cost report share.
type filters struct {
	cmd                           *cobra.Command
	bounds                        []bound
	timezone, model, cwd, under   string
	edited, origin                string
	failed                        bool
	today, yesterday, week, month bool
	tags                          []string
}

// bound is a flag with a time.
type bound struct{ flag, value string }

// selection is what filters mean: the members of a request that are about
// which sessions count, and when.
type selection struct {
	since, until, createdSince, createdUntil time.Time
	zone                                     *time.Location // nil when no day is concerned
	model, cwd, under, edited, origin        string
	failed                                   bool
	tags                                     []string
}

// addOrigin adds the filter by the machine that sessions come from. To an import it
// is the name of this one.
func (o *filters) addOrigin(a *app, cmd *cobra.Command, help string) {
	cmd.Flags().StringVar(&o.origin, "origin", "", help)
	a.completeFrom(cmd, "origin", func(s *heddle.SessionSummary) []string { return []string{s.Origin} })
}

// fromOrigin is what the filter means.
const fromOrigin = "only what comes from this `machine`, as import --origin named it; - is what has no name"

// addActivity adds the bounds of what lists sessions: people mean by a time
// that something happened in a session then.
func (o *filters) addActivity(a *app, cmd *cobra.Command) { o.add(a, cmd, "only sessions active") }

// addActions adds the filters by what a session did.
func (o *filters) addActions(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.edited, "edited", "", "only sessions that edited this `file`: the end of its path, such as src/parser.go, or ./parser.go in this folder; src/ is any file below src")
	f.BoolVar(&o.failed, "failed", false, "only sessions in which a tool call failed, or that end with an error")
	must(cmd.RegisterFlagCompletionFunc("edited", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)))
}

// addSpending adds the bounds of costs.
func (o *filters) addSpending(a *app, cmd *cobra.Command) { o.add(a, cmd, "requests made") }

// addCounting adds the bounds of what is counted by its messages.
func (o *filters) addCounting(a *app, cmd *cobra.Command) { o.add(a, cmd, "messages recorded") }

func (o *filters) add(a *app, cmd *cobra.Command, what string) {
	o.cmd = cmd
	o.bounds = []bound{{flag: "since"}, {flag: "until"}, {flag: "created-since"}, {flag: "created-until"}}
	f := cmd.Flags()
	f.StringVar(&o.bounds[0].value, "since", "", what+" at or after this `time`: 2026-07-01, yesterday, monday, an RFC 3339 time, or an age such as 7d, 12h")
	f.StringVar(&o.bounds[1].value, "until", "", what+" at or before this `time`; a date includes that day")
	f.BoolVar(&o.today, "today", false, what+" today")
	f.BoolVar(&o.yesterday, "yesterday", false, what+" yesterday")
	f.BoolVar(&o.week, "week", false, what+" this week, since Monday")
	f.BoolVar(&o.month, "month", false, what+" this month")
	f.StringVar(&o.bounds[2].value, "created-since", "", "only sessions created at or after this `time`")
	f.StringVar(&o.bounds[3].value, "created-until", "", "only sessions created at or before this `time`")
	timezoneFlag(cmd, &o.timezone)
	f.StringVar(&o.model, "model", "", "only sessions in which this `model` answered")
	f.StringArrayVar(&o.tags, "tag", nil, "only sessions with this `tag` (repeatable: any of the tags)")
	f.StringVar(&o.cwd, "cwd", "", "only sessions that ran in this working `folder`: a path, or the last word of one")
	f.StringVar(&o.under, "under", "", "only sessions that ran in this `folder` or below it")
	for i := range o.bounds {
		complete(cmd, o.bounds[i].flag, ages(o.bounds[i].flag)...)
	}
	a.completeFrom(cmd, "model", func(s *heddle.SessionSummary) []string { return []string{s.Model} })
	must(cmd.RegisterFlagCompletionFunc("tag", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return a.allTags(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}))
	a.completeFrom(cmd, "cwd", func(s *heddle.SessionSummary) []string { return []string{s.Cwd} })
	must(cmd.RegisterFlagCompletionFunc("under", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)))
}

// ages are what completion offers for a bound.
func ages(flag string) []string {
	if strings.HasSuffix(flag, "until") {
		return nil
	}
	return []string{"1d", "7d", "30d", "yesterday", "monday"}
}

// timeFlags are the names of the flags of filters that are about time.
var timeFlags = []string{"since", "until", "today", "yesterday", "week", "month", "created-since", "created-until", "timezone"}

// selectSessions checks the filters that were given and returns what they
// mean. With days, the request's groups are days.
func (a *app) selectSessions(o *filters, now time.Time, days bool) (selection, error) {
	chosen := selection{model: o.model, cwd: wholeFolder(fromHome(o.cwd)), under: wholeFolder(fromHome(o.under)), tags: o.tags, origin: o.origin, edited: fileFromHere(fromHome(o.edited)), failed: o.failed}
	for _, given := range []struct{ flag, value, what string }{{"edited", o.edited, "path"}, {"under", o.under, "path"}, {"origin", o.origin, "name"}} {
		if given.value == "" && o.cmd.Flags().Changed(given.flag) {
			return chosen, misuse("--%s needs a %s", given.flag, given.what)
		}
	}
	if !days && !slices.ContainsFunc(timeFlags, o.cmd.Flags().Changed) {
		return chosen, nil
	}
	loc, err := location(o.timezone, o.cmd.Flags().Changed("timezone"))
	if err != nil {
		return chosen, err
	}
	bounds, err := o.named(now.In(loc))
	if err != nil {
		return chosen, err
	}
	zone := zoneIn(loc)
	for i, at := range []*time.Time{&chosen.since, &chosen.until, &chosen.createdSince, &chosen.createdUntil} {
		b := bounds[i]
		if b.value == "" && !o.cmd.Flags().Changed(b.flag) {
			continue
		}
		naive := false
		if *at, naive, err = b.instant(loc, zone, now); err != nil {
			return chosen, err
		}
		days = days || naive
	}
	a.noteEmptyRange("", chosen.since, chosen.until)
	a.noteEmptyRange("created-", chosen.createdSince, chosen.createdUntil)
	if days {
		chosen.zone = loc
	}
	return chosen, nil
}

// instant returns the time that a bound means: of a date the beginning of its
// day, or the end where the bound is an upper one. naive is whether the zone
// mattered.
func (b *bound) instant(loc *time.Location, zone *session.Zone, now time.Time) (at time.Time, naive bool, err error) {
	text := absolute(dayNamed(b.value, loc, now), now)
	moment, ok := session.ParseMoment(text)
	if !ok {
		return at, false, misuse("--%s %s, not %q", b.flag, takesTime, runewidth.Truncate(b.value, 60, "…"))
	}
	read := zone.Since
	if strings.HasSuffix(b.flag, "until") {
		read = zone.Until
	}
	t, _ := read(text)
	return timeOf(t), moment.Naive, nil
}

// timeOf returns an engine's time as the typed client has it.
func timeOf(t session.Time) time.Time { return time.UnixMilli(int64(t)).UTC() }

func (a *app) noteEmptyRange(kind string, since, until time.Time) {
	if !since.IsZero() && !until.IsZero() && since.After(until) {
		a.note("note: --%ssince is later than --%suntil, so nothing matches\n", kind, kind)
	}
}

// activityHelp explains the bounds of what lists sessions.
const activityHelp = "--since, --until, --today, --yesterday, --week and --month select sessions that were active in that\n" +
	"range, with a record of their own, not one copied from another session; --created-since and --created-until\n" +
	"select sessions by their creation time. Days are those of the system's zone, or of --timezone."

// takesTime describes the value of a bound.
const takesTime = "must be a date (2026-07-01), a time (2026-07-01T09:00:00Z), an age (12h, 7d, 2w), today, yesterday or a weekday (monday: the last one)"

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
func (o *filters) named(now time.Time) ([]bound, error) {
	y, m, d := now.Date()
	day := func(n int) string { return time.Date(y, m, d+n, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) }
	monday := -(int(now.Weekday()) + 6) % 7
	bounds := append([]bound(nil), o.bounds...)
	given := ""
	for _, f := range []string{"since", "until"} {
		if o.cmd.Flags().Changed(f) {
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
			return nil, misuse("--%s and --%s cannot be used together: give one range", given, r.flag)
		}
		given = r.flag
		bounds[0].value, bounds[1].value = r.since, r.until
	}
	return bounds, nil
}

// absolute turns an age such as 2w, 7d, 1d12h or 12h into a time; anything else
// is left for the engine to read.
func absolute(s string, now time.Time) string {
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

// fromHome turns ~ at the start of a folder's name into the home folder of this user.
func fromHome(dir string) string {
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

// wholeFolder returns the names of a folder, each in a line: agents record the one without links,
// and what was recorded before a link was made has the other. A word, which is the end of a path,
// and a name of another system are left alone.
func wholeFolder(dir string) string {
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
