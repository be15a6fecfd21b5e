package heddle

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/heddle-dev/heddle/bindings"
)

// All iterates over the sessions that List returns. Limit is the number of all sessions; 0 means no
// limit. An error ends the iteration.
func (s *Sessions) All(ctx context.Context, options ...ListOptions) iter.Seq2[*SessionSummary, error] {
	o := firstOf(options)
	if o.Limit == 0 {
		o.Limit = NoLimit
	}
	return func(yield func(*SessionSummary, error) bool) {
		list, err := s.List(ctx, o)
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range list.Items {
			if !yield(&list.Items[i], nil) {
				return
			}
		}
	}
}

// searchPage is the number of matches that Search reads at a time.
const searchPage = 50

// Search iterates over the sessions that match, best first, and reads them page by page. Limit is
// the number of all matches; 0 means no limit. An error ends the iteration.
//
// SearchPage returns one page, with the number of all matches and with diagnostics.
func (s *Sessions) Search(ctx context.Context, text string, options ...SearchOptions) iter.Seq2[*SessionSummary, error] {
	o := firstOf(options)
	left := o.Limit
	if left == 0 {
		left = NoLimit
	}
	return func(yield func(*SessionSummary, error) bool) {
		o, left := o, left
		for left > 0 {
			o.Limit = min(left, searchPage)
			list, err := s.SearchPage(ctx, text, o)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range list.Items {
				if !yield(&list.Items[i], nil) {
					return
				}
			}
			if list.Next == 0 {
				return
			}
			left, o.Offset = left-int64(len(list.Items)), list.Next
		}
	}
}

// SubscribeOptions are the options of Store.Subscribe. The zero value begins at the start of the log.
type SubscribeOptions struct {
	// After is the position after which the subscription begins: 0 is the start of the log, a
	// session's Position its end.
	After int64
	// Poll is the time between two looks for what other processes recorded; 0 means half a second.
	// What this process records is delivered at once.
	Poll time.Duration
}

// Subscribe iterates over the events of a stored session as they are recorded, by this process or
// by others. It waits until the session exists. It ends after a message of type result or error that
// is the last one recorded, when the session is deleted, and when ctx is done (TIMEOUT).
func (s *Store) Subscribe(ctx context.Context, sessionID string, options ...SubscribeOptions) iter.Seq2[*StoreEvent, error] {
	o := firstOf(options)
	return func(yield func(*StoreEvent, error) bool) {
		subscription := bindings.Subscribe(s.h.engine, sessionID, o.After, o.Poll)
		defer subscription.Close()
		for {
			event, err := subscription.Next(ctx)
			if errors.Is(err, ErrComplete) {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(&StoreEvent{Seq: event.Seq, ID: event.ID, Time: event.Time, Kind: event.Kind, Payload: event.Payload}, nil) {
				return
			}
		}
	}
}

// ResolveUnifiedID is IDs.ResolveUnifiedID, where the specification has it.
func (s *Sessions) ResolveUnifiedID(ctx context.Context, agent Agent, nativeSessionID string) (string, error) {
	return s.h.IDs.ResolveUnifiedID(ctx, agent, nativeSessionID)
}

// ResolveNativeID is IDs.ResolveNativeID, where the specification has it.
func (s *Sessions) ResolveNativeID(ctx context.Context, unifiedID string) (*NativeID, error) {
	return s.h.IDs.ResolveNativeID(ctx, unifiedID)
}
