package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// typescriptTypes renders js/src/wire/types.gen.ts: an interface for every type, a
// union for every enum, the operations' numbers, and the functions that turn
// the times of a parsed result into Dates.
func typescriptTypes() []byte {
	b := &bytes.Buffer{}
	b.WriteString(tsHead)
	fmt.Fprintf(b, "/** The wasm ABI that this package speaks. */\nexport const ABI_VERSION = %d;\n\n", abi.Version)
	b.WriteString("/** Every stable error code. */\nexport const errorCodes = [\n")
	for _, c := range fault.Codes() {
		fmt.Fprintf(b, "  %q,\n", string(c))
	}
	b.WriteString("] as const;\n\n/** A stable error code. */\nexport type ErrorCode = (typeof errorCodes)[number];\n")
	tsAgents(b)
	for _, e := range schema.Enums {
		tsEnum(b, e)
	}
	for _, t := range schema.Types {
		tsInterface(b, t)
	}
	for _, t := range schema.Requests {
		tsInterface(b, t)
	}
	tsOps(b)
	for _, t := range schema.Types {
		tsReviver(b, t)
	}
	tsDecoders(b)
	return b.Bytes()
}

const tsHead = `// Code generated from core/rpc/internal/schema by ` + "`make generate`" + `. DO NOT EDIT.

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

`

func tsAgents(b *bytes.Buffer) {
	b.WriteString("\n/** The agents that this version reads, and the store. */\nexport const agentNames = [\n")
	for _, name := range agentNames() {
		fmt.Fprintf(b, "  %q,\n", name)
	}
	b.WriteString("] as const;\n\n/** The name of an agent that this version reads. */\nexport type AgentName = (typeof agentNames)[number];\n")
	b.WriteString("\n/** An agent: one of the names above, or one that a later version reads. */\nexport type Agent = AgentName | (string & {});\n")
}

func tsEnum(b *bytes.Buffer, e schema.Enum) {
	var lines, values []string
	for _, v := range e.Values {
		lines = append(lines, fmt.Sprintf(" * - `%s`: %s", v.Value, v.Doc))
		values = append(values, fmt.Sprintf("%q", v.Value))
	}
	fmt.Fprintf(b, "\n/**\n * %s\n%s\n */\nexport type %s = %s;\n", e.Doc, strings.Join(lines, "\n"), e.Name, strings.Join(values, " | "))
}

func tsInterface(b *bytes.Buffer, t schema.Type) {
	base := ""
	if t.Base != "" {
		base = " extends " + t.Base
	}
	fmt.Fprintf(b, "\n/** %s */\nexport interface %s%s {\n", t.Doc, t.Name, base)
	for _, f := range t.Fields {
		mark := ""
		if f.Optional {
			mark = "?"
		}
		typ := tsFieldType(f, t.In)
		if f.Optional && t.In {
			typ += " | undefined" // undefined members are left out, also with exactOptionalPropertyTypes
		}
		fmt.Fprintf(b, "  /** %s */\n  %s%s: %s;\n", fieldDoc(f), f.Name, mark, typ)
	}
	b.WriteString("}\n")
}

func tsFieldType(f schema.Field, in bool) string {
	if isAgent(f) {
		return "Agent"
	}
	return tsType(f.Type, in)
}

// tsType renders a field type; a request's times may be Dates or strings.
func tsType(t string, in bool) string {
	switch {
	case strings.HasPrefix(t, "[]"):
		return tsType(t[2:], in) + "[]"
	case strings.HasPrefix(t, "map[string]"):
		return "Record<string, " + tsType(strings.TrimPrefix(t, "map[string]"), in) + ">"
	case t == "int", t == "index", t == "money", t == "ratio":
		return "number"
	case t == "bool", t == "flag":
		return "boolean"
	case t == "none":
		return "null"
	case t == "text":
		return "string"
	case t == "json":
		return "Json"
	case t == "time" && in:
		return "Date | string | number"
	case t == "time":
		return "Date"
	}
	return t
}

func tsOps(b *bytes.Buffer) {
	b.WriteString("\n/** The operations' numbers in the wasm ABI. */\nexport const ops = {\n")
	for _, o := range schema.Ops {
		fmt.Fprintf(b, "  /** %s */\n  %q: %d,\n", o.Doc, o.Name, o.ID)
	}
	b.WriteString("} as const;\n\n/** An operation's name. */\nexport type OpName = keyof typeof ops;\n")
	b.WriteString("\n/** The request and the result of every operation. */\nexport interface Operations {\n")
	for _, o := range schema.Ops {
		result := tsType(o.Result, false)
		if o.Null {
			result += " | null"
		}
		fmt.Fprintf(b, "  %q: { request: %s; result: %s };\n", o.Name, o.Request, result)
	}
	b.WriteString("}\n")
	tsFields(b)
	tsChanging(b)
	b.WriteString("\n// Results as JSON.parse returns them: the same objects, with strings for times.\ntype Parsed = any;\n")
}

// tsFields writes the member names of every request, for errors that suggest the
// closest one.
func tsFields(b *bytes.Buffer) {
	b.WriteString("\n/** The members of each operation's request. */\nexport const requestFields: { [N in OpName]: readonly string[] } = {\n")
	for _, o := range schema.Ops {
		for _, t := range schema.Requests {
			if t.Name != o.Request {
				continue
			}
			var names []string
			for _, f := range t.Fields {
				names = append(names, fmt.Sprintf("%q", f.Name))
			}
			fmt.Fprintf(b, "  %q: [%s],\n", o.Name, strings.Join(names, ", "))
		}
	}
	b.WriteString("};\n")
}

// tsChanging writes the operations that may change the store: they are the ones
// that can conflict with another writer.
func tsChanging(b *bytes.Buffer) {
	b.WriteString("\n/** The operations that may change the store. */\nexport const changingOps: ReadonlySet<string> = new Set<OpName>([\n")
	for _, o := range schema.Ops {
		if slices.Contains(o.Errors, "CONFLICT") {
			fmt.Fprintf(b, "  %q,\n", o.Name)
		}
	}
	b.WriteString("]);\n")
}

// tsRevives reports whether a type holds a time, itself or further down.
func tsRevives(name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "map[string]"), "[]")
	if name == "time" {
		return true
	}
	for _, t := range schema.Types {
		if t.Name != name {
			continue
		}
		for _, f := range t.Fields {
			if tsRevives(f.Type) {
				return true
			}
		}
	}
	return false
}

func tsReviver(b *bytes.Buffer, t schema.Type) {
	if !tsRevives(t.Name) {
		return
	}
	fmt.Fprintf(b, "\nfunction revive%s(x: Parsed): %s {\n", t.Name, t.Name)
	for _, f := range t.Fields {
		if !tsRevives(f.Type) {
			continue
		}
		x := "x." + f.Name
		stmt := tsRevive(f.Type, x)
		if f.Optional {
			stmt = fmt.Sprintf("if (%s !== undefined) %s", x, stmt)
		}
		fmt.Fprintf(b, "  %s;\n", stmt)
	}
	b.WriteString("  return x;\n}\n")
}

func tsRevive(t, x string) string {
	switch {
	case strings.HasPrefix(t, "[]"):
		return fmt.Sprintf("%s.forEach(revive%s)", x, t[2:])
	case t == "time":
		return fmt.Sprintf("%s = new Date(%s)", x, x)
	case strings.HasPrefix(t, "map["):
		exitWithError(fmt.Errorf("no TypeScript reviver for %s", t))
	}
	return fmt.Sprintf("revive%s(%s)", t, x)
}

func tsDecoders(b *bytes.Buffer) {
	b.WriteString("\n/** Turns the body of an operation's response into its result. */\n")
	b.WriteString("export const decoders: { [N in OpName]: (body: string) => Operations[N][\"result\"] } = {\n")
	for _, o := range schema.Ops {
		fmt.Fprintf(b, "  %q: %s,\n", o.Name, tsDecoder(o))
	}
	b.WriteString("};\n")
}

func tsDecoder(o schema.Op) string {
	switch {
	case o.Result == "text":
		return "(body) => body"
	case !tsRevives(o.Result):
		return "(body) => JSON.parse(body)"
	case strings.HasPrefix(o.Result, "[]"):
		return fmt.Sprintf("(body) => JSON.parse(body).map(revive%s)", o.Result[2:])
	case o.Null:
		return fmt.Sprintf("(body) => (body === \"null\" ? null : revive%s(JSON.parse(body)))", o.Result)
	}
	return fmt.Sprintf("(body) => revive%s(JSON.parse(body))", o.Result)
}
