package main

import (
	"bytes"
	"fmt"
	"go/format"
	"slices"
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

const goHeader = "// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.\n\n"

func formatGo(b *bytes.Buffer) []byte {
	out, err := format.Source(b.Bytes())
	if err != nil {
		exitWithError(fmt.Errorf("%w in\n%s", err, b.String()))
	}
	return out
}

func isEnum(name string) bool {
	for _, e := range schema.Enums {
		if e.Name == name {
			return true
		}
	}
	return false
}

// goType renders a field type; q qualifies model types ("session." or "").
func goType(f schema.Field, q string) string {
	switch {
	case strings.HasPrefix(f.Type, "[]"):
		return "[]" + goScalar(f.Type[2:], q)
	case strings.HasPrefix(f.Type, "map[string]"):
		return "map[string]" + goScalar(strings.TrimPrefix(f.Type, "map[string]"), q)
	case f.Type == "money" && f.Optional:
		return "*" + q + "Money"
	case (f.Type == "ratio" || f.Type == "index" || f.Type == "flag") && f.Optional:
		return "*" + goScalar(f.Type, q)
	}
	s := goScalar(f.Type, q)
	if isStruct(f.Type) {
		return "*" + s
	}
	return s
}

func isStruct(t string) bool {
	switch t {
	case "string", "int", "index", "bool", "flag", "time", "money", "ratio", "json":
		return false
	}
	return !isEnum(t)
}

// isRequest reports whether a type is an object inside requests.
func isRequest(name string) bool {
	for _, t := range slices.Concat(schema.Requests, schema.ProtocolRequests) {
		if t.Name == name {
			return true
		}
	}
	return false
}

func goScalar(t, q string) string {
	switch t {
	case "string", "bool":
		return t
	case "flag":
		return "bool"
	case "int", "index":
		return "int64"
	case "ratio":
		return q + "Ratio"
	case "time":
		return q + "Time"
	case "money":
		return q + "Money"
	case "json":
		return q + "JSON"
	}
	return q + t
}

func fieldDoc(f schema.Field) string {
	d := f.Doc
	if f.Default != "" {
		d += " Default: " + f.Default + "."
	}
	if f.Unit != "" {
		d += " Unit: " + f.Unit + "."
	}
	return d
}

func goStruct(b *bytes.Buffer, t schema.Type, q string) {
	fmt.Fprintf(b, "// %s: %s\ntype %s struct {\n", t.Name, t.Doc, t.Name)
	if t.Unequal {
		b.WriteString("\t_ [0]func() // not comparable\n")
	}
	for _, f := range append(slices.Clone(t.Fields), t.GoOnly...) {
		fmt.Fprintf(b, "\t// %s\n\t%s %s\n", fieldDoc(f), f.Go, goType(f, q))
	}
	b.WriteString("}\n\n")
}

func goModel() []byte {
	var b bytes.Buffer
	b.WriteString(goHeader)
	b.WriteString("package session\n\nimport \"github.com/heddle-dev/heddle/core/internal/canon\"\n\n")
	for _, e := range schema.Enums {
		fmt.Fprintf(&b, "// %s: %s\ntype %s string\n\n// The values of %s.\nconst (\n", e.Name, e.Doc, e.Name, e.Name)
		for _, v := range e.Values {
			fmt.Fprintf(&b, "\t%s%s %s = %q // %s\n", e.Name, goName(v.Value), e.Name, v.Value, v.Doc)
		}
		b.WriteString(")\n\n")
	}
	for _, t := range schema.Types {
		if t.Pkg != "" {
			continue
		}
		goStruct(&b, t, "")
		goEncoder(&b, t)
	}
	goMappers(&b)
	return formatGo(&b)
}

// goName turns tool_result into ToolResult.
func goName(s string) string {
	var out strings.Builder
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == '_' || r == '-' }) {
		out.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return out.String()
}

func sortedFields(fields []schema.Field) []schema.Field {
	fs := append([]schema.Field(nil), fields...)
	sort.Slice(fs, func(i, j int) bool { return fs[i].Name < fs[j].Name })
	return fs
}

func goEncoder(b *bytes.Buffer, t schema.Type) {
	fmt.Fprintf(b, "// AppendJSON appends the canonical JSON of x.\nfunc (x *%s) AppendJSON(dst []byte) []byte {\n\tm := canon.Object(dst)\n", t.Name)
	for _, f := range sortedFields(t.Fields) {
		x := "x." + f.Go
		if call := goMember(f, x); call != "" {
			fmt.Fprintf(b, "\t%s\n", call)
			continue
		}
		stmt := fmt.Sprintf("m.Key(%q)\n\t\t%s", f.Name, goAppend(f.Type, x, f.Optional))
		if f.Optional {
			fmt.Fprintf(b, "\tif %s {\n\t\t%s\n\t}\n", goPresent(f, x), stmt)
		} else {
			fmt.Fprintf(b, "\t%s\n", stmt)
		}
	}
	b.WriteString("\treturn m.End()\n}\n\n")
}

// goMember returns one call that writes a member of a simple type, "" for
// other types. One call a member instead of a comparison and two calls is what
// keeps the encoders small in the wasm module.
func goMember(f schema.Field, x string) string {
	name := map[string]string{"string": "Str", "int": "Num", "bool": "Flag", "[]string": "Strs"}[f.Type]
	switch {
	case isEnum(f.Type):
		name, x = "Str", "string("+x+")"
	case f.Type == "time" && f.Optional:
		return fmt.Sprintf("canon.OptTime(&m, %q, %s)", f.Name, x)
	case name == "":
		return ""
	}
	if f.Optional {
		name = "Opt" + name
	}
	return fmt.Sprintf("m.%s(%q, %s)", name, f.Name, x)
}

// goPresent returns the condition under which a member is written that is not
// of a simple type.
func goPresent(f schema.Field, x string) string {
	if !f.Empty && (strings.HasPrefix(f.Type, "[]") || f.Type == "json") {
		return "len(" + x + ") > 0"
	}
	return x + " != nil"
}

func goAppend(t, x string, optional bool) string {
	switch {
	case strings.HasPrefix(t, "[]"):
		return fmt.Sprintf("m.Open('[')\n\tfor i := range %s {\n\t\tm.Item(i)\n\t\t%s\n\t}\n\tm.Close(']')", x, goAppend(t[2:], x+"[i]", false))
	case strings.HasPrefix(t, "map[string]"):
		return fmt.Sprintf("m.Open('{')\n\tfor i, k := range sortedKeys(%s) {\n\t\tm.Item(i)\n\t\tm.MapKey(k)\n\t\t%s\n\t}\n\tm.Close('}')", x, goAppend(strings.TrimPrefix(t, "map[string]"), x+"[k]", false))
	case t == "string":
		return "m.String(" + x + ")"
	case isEnum(t):
		return "m.String(string(" + x + "))"
	case t == "int":
		return "m.Int(" + x + ")"
	case t == "index" && optional:
		return "m.Int(*" + x + ")"
	case t == "flag":
		return "m.B = appendBool(m.B, *" + x + ")"
	case t == "time" || t == "money" || t == "ratio" || t == "json":
		return "m.B = " + x + ".AppendJSON(m.B)"
	}
	if strings.HasSuffix(x, "[k]") { // a map's values have no address
		return "v := " + x + "\n\t\tm.B = v.AppendJSON(m.B)"
	}
	return "m.B = " + x + ".AppendJSON(m.B)"
}

// goRequests writes the request types but those of the package that are written by hand.
func goRequests() []byte {
	var b bytes.Buffer
	b.WriteString(goHeader)
	b.WriteString("package session\n\nimport \"github.com/heddle-dev/heddle/core/internal/canon\"\n\n")
	for _, t := range schema.Requests {
		if t.Pkg == "" {
			goStruct(&b, t, "")
			goEncoder(&b, t)
		}
	}
	return formatGo(&b)
}

// goLive renders core/session/live_gen.go. No codec: the value stays in Go.
func goLive() []byte {
	b := &bytes.Buffer{}
	b.WriteString(goHeader + "package session\n\n")
	goStruct(b, schema.LiveOpen, "")
	return formatGo(b)
}

func goCodec() []byte {
	var b bytes.Buffer
	b.WriteString(goHeader)
	b.WriteString("package rpc\n\nimport (\n\t\"unsafe\"\n\n\t\"github.com/heddle-dev/heddle/core/session\"\n)\n\n")
	b.WriteString("// Op is the number of an operation in the wasm ABI.\ntype Op uint32\n\n// The operations.\nconst (\n")
	for _, o := range schema.Ops {
		fmt.Fprintf(&b, "\tOp%s Op = %d // %s\n", opGoName(o.Name), o.ID, o.Doc)
	}
	b.WriteString(")\n\n// Ops lists the operations' names in the order of their numbers, and whether\n// they change the store.\nvar Ops = []struct {\n\tID      Op\n\tName    string\n\tChanges bool\n}{\n")
	for _, o := range schema.Ops {
		// Only operations that change the store can conflict with another writer.
		fmt.Fprintf(&b, "\t{Op%s, %q, %v},\n", opGoName(o.Name), o.Name, slices.Contains(o.Errors, "CONFLICT"))
	}
	b.WriteString("}\n\n")
	for _, t := range schema.Requests {
		if t.Pkg != "session" {
			goDecoder(&b, t)
		}
	}
	return formatGo(&b)
}

// opGoName returns the name of an operation's method: StoreGetShare, IDsResolveNativeID.
func opGoName(name string) string {
	var out strings.Builder
	for _, part := range strings.Split(name, ".") {
		if part == "ids" {
			part = "IDs"
		}
		if stem, found := strings.CutSuffix(part, "Id"); found {
			part = stem + "ID"
		}
		out.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return out.String()
}

// goDecoder writes the table of a request's members. The tables are data, which
// one function interprets: a decoder of its own for each request would be a
// fiftieth of the wasm module.
func goDecoder(b *bytes.Buffer, t schema.Type) {
	name := "session." + t.Name
	table := "nil"
	if len(t.Fields) > 0 {
		table = "membersOf" + t.Name + "[:]"
		fmt.Fprintf(b, "var membersOf%s = [...]member{\n", t.Name)
		for _, f := range sortedFields(t.Fields) {
			kind, allowed := goDecode(f)
			fmt.Fprintf(b, "\t{%q, %q, unsafe.Offsetof(%s{}.%s), %s},\n", f.Name, allowed, name, f.Go, kind)
		}
		b.WriteString("}\n\n")
	}
	fmt.Fprintf(b, "// decode%s reads a request; unknown or mistyped fields are INVALID_ARGUMENT.\n", t.Name)
	fmt.Fprintf(b, "func decode%s(req requestText, x *%s) error {\n\treturn decodeObject(req, unsafe.Pointer(x), %s)\n}\n\n", t.Name, name, table)
}

// goDecode returns how a field's value is read and, for an enum, the values.
func goDecode(f schema.Field) (kind, allowed string) {
	if isEnum(f.Type) {
		var vals []string
		for _, e := range schema.Enums {
			if e.Name == f.Type {
				for _, v := range e.Values {
					vals = append(vals, v.Value)
				}
			}
		}
		return "aText", strings.Join(vals, ", ")
	}
	if f.Type == "time" && strings.HasSuffix(strings.ToLower(f.Name), "until") {
		return "anEnd", ""
	}
	if f.ZeroAll {
		return "aLimit", ""
	}
	kind = map[string]string{"string": "aText", "int": "aNumber", "index": "anOptionalNumber", "bool": "aBool", "flag": "anOptionalBool",
		"json": "aValue", "[]json": "aList", "[]string": "aTextList", "time": "aTime", "SessionRef": "aSessionRef", "Zone": "aZone"}[f.Type]
	if kind == "" {
		exitWithError(fmt.Errorf("no decoder for %s", f.Type))
	}
	return kind, ""
}
