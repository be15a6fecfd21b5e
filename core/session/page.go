package session

// Page is the position of a part of a longer result: of a search its total, of a list
// what can be said without reading all sessions.
type Page struct {
	Total  int64 // all matches
	Next   int64 // offset of the next part; 0 when this is the last
	AtMost int64 // of a list that the limit cut: no more than these are in the whole
}
