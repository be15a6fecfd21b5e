package adapter

import "github.com/heddle-dev/heddle/core/internal/scan"

// SoleText returns the text of a message whose content is one block of text,
// written as agents do that have their blocks from the model's interface; it
// does not exist for any other content.
func SoleText(content scan.Value) scan.Value {
	return content.StringBetween(`[{"type":"text","text":`, `}]`)
}
