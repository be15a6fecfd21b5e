package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/replica"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// What brings one store up to date with another needs two hosts, so that it is no
// operation: a module has one host. Native programs call PullStore.

// PullOptions says how a store is brought up to date.
type PullOptions = replica.Options

// PullKnown is which streams of two stores are known to be the same.
type PullKnown = replica.Known

// PullReport says what was copied.
type PullReport = replica.Report

// PullDivergence is a session that grew differently in both stores.
type PullDivergence = replica.Divergence

// PullListed is a session that a dry run would give events to.
type PullListed = replica.Listed

// PullProblem is something that could not be copied.
type PullProblem = replica.Problem

// PullSourcePath is the path of the store that is read in the errors of PullStore.
const PullSourcePath = "from/" + StorePath

// PullStore brings the store of into up to date with that of from, which is only
// read. The report counts what is stored, also after an error.
func PullStore(from, into *Engine, o PullOptions) (report PullReport, err error) {
	o.SourcePath = PullSourcePath
	opened := false
	err = from.withStore(false, func(source *store.Store) error {
		opened = true
		return into.withStore(true, func(target *store.Store) error {
			report, err = replica.Pull(source, target, o)
			return err
		})
	})
	if e := fault.From(err); err != nil && !opened && e.Path != "" {
		e.Path, err = PullSourcePath, e
	}
	return report, err
}

// StorePolicy is what a store demands of all that is written to it.
type StorePolicy = host.Policy

// PolicyOfStore returns the policy of the engine's store.
func PolicyOfStore(e *Engine) (StorePolicy, error) { return readStore(e, (*store.Store).Policy) }

// SetPolicyOfStore sets it. What the store has remains as it is.
func SetPolicyOfStore(e *Engine, p StorePolicy) error {
	return e.withStore(true, func(s *store.Store) error { return s.SetPolicy(p) })
}

// StoreErased says what EraseInStore did.
type StoreErased = store.Erased

// EraseInStore removes sessions of the engine's store with everything that was recorded of them.
func EraseInStore(e *Engine, ids []string) (*StoreErased, error) {
	return writeStore(e, func(s *store.Store) (*StoreErased, error) { return s.Erase(ids...) })
}
