package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// tsClient renders js/src/api/client.gen.ts: the options of every operation,
// and one interface with its implementation for every namespace. Operations of
// tsByHand are left to the sources beside it.
func tsClient() []byte {
	b := &bytes.Buffer{}
	b.WriteString(tsClientHead)
	if problem := tsTableProblem(); problem != "" {
		exitWithError(fmt.Errorf("typescript_client_tables.go: %s", problem))
	}
	methods := tsMethods()
	tsImports(b, methods)
	tsOptions(b, methods)
	for _, space := range tsSpaces {
		var own []tsMethod
		for _, m := range methods {
			if m.Namespace == space.name {
				own = append(own, m)
			}
		}
		tsSpaceInterface(b, space, own)
		tsSpaceFunction(b, space, own)
	}
	return b.Bytes()
}

const tsClientHead = `// Code generated from core/rpc/internal/schema by ` + "`make generate`" + `. DO NOT EDIT.
// Methods that pass a request to the engine and return its result.
import type { CallOptions } from "../engine/call-options.js";
`

// tsTableProblem describes an entry of the tables that fits no operation, or an
// operation that no table gives a place; it is empty for complete tables.
func tsTableProblem() string {
	known := map[string]bool{}
	for _, o := range schema.Ops {
		known[o.Name] = true
		space := schema.MethodOf(o).Namespace
		hasSpace := slices.ContainsFunc(tsSpaces, func(s tsSpace) bool { return s.name == space })
		if !hasSpace && !slices.Contains(tsByHand, o.Name) {
			return "tsSpaces has no namespace for " + o.Name
		}
	}
	lists := map[string][]string{
		"tsByHand": tsByHand, "tsNoted": tsNoted, "tsNeedsOptions": tsNeedsOptions, "tsSelecting": tsSelecting,
		"tsResults": slices.Collect(maps.Keys(tsResults)), "tsRemarks": slices.Collect(maps.Keys(tsRemarks)),
		"tsExamples": slices.Collect(maps.Keys(tsExamples)),
	}
	for _, list := range slices.Sorted(maps.Keys(lists)) {
		for _, name := range lists[list] {
			if !known[name] {
				return list + " names no operation: " + name
			}
		}
	}
	return ""
}

// tsMethod is an operation as a method of the client.
type tsMethod struct {
	schema.Method
	op       schema.Op
	args     []tsArgument
	selector string // type of the argument that names a boundary; "" for none
	options  string // type of the last argument
	result   string // what the promise resolves with
}

// tsArgument is an argument by position.
type tsArgument struct {
	member string // of the request
	name   string // in the signature
	typ    string
	value  string // the member's value; the argument itself when equal to name
}

func tsMethods() []tsMethod {
	var out []tsMethod
	for _, o := range schema.Ops {
		m := tsMethod{Method: schema.MethodOf(o), op: o, result: tsResult(o)}
		if slices.Contains(tsByHand, o.Name) {
			continue
		}
		for _, member := range m.Required {
			m.args = append(m.args, tsArgumentOf(o, member))
		}
		if slices.Contains(tsSelecting, o.Name) {
			m.selector = strings.ToUpper(m.Name[:1]) + m.Name[1:] + "Selector"
		}
		m.options = m.optionsType()
		out = append(out, m)
	}
	return out
}

func tsArgumentOf(o schema.Op, member string) tsArgument {
	a := tsArgument{member: member, name: member, value: member}
	if known, ok := tsArguments[o.Name+" "+member]; ok {
		a.typ = known.typ
		return a
	}
	if known, ok := tsArguments[member]; ok {
		a.typ = known.typ
		if known.name != "" {
			a.name, a.value = known.name, known.name
		}
		if known.value != "" {
			a.value = strings.ReplaceAll(known.value, "OP", fmt.Sprintf("%q", o.Name))
		}
		return a
	}
	for _, f := range schema.RequestOf(o).Fields {
		if f.Name == member {
			a.typ = tsFieldType(f, true)
		}
	}
	return a
}

func tsResult(o schema.Op) string {
	result, known := tsResults[o.Name]
	switch {
	case known:
	case o.Result == "json", o.Result == "[]json":
		result = strings.TrimPrefix(tsType(o.Result, false), "Json")
		result = "StoreMessage" + result
	case o.Result == "none":
		result = "void"
	default:
		result = tsType(o.Result, false)
	}
	if o.Null {
		result += " | null"
	}
	if slices.Contains(tsNoted, o.Name) {
		result += " & Notes"
	}
	return result
}

// optionMembers lists the members of the request that are options.
func (m tsMethod) optionMembers() []string {
	var out []string
	for _, f := range schema.RequestOf(m.op).Fields {
		given := slices.Contains(m.Required, f.Name) || m.Session && slices.Contains(tsSessionMembers, f.Name) ||
			m.selector != "" && slices.Contains(tsSelectorMembers, f.Name)
		if !given {
			out = append(out, f.Name)
		}
	}
	return out
}

// optionsType names the type of the options: methods whose requests leave the
// same members share one.
func (m tsMethod) optionsType() string {
	left := m.optionMembers()
	slices.Sort(left)
	switch strings.Join(left, " ") {
	case "":
		return "CallOptions"
	case "at":
		return "ReadOptions"
	case "expect requestId":
		return "ChangeOptions"
	}
	return strings.TrimSuffix(m.op.Request, "Request") + "Options"
}

// tsImports writes the imports of what the methods mention.
func tsImports(b *bytes.Buffer, methods []tsMethod) {
	words := tsWords(methods)
	line := func(prefix, from string, names []string) {
		var list []string
		for _, name := range names {
			if slices.Contains(words, strings.TrimPrefix(name, "type ")) {
				list = append(list, name)
			}
		}
		slices.Sort(list)
		fmt.Fprintf(b, "import %s{\n  %s,\n} from %q;\n", prefix, strings.Join(list, ",\n  "), from)
	}
	line("type ", "../wire/types.gen.js", tsTypeNames())
	b.WriteString("import type { Ask } from \"./ask.js\";\n")
	line("type ", "./messages.js", []string{"PermissionMode", "StopReason", "StoreMessage", "ThreadWithMessages"})
	line("", "./names.js", []string{"messageList", "sessionArguments", "refOf", "unifiedIdOf", "type SessionName", "type StoredName", "type ThreadName"})
	b.WriteString("import type { Notes } from \"./notes.js\";\nimport type { InZone } from \"./zone.js\";\n")
}

// tsWords lists the identifiers of the options and methods, comments left out.
func tsWords(methods []tsMethod) []string {
	var text, options bytes.Buffer
	tsOptions(&options, methods)
	for line := range strings.SplitSeq(options.String(), "\n") {
		if !strings.HasPrefix(line, "/**") {
			text.WriteString(line + "\n")
		}
	}
	for _, m := range methods {
		text.WriteString(m.renderSignatures(""))
		text.WriteString(m.renderFunction())
	}
	return strings.FieldsFunc(text.String(), func(r rune) bool {
		return !(r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	})
}

func tsTypeNames() []string {
	names := []string{"Agent", "Json"}
	for _, e := range schema.Enums {
		names = append(names, e.Name)
	}
	for _, t := range slices.Concat(schema.Types, schema.Requests) {
		names = append(names, t.Name)
	}
	return names
}

// tsOptions writes the types of options, each once, and those of selectors.
func tsOptions(b *bytes.Buffer, methods []tsMethod) {
	users := map[string][]string{}
	for _, m := range methods {
		users[m.options] = append(users[m.options], "`"+m.op.Name+"`")
	}
	fmt.Fprint(b, "\n/** Makes a change once (`requestId`), and only at a known position (`expect`). */\n",
		"export type ChangeOptions = Pick<StoreChange, \"requestId\" | \"expect\"> & CallOptions;\n",
		"\n/** Reads now, or the past: `at` is a position such as `StoredSession.position` or `StoreEvent.seq`. */\n",
		"export type ReadOptions = Omit<StoreRead, \"sessionId\"> & CallOptions;\n")
	written := []string{"CallOptions", "ChangeOptions", "ReadOptions"}
	for _, m := range methods {
		request := schema.RequestOf(m.op)
		if !slices.Contains(written, m.options) {
			written = append(written, m.options)
			fmt.Fprintf(b, "\n/** The options of %s. */\nexport type %s = %s & CallOptions;\n",
				strings.Join(users[m.options], " and "), m.options, m.requestMembers(request))
		}
		if m.selector != "" {
			fmt.Fprintf(b, "\n/** A boundary, named by one of the members: what comes after it is hidden. */\nexport type %s = Pick<%s, %s>;\n",
				m.selector, request.Name, tsUnion(request, func(name string) bool { return slices.Contains(tsSelectorMembers, name) }))
		}
	}
}

// requestMembers renders the part of a request that its options hold.
func (m tsMethod) requestMembers(request schema.Type) string {
	left := m.optionMembers()
	typ := request.Name
	if slices.Contains(left, "zone") {
		typ = "InZone<" + typ + ">"
	}
	if len(left) == len(request.Fields) {
		return typ
	}
	return fmt.Sprintf("Omit<%s, %s>", typ, tsUnion(request, func(name string) bool { return !slices.Contains(left, name) }))
}

// tsUnion renders the names of some members of a request as a union.
func tsUnion(request schema.Type, wanted func(name string) bool) string {
	var out []string
	for _, f := range request.Fields {
		if wanted(f.Name) {
			out = append(out, fmt.Sprintf("%q", f.Name))
		}
	}
	return strings.Join(out, " | ")
}

func tsSpaceInterface(b *bytes.Buffer, space tsSpace, methods []tsMethod) {
	b.WriteByte('\n')
	tsDoc(b, "", space.doc, space.example)
	fmt.Fprintf(b, "export interface %s {\n", space.typ)
	for _, m := range methods {
		text := m.op.Doc
		if remark := tsRemarks[m.op.Name]; remark != "" {
			text += " " + remark
		}
		tsDoc(b, "  ", text, tsExamples[m.op.Name], tsThrows(m.op)...)
		b.WriteString(m.renderSignatures("  "))
	}
	b.WriteString("}\n")
}

func tsThrows(o schema.Op) []string {
	if len(o.Errors) == 0 {
		return nil
	}
	return []string{"@throws {HeddleError} " + strings.Join(o.Errors, ", ") + "."}
}

const tsDocColumns = 100

// tsDoc writes a comment: a paragraph, an example and tags.
func tsDoc(b *bytes.Buffer, indent, text, example string, tags ...string) {
	columns := tsDocColumns - len(indent) - len(" * ")
	lines := tsWrap(text, columns)
	if example != "" {
		lines = append(lines, "", "```js")
		lines = append(lines, strings.Split(strings.TrimSpace(example), "\n")...)
		lines = append(lines, "```")
	}
	for _, tag := range tags {
		lines = append(append(lines, ""), tsWrap(tag, columns)...)
	}
	if len(lines) == 1 {
		fmt.Fprintf(b, "%s/** %s */\n", indent, lines[0])
		return
	}
	fmt.Fprintf(b, "%s/**\n", indent)
	for _, line := range lines {
		b.WriteString(strings.TrimRight(indent+" * "+line, " ") + "\n")
	}
	fmt.Fprintf(b, "%s */\n", indent)
}

// tsWrap breaks a text into lines of at most so many columns.
func tsWrap(text string, columns int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > columns {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// renderSignatures renders the method's declaration; a session may be named in two ways.
func (m tsMethod) renderSignatures(indent string) string {
	options := "options?: " + m.options
	if slices.Contains(tsNeedsOptions, m.op.Name) {
		options = "options: " + m.options
	}
	if m.Session {
		return fmt.Sprintf("%[1]s%[2]s(agent: Agent, sessionId: string, %[3]s): Promise<%[4]s>;\n%[1]s%[2]s(session: SessionName, %[3]s): Promise<%[4]s>;\n",
			indent, m.Name, options, m.result)
	}
	var args []string
	for _, a := range m.args {
		args = append(args, a.name+": "+a.typ)
	}
	if m.selector != "" {
		args = append(args, "selector: "+m.selector)
	}
	return fmt.Sprintf("%s%s(%s): Promise<%s>;\n", indent, m.Name, strings.Join(append(args, options), ", "), m.result)
}

func tsSpaceFunction(b *bytes.Buffer, space tsSpace, methods []tsMethod) {
	fmt.Fprintf(b, "\n/** Implements {@link %s}. */\nexport function %s(ask: Ask): %s {\n  return {\n", space.typ, space.function, space.typ)
	for _, m := range methods {
		fmt.Fprintf(b, "    %s: %s,\n", m.Name, m.renderFunction())
	}
	b.WriteString("  };\n}\n")
}

// renderFunction renders the method's function.
func (m tsMethod) renderFunction() string {
	ask := "ask"
	if slices.Contains(tsNoted, m.op.Name) {
		ask = "ask.noted"
	}
	if m.Session {
		return fmt.Sprintf("async (id: SessionName, sessionId?: string | %[1]s, options?: %[1]s) =>\n      %[2]s(%[3]q, ...sessionArguments(%[3]q, id, sessionId, options))",
			m.options, ask, m.op.Name)
	}
	var names, members []string
	if m.selector != "" {
		members = append(members, "...selector")
	}
	for _, a := range m.args {
		names = append(names, a.name)
		if a.value == a.member {
			members = append(members, a.member)
		} else {
			members = append(members, a.member+": "+a.value)
		}
	}
	if m.selector != "" {
		names = append(names, "selector")
	}
	request := "{}"
	if len(members) > 0 {
		request = "{ " + strings.Join(members, ", ") + " }"
	}
	call := fmt.Sprintf("%s(%q, %s, options)", ask, m.op.Name, request)
	switch {
	case m.op.Result == "none":
		call = "void (await " + call + ")"
	case tsResults[m.op.Name] != "" || strings.Contains(m.op.Result, "json"):
		call = "(await " + call + ") as unknown as " + m.result
	}
	return fmt.Sprintf("async (%s) => %s", strings.Join(append(names, "options"), ", "), call)
}
