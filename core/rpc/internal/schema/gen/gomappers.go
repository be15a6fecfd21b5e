package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// mapped lists the types whose texts can be replaced; those that they contain follow.
var mapped = []string{"Session", "SessionSummary", "StoredSession", "StoredThread"}

// goMappers writes a method for each of these types that replaces all of its texts but ids.
func goMappers(b *bytes.Buffer) {
	b.WriteString("// TextMapper replaces texts and the texts of JSON values.\ntype TextMapper interface {\n\tText(string) string\n\tJSON(JSON) JSON\n}\n\n")
	types := map[string]schema.Type{}
	for _, t := range schema.Types {
		types[t.Name] = t
	}
	queue := append([]string(nil), mapped...)
	done := map[string]bool{}
	for len(queue) > 0 {
		t := types[queue[0]]
		queue = queue[1:]
		if done[t.Name] {
			continue
		}
		done[t.Name] = true
		fmt.Fprintf(b, "// MapTexts replaces every text of x by what m returns for it. Ids and references stay.\nfunc (x *%s) MapTexts(m TextMapper) {\n", t.Name)
		for _, f := range t.Fields {
			if f.ID {
				continue
			}
			stmt, inner := goMapped(types, f.Type, "x."+f.Go)
			b.WriteString(stmt)
			if inner != "" {
				queue = append(queue, inner)
			}
		}
		b.WriteString("}\n\n")
	}
}

// goMapped returns the statement that replaces the texts of a field, and the type of ours in it.
func goMapped(types map[string]schema.Type, t, x string) (stmt, inner string) {
	element, isList := strings.CutPrefix(t, "[]")
	value := map[string]string{"string": "m.Text", "json": "m.JSON"}
	switch {
	case strings.HasPrefix(t, "map["):
		exitWithError(fmt.Errorf("%s: a map whose texts are replaced", x))
	case isList && value[element] != "":
		return fmt.Sprintf("\tfor i := range %s {\n\t\t%s[i] = %s(%s[i])\n\t}\n", x, x, value[element], x), ""
	case value[t] != "":
		return fmt.Sprintf("\t%s = %s(%s)\n", x, value[t], x), ""
	case !isStruct(element) || !hasTexts(types, element):
		return "", ""
	case isList:
		return fmt.Sprintf("\tfor i := range %s {\n\t\t%s[i].MapTexts(m)\n\t}\n", x, x), element
	}
	return fmt.Sprintf("\tif %s != nil {\n\t\t%s.MapTexts(m)\n\t}\n", x, x), element
}

// hasTexts reports whether a type has a text to replace.
func hasTexts(types map[string]schema.Type, name string) bool {
	for _, f := range types[name].Fields {
		element := strings.TrimPrefix(f.Type, "[]")
		if !f.ID && (element == "string" || element == "json" || isStruct(element) && element != name && hasTexts(types, element)) {
			return true
		}
	}
	return false
}
