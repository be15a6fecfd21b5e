package heddle

import (
	"context"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/rpc"
)

// StoreErased says what Store.Erase did.
type StoreErased struct {
	Sessions int64 `json:"sessions"`
	Events   int64 `json:"events"` // of these sessions
	// Forks are the sessions that shared messages of them, and have lost these.
	Forks []string `json:"forks"`
	// Copies are the sessions that began as forks of them and have their messages themselves: erase them too
	// where the texts must not remain.
	Copies []string `json:"copies"`
}

// Erase removes sessions, also those that were deleted, with everything that was recorded of them. No file of
// the store has a byte of it afterwards, and every store that pulls from this one erases it too. Forks show
// {"type":"erased"} in place of the messages that they share. What was interrupted is continued by calling it
// again. It needs the native engine.
func (s *Store) Erase(ctx context.Context, ids ...string) (out *StoreErased, err error) {
	err = s.direct(ctx, rpc.OpStoreDelete, func(e *core.Engine) error {
		erased, err := core.EraseInStore(e, ids)
		if err == nil {
			out = &StoreErased{Sessions: erased.Sessions, Events: erased.Events, Forks: append([]string{}, erased.Forks...), Copies: append([]string{}, erased.Copies...)}
		}
		return err
	})
	return out, err
}
