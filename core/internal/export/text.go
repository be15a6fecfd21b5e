package export

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// plainText returns the text of a JSON string; ok is false for other values.
func plainText(v session.JSON) (string, bool) {
	p, err := scan.Parse(v)
	if err != nil || p.Kind() != scan.String {
		return "", false
	}
	return p.String(), true
}
