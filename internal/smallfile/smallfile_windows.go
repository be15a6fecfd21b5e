package smallfile

import "os"

// Windows has no such flags: pipes and devices are not in folders, and the check
// of the file's kind is enough.
const (
	waitsForNobody = 0
	followsNoLink  = 0
)

// Mistrust trusts: the folders of a user's data are that user's only, by what they
// inherit.
func Mistrust(os.FileInfo) string { return "" }
