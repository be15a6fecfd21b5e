package main

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// commentWidth is the column at which a line of a generated comment ends, tabs counted as 4.
const commentWidth = 100

// goComment writes a text as a comment whose lines end at commentWidth.
func goComment(b *bytes.Buffer, indent, text string) {
	width := commentWidth - 4*len(indent) - len("// ")
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			b.WriteString(indent + "// " + line + "\n")
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	b.WriteString(indent + "// " + line + "\n")
}

// typeVerbs are the verbs of types whose sentence would be wrong with the usual one.
var typeVerbs = map[string]string{"Origin": "names", "MessageType": "is one of"}

// typeSentence makes a type's documentation a sentence that begins with its name: Session is a
// session with its messages.
func typeSentence(name, doc string, enum bool) string {
	first, rest, _ := strings.Cut(doc, " ")
	verb := map[string]string{"A": "is", "An": "is", "One": "is", "The": "holds", "What": "holds", "How": "says"}[first]
	switch {
	case typeVerbs[name] != "":
		verb = typeVerbs[name]
	case verb == "":
		return name + ": " + doc
	case enum && first == "The":
		verb = "is"
	case enum && first == "How":
		verb = "says"
	}
	return name + " " + verb + " " + strings.ToLower(first) + " " + rest
}

// wireName matches a member's name as a request or result spells it, with a capital letter inside, and
// the path of one: createdSince, cost.totalUsd.
var wireName = regexp.MustCompile(`\b(?:[a-z]+\.)?[a-z]+[A-Z][A-Za-z0-9]*\b`)

// clientWords translates a sentence of the table to the words of the Go client: a member is a field.
func clientWords(text string) string {
	for _, pair := range [][2]string{
		{"The header's report says", "Notes.Report says"},
		{"When limit leaves sessions out, the header's page says as atMost how", "When Limit leaves sessions out, List.AtMost says how"},
		{"The header's page reports the total number of matching sessions.", "List.Total is the number of all matching sessions."},
		{"the header's page returns the next one as nextOffset", "List.Next is the offset of the next one"},
		{"; 0 for all", "; NoLimit for all"},
	} {
		text = strings.Replace(text, pair[0], pair[1], 1)
	}
	return wireName.ReplaceAllStringFunc(text, func(name string) string {
		object, member, found := strings.Cut(name, ".")
		if !found {
			object, member = "", name
		}
		field := goFields()[member]
		switch {
		case field == "":
			return name
		case object == "":
			return field
		}
		return strings.ToUpper(object[:1]) + object[1:] + "." + field
	})
}

// goFields maps the names of all members to the names of the Go fields.
func goFields() map[string]string {
	names := map[string]string{}
	for _, list := range [][]schema.Type{schema.Requests, schema.Types} {
		for _, t := range list {
			for _, f := range t.Fields {
				names[f.Name] = f.Go
			}
		}
	}
	return names
}
