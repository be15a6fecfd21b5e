package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

// maxTagChanges limits one change of tags.
const maxTagChanges = 100

// Tag changes the tags of a session that the store keeps. A copy in the store has the tags of its
// original.
func (c *Catalog) Tag(req session.TagRequest) (*session.SessionTags, error) {
	agent, id, err := c.resolveTarget(req.Agent, req.SessionID, req.UnifiedID, req.Ref)
	if err == nil {
		err = checkTags(req)
	}
	if err != nil {
		return nil, err
	}
	a, err := findAdapter(agent)
	if err != nil {
		return nil, err
	}
	if err := c.loadImport(agent, id); err != nil {
		return nil, err
	}
	_, _, missing := c.locateSession(a, c.env(agent, false), id, false)
	if missing != nil && (len(req.Add) > 0 || fault.CodeOf(missing) != fault.SessionNotFound) {
		return nil, missing
	}
	original := c.imports.Annotate(agent, id)
	out := &session.SessionTags{UnifiedID: session.UnifiedID(original.Agent, original.SessionID)}
	s, done, err := heddle.OpenStore(c.host, true)
	if f := fault.From(err); err != nil && f.Code == fault.PermissionDenied { // hosts say so where no store is granted
		return nil, fault.New(fault.Unsupported, "there is no store that can keep tags: "+f.Message).At(f.Path, 0, 0).WithHint(f.Hint)
	}
	if err != nil {
		return nil, err
	}
	if missing != nil { // the tags of a session that is gone can be removed
		err = s.Tags(func(unified string, _ []string) {
			if unified == out.UnifiedID {
				missing = nil
			}
		})
	}
	if err == nil {
		err = missing
	}
	if err == nil {
		out.Tags, err = s.Tag(out.UnifiedID, req.Add, req.Remove, store.Request{Expect: store.AnyPosition})
	}
	if closeErr := done(); err == nil {
		err = closeErr
	}
	return out, err
}

// checkTags refuses a change of tags that cannot be stored, or has no meaning.
func checkTags(req session.TagRequest) error {
	if n := len(req.Add) + len(req.Remove); n == 0 || n > maxTagChanges {
		return fault.New(fault.InvalidArgument, "give 1 to 100 tags to add or to remove")
	}
	for _, list := range [][]string{req.Add, req.Remove} {
		for _, t := range list {
			if !text.IsName(t) {
				return fault.New(fault.InvalidArgument, "a tag is text of 1 to 128 bytes, without control characters and without blanks at its ends")
			}
		}
	}
	for _, t := range req.Add {
		for _, gone := range req.Remove {
			if t == gone {
				return fault.New(fault.InvalidArgument, "the same tag is to be added and to be removed")
			}
		}
	}
	return nil
}

// Tags lists all tags and how many sessions have each.
func (c *Catalog) Tags(session.TagsRequest) ([]session.TagCount, error) {
	var err error
	if c.runs, err = usage.LoadRunIndex(c.env("", false)); err != nil {
		return nil, err
	}
	found := &c.discoverAgents([]adapter.Adapter{heddle.New()}, false)[0]
	if found.err != nil {
		return nil, found.err
	}
	found.flushDiagnostics(c.env(heddle.Name, false))
	c.loadImports(found.ix, nil)
	c.imports.EachRecordingTags(func(unified string, tags []string) {
		c.runs.AddTags(map[string][]string{unified: tags})
	})
	counts := map[string]int64{}
	for _, tags := range c.runs.AllTags() {
		for _, t := range tags {
			counts[t]++
		}
	}
	out := make([]session.TagCount, 0, len(counts))
	for t, n := range counts {
		out = append(out, session.TagCount{Tag: t, SessionCount: n})
	}
	order.SortStable(out, func(i, j int) bool { return out[i].Tag < out[j].Tag })
	return out, nil
}
