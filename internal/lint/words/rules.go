package main

import "regexp"

// rule is a private verb and the standard words for it.
type rule struct {
	pattern *regexp.Regexp
	better  string
}

// word compiles a pattern of whole words in any case; a space in it matches
// any white space, because sentences continue on the next line.
func word(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + regexp.MustCompile(` `).ReplaceAllString(pattern, `\s+`) + `)\b`)
}

// rules are the words that the project does not use.
var rules = []rule{
	{word(`stands?|stood|standing`), `"is", or the verb that says what happens`},
	{word(`behind`), `"after"`},
	{word(`tells?|told|telling`), `"reports", "says" or "shows"`},
	{word(`meets?|met|meeting`), `"encounters", "finds" or "reaches"`},
	{word(`goes on|go on|going on|went on|gone on`), `"continues"`},
	{word(`lets? go|letting go`), `"drops" or "releases"`},
	{word(`whatever`), `"any", "regardless of" or "including"`},
	{word(`(?:is|are|was|were) none`), `"no X", "without X"`},
	{word(`of which`), `"whose", "including", or a second sentence`},
	{word(`at its word`), `the verb that says what happens`},
	{word(`puts? away|put away`), `"archives" or "stores"`},
	{word(`laid over|lays? over|lay over`), `"merges into"`},
}

// allowed are the legitimate uses of these words. A match inside one of them
// is not reported. Each needs its reason.
var allowed = []struct {
	pattern *regexp.Regexp
	reason  string
}{
	{word(`stand(?:s|ing)? for`), "an abbreviation or a symbol stands for something"},
	{word(`tell(?:s|ing)? (?:\S+ ){0,4}apart`), "standard English for distinguishing"},
	{word(`behind (?:an?|the|one|its) (?:\S+ )?(?:interface|proxy|firewall|flag)`), "a place, not an order"},
}
