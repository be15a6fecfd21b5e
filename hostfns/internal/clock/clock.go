// Package clock is the system's wall clock as a host.Clock.
package clock

import (
	"time"

	"github.com/heddle-dev/heddle/core/host"
)

// System returns the system time.
type System struct{}

var _ host.Clock = System{}

// Now implements host.Clock: milliseconds since the Unix epoch, UTC.
func (System) Now() int64 { return time.Now().UnixMilli() }
