// Package reader has the script that shows a session in a page, as js/src/reader makes it.
package reader

import (
	_ "embed"
	"strings"
)

// Script is the reader.
//
//go:embed reader.js
var Script string

//go:embed reader.sha256
var hash string

// Hash returns the SHA-256 of Script in base64, as a policy of a page names it.
func Hash() string { return strings.TrimSuffix(hash, "\n") }
