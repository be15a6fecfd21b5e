package pi

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
)

// Walk implements adapter.Adapter.
func (agent) Walk(env *adapter.Env, _ *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	return jsonltree.Read(env, jsonltree.Options{Ref: ref, Want: want}, out)
}
