package store

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/session"
)

// Share makes a share of a session, in place of an active one. An empty
// shareID draws one.
func (s *Store) Share(id, shareID string, req Request) (*session.StoredShare, error) {
	if shareID != "" {
		if err := CheckID("share", shareID); err != nil {
			return nil, err
		}
	}
	return result(shareOf(s.Change(id, req, func(st *State, edge Edge) (Plan, error) {
		if !st.Exists() {
			return Plan{}, NotFound(id)
		}
		name := shareID
		if name == "" {
			name = "share_" + UUID(edge.ID)
		}
		m := canon.Object(nil)
		m.Str("shareId", name)
		return one(kindShared, m.End()), nil
	})))
}

// GetShare returns a session's share at a position (0: now), be it active or
// revoked; nil when there never was one.
func (s *Store) GetShare(id string, at int64) (*session.StoredShare, error) {
	return shareOf(s.Look(id, at))
}

func shareOf(st *State, err error) (*session.StoredShare, error) {
	if err != nil || st.share == nil {
		return nil, err
	}
	out := *st.share
	return &out, nil
}

// Unshare revokes the active share; when there is none, nothing changes.
func (s *Store) Unshare(id string, req Request) error {
	_, err := s.Change(id, req, func(st *State, _ Edge) (Plan, error) {
		if !st.Exists() {
			return Plan{}, NotFound(id)
		}
		if st.share == nil || st.share.Status != session.ShareStatusActive {
			return Plan{}, nil
		}
		return one(kindUnshared, nil), nil
	})
	return err
}
