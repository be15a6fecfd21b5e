package session

// Page is the position of a part of a longer result.
type Page struct {
	Total int64 // all matches
	Next  int64 // offset of the next part; 0 when this is the last
}
