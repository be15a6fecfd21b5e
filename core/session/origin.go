package session

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// CheckOrigin refuses a name that no machine can have as the origin of sessions; an empty one names none.
func CheckOrigin(name string) error {
	if name != "" && !text.IsMachine(name) {
		return fault.New(fault.InvalidArgument, "an origin is text of 1 to 128 bytes, without control characters and without blanks at its ends, but not -")
	}
	return nil
}
