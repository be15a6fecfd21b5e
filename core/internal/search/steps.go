package search

// countSteps, if set, is called with the number of bytes that each part of a
// search has read. Tests set it to prove that a search is linear.
var countSteps func(bytes int)
