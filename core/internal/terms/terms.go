// Package terms says on which terms requests are made: what agents record of a
// request that changes its price.
package terms

import "github.com/heddle-dev/heddle/core/internal/text"

// Terms are a string: pairs of a member that the agent records and its value, separated by spaces,
// as in "speed=fast inference_geo=us"; "" is the standard. The price table's factors have the same
// pairs as conditions.

// Members that terms name.
const (
	Speed   = "speed"
	Geo     = "inference_geo"
	Tier    = "service_tier"
	Profile = "profile" // the region in the name of a model on Bedrock
)

// Standard is the tier of requests without terms.
const Standard = "standard"

// standardValues are values that say nothing.
const standardValues = " standard default not_available global none "

// maxValue bounds the length in bytes of a value.
const maxValue = 40

// Add adds a member's value to terms, unless it is the standard one. What is no word is the value
// "unknown": no row has a factor for it, so that it is said.
func Add(terms, member string, value []byte) string {
	if len(value) == 0 {
		return terms
	}
	word := "unknown"
	if len(value) <= maxValue && isWord(value) {
		word = text.Lower(string(value))
	}
	if text.Index(standardValues, " "+word+" ") >= 0 {
		return terms
	}
	if terms != "" {
		terms += " "
	}
	return terms + member + "=" + word
}

func isWord(b []byte) bool {
	for _, c := range b {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			if c < '-' || c > '9' && c != '_' || c == '/' {
				return false
			}
		}
	}
	return true
}

// Name names the tier of terms: their values, joined by "+".
func Name(terms string) string {
	tier := ""
	Each(terms, func(term string) {
		_, value, _ := text.Cut(term, "=")
		if tier != "" {
			tier += "+"
		}
		tier += value
	})
	if tier == "" {
		return Standard
	}
	return tier
}

// Each visits the pairs of terms.
func Each(terms string, visit func(term string)) {
	for terms != "" {
		var term string
		term, terms, _ = text.Cut(terms, " ")
		visit(term)
	}
}
