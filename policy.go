package heddle

import (
	"context"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
)

// StorePolicy is what a store demands of all that is written to it, by whichever program.
type StorePolicy struct {
	// Redact keeps secrets, home folders and e-mail addresses out of the store: imports, recorded
	// messages and all other texts are redacted before they are written, and Pull refuses what is not.
	Redact bool `json:"redact"`
}

// Policy returns the store's policy. It needs the native engine; all engines obey the policy.
func (s *Store) Policy(ctx context.Context) (p StorePolicy, err error) {
	err = s.direct(ctx, rpc.OpStoreGet, func(e *core.Engine) error {
		policy, err := core.PolicyOfStore(e)
		p = StorePolicy(policy)
		return err
	})
	return p, err
}

// SetPolicy sets the store's policy for all programs. What the store has remains as it is. Programs of
// versions that know no policies refuse a store that has one.
func (s *Store) SetPolicy(ctx context.Context, p StorePolicy) error {
	return s.direct(ctx, rpc.OpStoreUpdate, func(e *core.Engine) error {
		return core.SetPolicyOfStore(e, core.StorePolicy(p))
	})
}

// direct calls fn with the native engine. op says whether it reads or writes.
func (s *Store) direct(ctx context.Context, op rpc.Op, fn func(*core.Engine) error) error {
	engine, ok := s.h.engine.(direct)
	if !ok {
		return fault.New(fault.Unsupported, "a sandbox cannot do this").WithOp(op.String()).WithHint("use the native engine")
	}
	_, err := engine.Do(ctx, op, fn)
	if err != nil {
		return withContext(ctx, err)
	}
	return nil
}
