package omp

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
)

// Walk implements adapter.Adapter.
func (agent) Walk(env *adapter.Env, _ *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	if ref.Subagent && (want.Prompts || want.Text) {
		// Its file is called what the agent called it.
		stem := strings.TrimSuffix(ref.Path[strings.LastIndexByte(ref.Path, '/')+1:], jsonltree.Ext)
		if err := out.Record(&adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{AgentTitle: stem}}); err != nil {
			return err
		}
	}
	return jsonltree.Read(env, jsonltree.Options{Ref: ref, Want: want, Child: ref.Subagent}, out)
}
