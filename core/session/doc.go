// Package session is the data model of the engine: sessions and their messages,
// summaries, costs, threads, memory entries and events, as all languages see
// them, and the requests and results of the operations on them.
//
// The types are generated from one table of the model. A type encodes itself
// as JSON with AppendJSON. Times are milliseconds since 1970 (Time), amounts of
// money are exact picodollars (Money), and JSON that a caller passed is kept as
// canonical bytes (JSON). The zero value of an optional member means that it is
// absent.
package session
