package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// goClientTypes writes the result types of the root package, and the functions that convert the
// engine's own types to them. The engine's types have neither time.Time nor struct tags, which
// would bring reflection into the wasm module.
func goClientTypes() []byte {
	var b bytes.Buffer
	b.WriteString(goHeader)
	b.WriteString("package heddle\n\nimport (\n\t\"time\"\n\n\t\"github.com/heddle-dev/heddle/core/fault\"\n\t\"github.com/heddle-dev/heddle/core/session\"\n)\n\n")
	clientErrors(&b)
	clientAgents(&b)
	for _, e := range schema.Enums {
		clientEnum(&b, e)
	}
	for _, t := range schema.Types {
		clientStruct(&b, t)
		clientConverter(&b, t)
	}
	return formatGo(&b)
}

// clientErrors writes a target of errors.Is for each error code.
func clientErrors(b *bytes.Buffer) {
	b.WriteString("// The codes of errors, as targets of errors.Is.\nconst (\n")
	for _, code := range codeNames() {
		fmt.Fprintf(b, "\tErr%s = fault.%s\n", code, code)
	}
	b.WriteString(")\n\n")
}

func clientAgents(b *bytes.Buffer) {
	b.WriteString("// The agents whose sessions Heddle reads. StoreAgent is the store, read as if it were an agent.\nconst (\n")
	for _, name := range agentNames() {
		fmt.Fprintf(b, "\t%s Agent = %q\n", agentConstant(name), name)
	}
	b.WriteString(")\n\n")
}

func agentConstant(name string) string {
	if special, ok := map[string]string{"openclaw": "OpenClaw", "opencode": "OpenCode", "omp": "Omp", "heddle": "StoreAgent"}[name]; ok {
		return special
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

func clientEnum(b *bytes.Buffer, e schema.Enum) {
	goComment(b, "", typeSentence(e.Name, e.Doc, true))
	fmt.Fprintf(b, "type %s = session.%s\n\n// The values of %s.\nconst (\n", e.Name, e.Name, e.Name)
	prefix := e.Name
	if e.Name == "GroupBy" {
		prefix = "By"
	}
	for _, v := range e.Values {
		goComment(b, "\t", clientWords(v.Doc))
		fmt.Fprintf(b, "\t%s%s = session.%s%s\n", prefix, goName(v.Value), e.Name, goName(v.Value))
	}
	b.WriteString(")\n\n")
}

// clientStruct writes a result type with the names of the wire as tags.
func clientStruct(b *bytes.Buffer, t schema.Type) {
	goComment(b, "", typeSentence(t.Name, t.Doc, false))
	fmt.Fprintf(b, "type %s struct {\n", t.Name)
	for _, f := range t.Fields {
		tag := f.Name
		switch {
		case f.Optional && f.Type == "time":
			tag += ",omitzero"
		case f.Optional:
			tag += ",omitempty"
		}
		goComment(b, "\t", clientDoc(f))
		fmt.Fprintf(b, "\t%s %s `json:%q`\n", f.Go, clientType(f), tag)
	}
	if hasNotes(t.Name) {
		b.WriteString("\n\t// Notes say how complete the result is.\n\tNotes Notes `json:\"-\"`\n")
	}
	b.WriteString("}\n\n")
}

// hasNotes reports whether an object is what an operation on agents' files returns: only those can
// be incomplete.
func hasNotes(name string) bool {
	for _, o := range schema.Ops {
		if o.Result == name && mayNote(o) {
			return true
		}
	}
	return false
}

// mayNote reports whether an operation can return a partial result.
func mayNote(o schema.Op) bool { return strings.HasPrefix(o.Name, "sessions.") }

// clientType returns the root package's type of a field.
func clientType(f schema.Field) string {
	switch {
	case isAgent(f):
		return "Agent"
	case strings.HasPrefix(f.Type, "[]"):
		return "[]" + clientScalar(f.Type[2:])
	case strings.HasPrefix(f.Type, "map[string]"):
		return "map[string]" + clientScalar(strings.TrimPrefix(f.Type, "map[string]"))
	case f.Optional && (f.Type == "money" || f.Type == "ratio" || f.Type == "index"):
		return "*" + clientScalar(f.Type)
	case isStruct(f.Type):
		return "*" + f.Type
	}
	return clientScalar(f.Type)
}

func clientScalar(t string) string {
	switch t {
	case "int", "index":
		return "int64"
	case "flag":
		return "bool"
	case "time":
		return "time.Time"
	case "money":
		return "Money"
	case "ratio":
		return "float64"
	case "json":
		return "JSON"
	}
	return t
}

// clientConverter writes the function that converts an engine's value.
func clientConverter(b *bytes.Buffer, t schema.Type) {
	fmt.Fprintf(b, "func to%s(x *session.%s) %s {\n\treturn %s{\n", t.Name, t.Name, t.Name, t.Name)
	for _, f := range t.Fields {
		fmt.Fprintf(b, "\t\t%s: %s,\n", f.Go, clientConvert(f, "x."+f.Go))
	}
	b.WriteString("\t}\n}\n\n")
}

// clientConvert returns the expression that converts a field's value. Lists and maps that the result
// may leave out are nil when they are empty, and all others are not nil, as after encoding/json.
func clientConvert(f schema.Field, x string) string {
	value := clientConvertAny(f, x)
	switch {
	case strings.HasPrefix(f.Type, "[]") && f.Optional:
		return "nilIfEmpty(" + value + ")"
	case strings.HasPrefix(f.Type, "[]"):
		return "notNil(" + value + ")"
	}
	return value
}

func clientConvertAny(f schema.Field, x string) string {
	element, isList := strings.CutPrefix(f.Type, "[]")
	value, isMap := strings.CutPrefix(f.Type, "map[string]")
	switch {
	case isAgent(f):
		return "Agent(" + x + ")"
	case isList && element == "json":
		return "toJSONs(" + x + ")"
	case isList && isStruct(element):
		return "convertList(" + x + ", to" + element + ")"
	case isMap && isStruct(value):
		return "convertMap(" + x + ", to" + value + ")"
	case f.Type == "time":
		return "toTime(" + x + ")"
	case f.Type == "json":
		return "JSON(" + x + ")"
	case f.Type == "ratio":
		return "toRatio(" + x + ")"
	case !isList && !isMap && isStruct(f.Type):
		return "convertPointer(" + x + ", to" + f.Type + ")"
	}
	return x
}
