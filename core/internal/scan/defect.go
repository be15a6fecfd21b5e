package scan

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// Reason is a stable short word for what is wrong with some bytes. Reasons
// appear in reports and are never renamed.
type Reason string

// The reasons.
const (
	Truncated   Reason = "truncated"     // the bytes end inside a value
	Syntax      Reason = "syntax"        // a byte that cannot be there
	Glued       Reason = "glued"         // another object follows the value
	NUL         Reason = "nul"           // a NUL byte outside a string
	Depth       Reason = "depth"         // nested deeper than MaxDepth
	LineTooLong Reason = "line-too-long" // longer than MaxLineBytes
	Sparse      Reason = "sparse"        // more NUL bytes than MaxNulBytes allows: a hole, left out
	NotObject   Reason = "not-object"    // valid, but a record must be an object
	UTF8        Reason = "utf8"          // text that is not Unicode: see BadUnicode; no Defect has it
)

// FaultCode returns the error code of r: LimitExceeded for the limits, ParseError
// for the rest.
func (r Reason) FaultCode() fault.Code {
	if r == Depth || r == LineTooLong || r == Sparse {
		return fault.LimitExceeded
	}
	return fault.ParseError
}

// Defect says where bytes stop being the JSON that was asked for. It matches
// its Reason's Code with errors.Is.
type Defect struct {
	Offset int // bytes from the start of the scanned slice; its length when Truncated
	Reason Reason
}

// Error renders "truncated at byte 12".
func (d *Defect) Error() string {
	return string(d.Reason) + " at byte " + text.FormatInt(int64(d.Offset))
}

// Is reports whether target is the code of d's reason.
func (d *Defect) Is(target error) bool {
	c, ok := target.(fault.Code)
	return ok && c == d.Reason.FaultCode()
}

// defectAt names the defect at b[i], where a scanner stopped.
func defectAt(b []byte, i int, s state) *Defect {
	switch {
	case s == tooDeep:
		return &Defect{Offset: i, Reason: Depth}
	case i >= len(b):
		return &Defect{Offset: len(b), Reason: Truncated}
	case b[i] == 0:
		return &Defect{Offset: i, Reason: NUL}
	}
	return &Defect{Offset: i, Reason: Syntax}
}

// checkTrailing checks that only white space follows a value that ends at end.
func checkTrailing(b []byte, end int) error {
	i, c := nextByte(b, end)
	if i == len(b) {
		return nil
	}
	d := defectAt(b, i, bad)
	if c == '{' {
		d.Reason = Glued
	}
	return d
}
