package heddle

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// Tags are the tags that the store keeps of sessions, by unified id, sorted. Nil has none.
type Tags map[string][]string

// TagsIn returns the tags that an index of this adapter has found; nil is no index.
func TagsIn(ix *adapter.Index) Tags {
	if ix == nil {
		return nil
	}
	if s, ok := ix.Side.(*side); ok {
		return s.tags
	}
	return nil
}

func readTags(s *store.Store) (out Tags, err error) {
	err = s.Tags(func(unified string, tags []string) {
		if out == nil {
			out = Tags{}
		}
		out[unified] = tags
	})
	return out, err
}
