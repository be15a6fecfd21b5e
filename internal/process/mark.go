package process

import (
	"crypto/rand"
	"encoding/hex"
)

// markName is a variable in the environment of an agent. Everything that the agent
// starts inherits it, also what leaves the agent's group; whoever removes it is
// left alone.
const markName = "HEDDLE_LIVE_PROCESS"

// newMark returns a mark that no other process has.
func newMark() string {
	var id [16]byte
	rand.Read(id[:]) // never fails
	return markName + "=" + hex.EncodeToString(id[:])
}
