// Package fault holds Heddle's one error type, its stable codes and the
// diagnostics that accompany a partial result. Codes are the same strings in
// Go, over the wasm ABI, in JavaScript, in Python and in the exit status
// of the command line.
package fault

import "github.com/heddle-dev/heddle/core/internal/text"

// Code is a stable, machine-readable error code. A Code is itself an error,
// so errors.Is(err, fault.SessionNotFound) works on any wrapped *Error.
type Code string

// The complete list of codes. Codes are never renamed; new ones are appended.
const (
	AgentNotFound       Code = "AGENT_NOT_FOUND"
	SessionNotFound     Code = "SESSION_NOT_FOUND"
	ThreadNotFound      Code = "THREAD_NOT_FOUND"
	MessageNotFound     Code = "MESSAGE_NOT_FOUND"
	ParseError          Code = "PARSE_ERROR"
	InvalidArgument     Code = "INVALID_ARGUMENT"
	InvalidSelector     Code = "INVALID_SELECTOR"
	InvalidExportFormat Code = "INVALID_EXPORT_FORMAT"
	MessageLimitReached Code = "MESSAGE_LIMIT_REACHED"
	Conflict            Code = "CONFLICT"
	PermissionDenied    Code = "PERMISSION_DENIED"
	LimitExceeded       Code = "LIMIT_EXCEEDED"
	Unsupported         Code = "UNSUPPORTED"
	Timeout             Code = "TIMEOUT"
	Complete            Code = "COMPLETE"
	BadRef              Code = "BAD_REF"
	IO                  Code = "IO_ERROR"
	Internal            Code = "INTERNAL"
)

// Codes lists every code in declaration order; generators and tests range
// over it.
func Codes() []Code {
	return []Code{AgentNotFound, SessionNotFound, ThreadNotFound, MessageNotFound, ParseError,
		InvalidArgument, InvalidSelector, InvalidExportFormat, MessageLimitReached, Conflict,
		PermissionDenied, LimitExceeded, Unsupported, Timeout, Complete, BadRef, IO, Internal}
}

// Error makes a Code usable as the target of errors.Is.
func (c Code) Error() string { return string(c) }

// Error is the only error type that leaves the core.
type Error struct {
	Code    Code
	Op      string // operation, for example "sessions.get"
	Path    string // mount-relative path, "mount/dir/file"; empty when no file is involved
	Line    int64  // 1-based line of the defect; 0 = not line-oriented
	Offset  int64  // byte offset from the start of the file; meaningful when Path is set
	Message string // one sentence, no trailing period
	Hint    string // what to run or change next; may be empty
	Err     error  // cause, if any
}

// New returns an error with a code and a message.
func New(code Code, message string) *Error { return &Error{Code: code, Message: message} }

// Wrap returns an error with a code, a message and a cause.
func Wrap(code Code, message string, cause error) *Error {
	return &Error{Code: code, Message: message, Err: cause}
}

// At sets the place of the defect and returns e.
func (e *Error) At(path string, line, offset int64) *Error {
	e.Path, e.Line, e.Offset = path, line, offset
	return e
}

// WithHint sets the hint and returns e.
func (e *Error) WithHint(hint string) *Error {
	e.Hint = hint
	return e
}

// WithOp sets the operation unless one is set already, and returns e.
func (e *Error) WithOp(op string) *Error {
	if e.Op == "" {
		e.Op = op
	}
	return e
}

// Error renders "CODE: message (path:line, offset n): cause; hint".
func (e *Error) Error() string {
	s := string(e.Code)
	if e.Op != "" {
		s = e.Op + ": " + s
	}
	if e.Message != "" {
		s += ": " + e.Message
	}
	if e.Path != "" {
		s += " (" + e.Path
		if e.Line > 0 {
			s += ":" + text.FormatInt(e.Line)
		}
		if e.Line > 0 || e.Offset > 0 {
			s += ", offset " + text.FormatInt(e.Offset)
		}
		s += ")"
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is this error's code.
func (e *Error) Is(target error) bool {
	c, ok := target.(Code)
	return ok && c == e.Code
}

// CodeOf returns the code of err: its own when it is or wraps an *Error or a
// Code, Internal otherwise, and "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	for err != nil {
		switch e := err.(type) {
		case *Error:
			return e.Code
		case Code:
			return e
		}
		err = unwrapError(err)
	}
	return Internal
}

// From returns err as an *Error, wrapping foreign errors as Internal.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	for inner := err; inner != nil; inner = unwrapError(inner) {
		if e, ok := inner.(*Error); ok {
			return e
		}
	}
	return &Error{Code: CodeOf(err), Message: err.Error()}
}

// unwrapError is errors.Unwrap; package errors would bring reflection into the
// wasm module.
func unwrapError(err error) error {
	if u, ok := err.(interface{ Unwrap() error }); ok {
		return u.Unwrap()
	}
	return nil
}

// Diagnostic says that a result is partial and why. Diagnostics accompany a
// successful result; an operation that can return nothing returns an Error.
type Diagnostic struct {
	Code    Code
	Agent   string // agent concerned; empty when none
	Path    string
	Line    int64
	Offset  int64
	Message string
	Hint    string
}

// DiagnosticOf converts an error to a diagnostic.
func DiagnosticOf(agent string, err error) Diagnostic {
	e := From(err)
	msg := e.Message
	if e.Err != nil {
		if msg != "" {
			msg += ": "
		}
		msg += e.Err.Error()
	}
	return Diagnostic{Code: e.Code, Agent: agent, Path: e.Path, Line: e.Line, Offset: e.Offset, Message: msg, Hint: e.Hint}
}
