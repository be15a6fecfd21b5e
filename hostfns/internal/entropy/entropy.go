// Package entropy draws ids from the system's random source.
package entropy

import (
	"github.com/google/uuid"

	"github.com/heddle-dev/heddle/core/host"
)

// System draws random UUIDs of version 7. Ids drawn by one process never
// decrease.
type System struct{}

var _ host.Entropy = System{}

// ID implements host.Entropy. It panics when the system has no randomness
// left to give, which no supported system does.
func (System) ID() [16]byte { return uuid.Must(uuid.NewV7()) }
