package cli

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/core/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// filters are the flags that list, search and cost report share.
type filters struct {
	since, until, model, cwd string
	tags                     []string
}

func (o *filters) add(a *app, cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.since, "since", "", "created at or after this `time`: 2026-07-01, an RFC 3339 time, or an age such as 7d, 12h")
	f.StringVar(&o.until, "until", "", "created at or before this `time`; a date means the end of that day (UTC)")
	f.StringVar(&o.model, "model", "", "only sessions in which this `model` answered")
	f.StringArrayVar(&o.tags, "tag", nil, "only sessions with this `tag` (repeatable: any of them)")
	f.StringVar(&o.cwd, "cwd", "", "only sessions that ran in this working `folder`")
	complete(cmd, "since", "1d", "7d", "30d")
	complete(cmd, "until")
	a.completeFrom(cmd, "model", func(s *listed) []string { return []string{s.Model} })
	a.completeFrom(cmd, "tag", func(s *listed) []string { return s.Tags })
	a.completeFrom(cmd, "cwd", func(s *listed) []string { return []string{s.Cwd} })
}

// filter checks the filters that were given and writes them into a request.
func (a *app) filter(o *filters, req map[string]any, now time.Time) error {
	var bounds [2]session.Time
	for i, f := range []struct{ name, value string }{{"since", o.since}, {"until", o.until}} {
		if f.value == "" {
			continue
		}
		at := absolute(f.value, now)
		t, _, ok := session.ParseTime(at)
		if !ok {
			return misuse("--%s takes a date (2026-07-01), a time (2026-07-01T09:00:00Z) or an age (12h, 7d, 2w), not %q", f.name, f.value)
		}
		bounds[i], req[f.name] = t, at
	}
	if len(o.until) == len("2006-01-02") {
		bounds[1] += 24*60*60*1000 - 1
	}
	if o.since != "" && o.until != "" && bounds[0] > bounds[1] {
		a.note("note: --since is later than --until: nothing can match\n")
	}
	put(req, "model", o.model)
	put(req, "cwd", fromHere(o.cwd))
	if len(o.tags) > 0 {
		req["tags"] = o.tags
	}
	return nil
}

// absolute turns an age such as 2w, 7d or 12h into a time; anything else is
// left for the engine to read.
func absolute(s string, now time.Time) string {
	const form = "2006-01-02T15:04:05.000Z"
	for unit, days := range map[string]float64{"d": 1, "w": 7} {
		number, ok := strings.CutSuffix(s, unit)
		if n, err := strconv.ParseFloat(number, 64); ok && err == nil && n >= 0 && n*days <= 100*365 {
			return now.Add(-time.Duration(n * days * float64(24*time.Hour))).UTC().Format(form)
		}
	}
	if age, err := time.ParseDuration(s); err == nil && age >= 0 {
		return now.Add(-age).UTC().Format(form)
	}
	return s
}

// fromHere turns . and .. at the start of a folder's name into the folder that
// they mean here; agents record whole names. Other names are left alone: they
// may be another system's.
func fromHere(dir string) string {
	first, _, _ := strings.Cut(filepath.ToSlash(dir), "/")
	if first != "." && first != ".." {
		return dir
	}
	if whole, err := filepath.Abs(dir); err == nil {
		return whole
	}
	return dir
}

// put sets a member that was given.
func put(req map[string]any, key, value string) {
	if value != "" {
		req[key] = value
	}
}

// agentNames lists the agents.
func agentNames() []string {
	var names []string
	for _, a := range catalog.Adapters() {
		names = append(names, a.Name())
	}
	return names
}
