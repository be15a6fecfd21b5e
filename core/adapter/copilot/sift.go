package copilot

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/scan"
)

// siftBytes is how much of a file is shown at once, unless a line is longer.
const siftBytes = 1 << 20

// Sift implements adapter.Sifter. All visible text stands in the one file, but
// for a name, which stands in the workspace.yaml beside it.
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
		if name := f.UserTitle + f.AgentTitle; name != "" && !look([]byte(name)) {
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
	buf := make([]byte, min(siftBytes, max(ref.Size, 1)))
	have := 0
	for off := int64(0); ; {
		n, err := env.Host.Files.ReadAt(ref.Path, buf[have:], off)
		if err != nil {
			return err
		}
		off += int64(n)
		have += n
		if have < len(buf) || off >= ref.Size { // the file ends here
			if have > 0 {
				look(buf[:have])
			}
			return nil
		}
		cut := bytes.LastIndexByte(buf[:have], '\n') + 1
		if cut == 0 && len(buf) < scan.MaxLineBytes {
			buf = append(buf, make([]byte, len(buf))...)
			continue
		}
		if cut == 0 { // longer than any record that is read
			cut = have
		}
		if !look(buf[:cut]) {
			return nil
		}
		have = copy(buf, buf[cut:have])
	}
}
