package search

import "github.com/heddle-dev/heddle/core/session"

// Stat is what ranking knows of one matching session.
type Stat struct {
	Length int64   // bytes
	TF     []int64 // by positive term: how often it occurs, a title counting TitleWeight times
}

// TitleWeight is how many occurrences one in the title is worth.
const TitleWeight = 5

// Rank scores matching sessions among n sessions, df[i] of which may hold
// positive term i. The best score is 1 and all are from 0 to 1.
func Rank(docs []Stat, n int64, df []int64) []session.Ratio { return make([]session.Ratio, len(docs)) }
