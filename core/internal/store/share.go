package store

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/session"
)

// Share creates a share of a session and replaces an active one. An empty
// shareID generates one.
func (s *Store) Share(id, shareID string, req Request) (*session.StoredShare, error) {
	if shareID != "" {
		if err := checkID("share", shareID); err != nil {
			return nil, err
		}
	}
	return requireResult(shareOf(s.changeSession(id, req, func(st *State, edge stamp) (changePlan, error) {
		if !st.isComplete() {
			return changePlan{}, sessionNotFound(id)
		}
		name := shareID
		if name == "" {
			name = "share_" + UUID(edge.id)
		}
		m := canon.Object(nil)
		m.Str("shareId", name)
		return singleEvent(kindShared, m.End()), nil
	})))
}

// GetShare returns a session's share at a position (0: now), active or
// revoked; nil when it was never shared.
func (s *Store) GetShare(id string, at int64) (*session.StoredShare, error) {
	return shareOf(s.findSession(id, at))
}

func shareOf(st *State, err error) (*session.StoredShare, error) {
	if err != nil || st.share == nil {
		return nil, err
	}
	out := *st.share
	return &out, nil
}

// Unshare revokes the active share; without an active share nothing changes.
func (s *Store) Unshare(id string, req Request) error {
	_, err := s.changeSession(id, req, func(st *State, _ stamp) (changePlan, error) {
		if !st.isComplete() {
			return changePlan{}, sessionNotFound(id)
		}
		if st.share == nil || st.share.Status != session.ShareStatusActive {
			return changePlan{}, nil
		}
		return singleEvent(kindUnshared, nil), nil
	})
	return err
}
