// Package ending says what may follow the secret of a rule of gitleaks. The generator and the tests use it.
package ending

import "strings"

// closed is what rules of gitleaks want after a secret: a quote, a space, a semicolon, the end of a
// line. In a sentence, a list, a tag or an address other characters follow.
const closed = `(?:[\x60'"\s;]|\\[nr]|$)`

// The rules that would match code: one finds anything beside a word such as token, one has keys of 26
// letters that begin with s and a dot, as a call of a method does.
const anything, likeCall = "generic-api-key", "vault-service-token"

// Open lets the secret of a rule end where its alphabet ends. A key that begins with a text of its
// own may come before anything that is no letter, digit or underscore. Beside a word such as token only
// what ends a value may follow, because the name of a function or a type can follow. What the
// alphabet has beside letters does not end it, except at the end of a word, as the dot of a sentence.
func Open(id, re string) string {
	if id == anything {
		return re
	}
	parts := strings.Split(re, closed)
	for i := range parts[:len(parts)-1] {
		if strings.HasSuffix(parts[i], `")`) {
			parts[i] += closed
			continue
		}
		named := id == likeCall || strings.Contains(parts[i], `(?:=|>|:{1,3}=|`)
		parts[i] += ending(marksOf(parts[i]), named)
	}
	return strings.Join(parts, "")
}

// marksOf returns the characters beside letters, digits and the underscore that the last class of an
// expression has, as a class has them.
func marksOf(re string) string {
	end := strings.LastIndexByte(re, ']')
	if strings.HasSuffix(re, "AA)") || end < 0 || len(re)-end > 24 {
		return ""
	}
	class := re[strings.LastIndexByte(re[:end], '['):end]
	marks := ""
	for _, m := range []string{"+", ".", "/", "=", "-"} {
		switch at := strings.LastIndex(class, m); {
		case at < 0:
		case m == "-" && at < len(class)-1 && class[at-1] != '\\':
		default:
			marks += m
		}
	}
	return marks
}

// ending returns what may follow a secret.
func ending(marks string, named bool) string {
	if named {
		return "(?:" + valueEnd + without(wordEnd, marks) + "]|[.:]+(?:\\s|$)|$)"
	}
	if marks == "" {
		return `(?:\W|$)`
	}
	return `(?:[^\w` + marks + `]|[` + marks + `]{1,3}(?:[^\w` + marks + `]|$)|$)`
}

// valueEnd and wordEnd are what may follow the value of something with a name.
const valueEnd, wordEnd = `[\x60'"\s;,)\]}<>&|*?#…\\`, "%"

func without(s, marks string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(marks, r) {
			return -1
		}
		return r
	}, s)
}
