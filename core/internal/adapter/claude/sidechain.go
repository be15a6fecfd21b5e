package claude

import (
	"errors"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

var sidechainPaths = scan.CompilePaths("type", "isSidechain")

// errMainLine ends the look for a line that is no subagent's.
var errMainLine = errors.New("a line of the session's own")

// hasOnlySidechain reports whether all messages of a file are a subagent's: there is no
// session around them then, and they are what the file shows. It is asked where the first
// line is one of them.
func (w *walk) hasOnlySidechain() (bool, error) {
	env := *w.env
	env.Cache, env.Long = nil, nil
	err := adapter.EachObject(&env, &adapter.DefectLog{}, w.ref.Path, w.ref.Size, sidechainPaths, func(_ scan.Record, v []scan.Value) error {
		if typ := string(stringBytes(v[0])); (typ == "user" || typ == "assistant") && !v[1].Bool() {
			return errMainLine
		}
		return nil
	})
	if err == errMainLine {
		return false, nil
	}
	return err == nil, err
}
