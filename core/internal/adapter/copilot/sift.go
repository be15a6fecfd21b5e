package copilot

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// Sift implements adapter.Sifter. All visible text is in the one file, but
// for a name, which is in the workspace.yaml beside it.
func (reader) Sift(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, look func(raw []byte) bool) error {
	if ref.Path == storePath {
		return siftStored(env, ix, ref.ID, look)
	}
	if folder, ok := strings.CutSuffix(ref.Path, eventsFile); ok {
		b, err := adapter.ReadFile(env, folder+workspaceFile, MaxWorkspaceBytes)
		if fault.CodeOf(err) == fault.Timeout {
			return err
		}
		var f adapter.Facts
		readWorkspace(b, &f) // decoded: its texts may be quoted or folded
		if name := f.UserTitle + f.AgentTitle; name != "" && !look(session.TextJSON(name)) {
			return nil
		}
	}
	if strings.HasSuffix(ref.Path, extDocument) {
		b, err := adapter.ReadFile(env, ref.Path, MaxDocumentBytes)
		if err == nil {
			look(b)
		}
		return err
	}
	return adapter.SiftFile(env, ref.Path, ref.Size, look)
}
