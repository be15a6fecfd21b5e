package cli

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/core/catalog"
)

// filters are the flags that list, search and cost report share.
type filters struct {
	since, until, model, cwd string
	tags                     []string
}

func (o *filters) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.since, "since", "", "created at or after: 2026-07-01, an RFC 3339 time, or an age such as 7d, 12h")
	f.StringVar(&o.until, "until", "", "created at or before; a date means the end of that day (UTC)")
	f.StringVar(&o.model, "model", "", "only sessions in which this model answered")
	f.StringArrayVar(&o.tags, "tag", nil, "only sessions with this tag (repeatable: any of them)")
	f.StringVar(&o.cwd, "cwd", "", "only sessions that ran in this working directory")
}

// into writes the filters that were given into a request.
func (o *filters) into(req map[string]any, now time.Time) {
	put(req, "since", absolute(o.since, now))
	put(req, "until", absolute(o.until, now))
	put(req, "model", o.model)
	put(req, "cwd", o.cwd)
	if len(o.tags) > 0 {
		req["tags"] = o.tags
	}
}

// put sets a member that was given.
func put(req map[string]any, key, value string) {
	if value != "" {
		req[key] = value
	}
}

// agentNames lists the agents for completion.
func agentNames() []string {
	var names []string
	for _, a := range catalog.Adapters() {
		names = append(names, a.Name())
	}
	return names
}
