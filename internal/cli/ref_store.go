package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
)

// storedNaming is how a command of the store reads the id of its session.
type storedNaming int

const (
	// anyPart: the session exists, and the beginning of its id names it.
	anyPart storedNaming = iota
	// wholeID: the session may be created or deleted, so that a part of an id
	// must not stand for another session; last and last-N do.
	wholeID
	// newID: the session may not exist; every word is an id.
	newID
)

// withStored runs a command on the session of the store that its first word
// names: an id, heddle:id, the beginning of either, last or last-N.
func (a *app) withStored(words []string, naming storedNaming, do func(words []string) error) error {
	if len(words) == 0 || naming == newID {
		return do(words)
	}
	name := sessionName{storeAgent, strings.TrimPrefix(words[0], storeAgent+":"), words[0]}
	named := append([]string{name.id}, words[1:]...)
	_, isPlace := name.back()
	var missing error
	if !isPlace {
		missing = do(named)
		if naming == wholeID || fault.CodeOf(missing) != fault.SessionNotFound {
			return missing
		}
	}
	var found heddle.SessionSummary
	err := a.withClient(func(c *client) (err error) {
		f := &finder{ctx: a.ctx, h: c.Heddle, name: name}
		f.list = f.listStored
		found, err = f.result(missing)
		return err
	})
	if err != nil {
		return err
	}
	named[0] = found.SessionID
	return do(named)
}

// listStored lists sessions of the store like f.listed.
func (f *finder) listStored(o heddle.ListOptions) []heddle.SessionSummary {
	list, err := f.h.Store.List(f.ctx)
	if f.err == nil {
		f.err = err
	}
	var out []heddle.SessionSummary
	for _, s := range itemsOf(list) {
		if strings.HasPrefix(s.SessionID, o.IDPrefix) && (o.Limit < 0 || int64(len(out)) < o.Limit) {
			out = append(out, heddle.SessionSummary{SessionID: s.SessionID, UnifiedID: storeAgent + ":" + s.SessionID,
				UpdatedAt: s.UpdatedAt, Title: messages(s.MessageCount)})
		}
	}
	return out
}

// completeResume replaces the name of the session to resume by its complete id.
// Where no session has it the agent decides, which may know more sessions.
func (a *app) completeResume(o *heddle.AgentOptions) error {
	if o.Resume == "" {
		return nil
	}
	name, err := readName([]string{o.Resume})
	if err != nil {
		return err
	}
	agents := core.AgentNames()
	if name.agent == "" && slices.Contains(agents, string(o.Agent)) {
		name.agent = string(o.Agent)
	}
	if name.agent == "" && o.Agent != heddle.AutoAgent || name.agent != "" && !slices.Contains(agents, name.agent) {
		return nil // of an agent whose sessions cannot be listed
	}
	ref, err := a.findSession(a.ctx, o.Client, name, nil)
	_, isPlace := name.back()
	switch {
	case err == nil && name.agent == string(o.Agent):
		o.Resume = strings.TrimPrefix(string(ref), name.agent+":")
	case err == nil:
		o.Resume = string(ref)
	case isPlace || errors.As(err, new(usageError)):
		return err
	}
	return nil
}
