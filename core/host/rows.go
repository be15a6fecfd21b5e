package host

import "github.com/heddle-dev/heddle/core/fault"

// CheckRows returns an error when an answer to a query does not have the
// number of columns that the query selects. Readers take columns by their
// number, and a driver may be wrong.
func CheckRows(query string, rows [][]Value) error {
	want := columnCount(query)
	for _, r := range rows {
		if len(r) != want {
			return fault.New(fault.IO, "the host's SQLite driver returns rows of another width than was asked for")
		}
	}
	return nil
}

// columnCount counts what a SELECT lists: the commas before FROM that are in no
// parentheses, and one. Other statements have one column.
func columnCount(query string) int {
	const from = " FROM "
	n, depth := 1, 0
	for i := 0; i < len(query); i++ {
		switch query[i] {
		case '\'':
			for i++; i < len(query) && query[i] != '\''; i++ {
			}
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				n++
			}
		case ' ':
			if depth == 0 && len(query)-i >= len(from) && query[i:i+len(from)] == from {
				return n
			}
		}
	}
	return n
}
