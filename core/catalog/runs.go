package catalog

import (
	"github.com/heddle-dev/heddle/core/order"

	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/scan"
)

// runIndexPath is where agent-mux logs its runs: lines with runId, agent,
// sessionId, model, costs, tags and timestamp (spec/session-manager.md 6.4).
const runIndexPath = "home-files/.agent-mux/run-index.jsonl"

// runIndexLimit bounds the run index in bytes.
const runIndexLimit = 256 << 20

// runIndex holds what the run index says of sessions.
type runIndex struct {
	loaded bool
	tags   map[string][]string // by unified id, sorted
}

var runPaths = scan.Compile("agent", "sessionId", "tags")

// loadRuns reads the run index once. That there is none is normal; a damaged
// one is a diagnostic.
func (c *Catalog) loadRuns() error {
	if c.runs.loaded {
		return nil
	}
	c.runs.loaded = true
	info, err := c.host.Files.Stat(runIndexPath)
	if err != nil || info.Size == 0 {
		return nil
	}
	if info.Size > runIndexLimit {
		c.diagnose(fault.DiagnosticOf("", fault.New(fault.LimitExceeded, "the run index is larger than 256 MiB; tags are unknown").At(runIndexPath, 0, 0)))
		return nil
	}
	tags := map[string]map[string]bool{}
	env := c.env("", false)
	err = adapter.EachObject(env, runIndexPath, info.Size, runPaths, func(_ scan.Record, v []scan.Value) error {
		id := v[0].String() + ":" + v[1].String()
		v[2].Each(func(_ int, t scan.Value) bool {
			if t.Kind() == scan.String {
				if tags[id] == nil {
					tags[id] = map[string]bool{}
				}
				tags[id][t.String()] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		if fault.CodeOf(err) == fault.Timeout {
			return err
		}
		c.diagnose(fault.DiagnosticOf("", err))
	}
	c.runs.tags = map[string][]string{}
	for id, set := range tags {
		list := make([]string, 0, len(set))
		for t := range set {
			list = append(list, t)
		}
		order.Strings(list)
		c.runs.tags[id] = list
	}
	return nil
}

// runTags returns the tags of a session's runs.
func (c *Catalog) runTags(agent, id string) []string { return c.runs.tags[agent+":"+id] }
