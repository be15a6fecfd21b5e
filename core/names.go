package core

import (
	"slices"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// AgentNames lists the agents that the engine reads, in the order of agents.list.
func AgentNames() []string {
	var names []string
	for _, a := range catalog.Adapters() {
		names = append(names, a.Name())
	}
	return names
}

// MessageTypes lists the types that a stored message may have.
func MessageTypes() []string { return slices.Clone(normalize.MessageTypes) }

// SkipCode returns the error code of the reason for which a record was skipped:
// LIMIT_EXCEEDED for limits, PARSE_ERROR for all others.
func SkipCode(reason string) fault.Code { return scan.Reason(reason).FaultCode() }

// IsHidden reports whether a character steers a terminal, reorders the text around it or shows
// nothing where a reader expects a character. Texts of sessions may hold any.
func IsHidden(r rune) bool { return text.Hidden(r) }

// IsHiddenAt reports whether the character at byte i of s is hidden. A joiner between two
// characters of a script that uses joiners, or between two emoji, is not.
func IsHiddenAt(s string, i int) bool { return text.HiddenAt(s, i) }
