package main

import "regexp"

// rule is a private verb and the standard words for it.
type rule struct {
	pattern *regexp.Regexp
	better  string
}

// wordPattern compiles a pattern of whole words in any case; a space in it matches
// any white space, because sentences continue on the next line.
func wordPattern(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + regexp.MustCompile(` `).ReplaceAllString(pattern, `\s+`) + `)\b`)
}

// rules are the words that the project does not use.
var rules = []rule{
	{wordPattern(`stands?|stood|standing`), `"is", or the verb that says what happens`},
	{wordPattern(`behind`), `"after"`},
	{wordPattern(`tells?|told|telling`), `"reports", "says" or "shows"`},
	{wordPattern(`meets?|met|meeting`), `"encounters", "finds" or "reaches"`},
	{wordPattern(`goes on|go on|going on|went on|gone on`), `"continues"`},
	{wordPattern(`lets? go|letting go`), `"drops" or "releases"`},
	{wordPattern(`whatever`), `"any", "regardless of" or "including"`},
	{wordPattern(`(?:is|are|was|were) none`), `"no X", "without X"`},
	{wordPattern(`of which`), `"whose", "including", or a second sentence`},
	{wordPattern(`at its word`), `the verb that says what happens`},
	{wordPattern(`puts? away|put away`), `"archives" or "stores"`},
	{wordPattern(`laid over|lays? over|lay over`), `"merges into"`},
}

// allowed are the legitimate uses of these words. A match inside one of them
// is not reported. Each needs its reason.
var allowed = []struct {
	pattern *regexp.Regexp
	reason  string
}{
	{wordPattern(`stand(?:s|ing)? for`), "an abbreviation or a symbol stands for something"},
	{regexp.MustCompile(`standing goal`), "a text that Hermes writes"},
	{wordPattern(`each of which`), "the members of a list that was just named"},
	{regexp.MustCompile(`\bis None\b`), "Python code that the generator writes"},
	{wordPattern(`tell(?:s|ing)? (?:\S+ ){0,4}apart`), "standard English for distinguishing"},
	{wordPattern(`behind (?:an?|the|one|its) (?:\S+ )?(?:interface|proxy|firewall|flag)`), "a place, not an order"},
}
