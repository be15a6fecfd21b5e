package sessions

import (
	"errors"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// StoredNaming is how a command of the store reads the id of its session.
type StoredNaming int

const (
	// anyPart: the session exists, and the beginning of its id names it.
	AnyPart StoredNaming = iota
	// wholeID: the session may be created or deleted, so that a part of an id
	// must not stand for another session; last and last-N do.
	WholeID
	// newID: the session may not exist; every word is an id.
	NewID
)

// WithStored runs a command on the session of the store that its first word
// names: an id, heddle:id, the beginning of either, last or last-N.
func WithStored(a *app.App, words []string, naming StoredNaming, do func(words []string) error) error {
	if len(words) == 0 || naming == NewID {
		return do(words)
	}
	name := Name{app.StoreAgent, strings.TrimPrefix(words[0], app.StoreAgent+":"), words[0]}
	named := append([]string{name.id}, words[1:]...)
	_, isPlace := name.Back()
	var missing error
	if !isPlace {
		missing = do(named)
		if naming == WholeID || fault.CodeOf(missing) != fault.SessionNotFound {
			return missing
		}
	}
	var found heddle.SessionSummary
	err := a.WithClient(func(c *app.Client) (err error) {
		f := &Finder{Ctx: a.Ctx, H: c.Heddle, Name: name}
		f.List = f.listStored
		found, err = f.Result(missing)
		return err
	})
	if err != nil {
		return err
	}
	named[0] = found.SessionID
	return do(named)
}

// listStored lists sessions of the store like f.listed.
func (f *Finder) listStored(o heddle.ListOptions) []heddle.SessionSummary {
	list, err := f.H.Store.List(f.Ctx)
	if f.err == nil {
		f.err = err
	}
	var out []heddle.SessionSummary
	for _, s := range app.ItemsOf(list) {
		if strings.HasPrefix(s.SessionID, o.IDPrefix) && (o.Limit < 0 || int64(len(out)) < o.Limit) {
			out = append(out, heddle.SessionSummary{SessionID: s.SessionID, UnifiedID: app.StoreAgent + ":" + s.SessionID,
				UpdatedAt: s.UpdatedAt, Title: terminal.Messages(s.MessageCount)})
		}
	}
	return out
}

// CompleteResume replaces the name of the session to resume by its complete id.
// Where no session has it the agent decides, which may know more sessions.
func CompleteResume(a *app.App, o *heddle.AgentOptions) error {
	if o.Resume == "" {
		return nil
	}
	name, err := ReadName([]string{o.Resume})
	if err != nil {
		return err
	}
	agents := core.AgentNames()
	if name.Agent == "" && slices.Contains(agents, string(o.Agent)) {
		name.Agent = string(o.Agent)
	}
	if name.Agent == "" && o.Agent != heddle.AutoAgent || name.Agent != "" && !slices.Contains(agents, name.Agent) {
		return nil // of an agent whose sessions cannot be listed
	}
	ref, err := findSession(a.Ctx, a, o.Client, name, nil)
	_, isPlace := name.Back()
	switch {
	case err == nil && name.Agent == string(o.Agent):
		o.Resume = strings.TrimPrefix(string(ref), name.Agent+":")
	case err == nil:
		o.Resume = string(ref)
	case isPlace || errors.As(err, new(usage.Error)):
		return err
	}
	return nil
}
