package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// pythonTypes renders python/src/heddle/_types.py: a frozen, slotted dataclass for
// every type, a literal type for every enum, and the operations' numbers.
func pythonTypes() []byte {
	b := &bytes.Buffer{}
	b.WriteString(pythonHead)
	fmt.Fprintf(b, "ABI_VERSION = %d\n\"\"\"The version of the wasm ABI of this package.\"\"\"\n\n", abi.Version)
	b.WriteString("OPS: dict[str, int] = {\n")
	for _, o := range schema.Ops {
		fmt.Fprintf(b, "    %q: %d,\n", o.Name, o.ID)
	}
	b.WriteString("}\n\"\"\"The operations' numbers in the wasm ABI.\"\"\"\n")
	pyLiteral(b, "ErrorCode", "The stable error codes.", pyCodes())
	pyAgents(b)
	for _, e := range schema.Enums {
		pyLiteral(b, e.Name, e.Doc, e.Values)
	}
	for _, t := range schema.Types {
		pyClass(b, t)
		pyDecoder(b, t)
	}
	for _, t := range schema.Requests {
		pyClass(b, t)
		pyEncoder(b, t)
	}
	return b.Bytes()
}

const pythonHead = `# Code generated from core/rpc/internal/schema by ` + "`make generate`" + `. DO NOT EDIT.
"""Every type that crosses the engine's boundary, from the operation table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, Union

from ._wire import bound_text, parse_money, parse_ratio, parse_time, plain_floats, text_list, time_text

if TYPE_CHECKING:
    from typing_extensions import Self

JSON = Union[dict[str, "JSON"], list["JSON"], str, int, float, bool, None]
"""Any JSON value."""

`

func pyCodes() []schema.EnumValue {
	var out []schema.EnumValue
	for _, c := range fault.Codes() {
		out = append(out, schema.EnumValue{Value: string(c)})
	}
	return out
}

func pyAgents(b *bytes.Buffer) {
	var values []schema.EnumValue
	for _, name := range agentNames() {
		values = append(values, schema.EnumValue{Value: name})
	}
	pyLiteral(b, "AgentName", "The name of an agent that this version reads, or of the store.", values)
	b.WriteString("\nAgent = AgentName | str\n\"\"\"An agent: one of the names above, or one that a later version reads.\"\"\"\n")
}

func pyLiteral(b *bytes.Buffer, name, doc string, values []schema.EnumValue) {
	fmt.Fprintf(b, "\n%s = Literal[\n", name)
	for _, v := range values {
		fmt.Fprintf(b, "    %q,", v.Value)
		if v.Doc != "" {
			b.WriteString("  # " + pyText(v.Doc))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "]\n\"\"\"%s\"\"\"\n", doc)
}

func pyClass(b *bytes.Buffer, t schema.Type) {
	base := ""
	if t.Base != "" {
		base = "(" + t.Base + ")"
	}
	fmt.Fprintf(b, "\n\n@dataclass(frozen=True, slots=True, kw_only=True)\nclass %s%s:\n    \"\"\"%s\"\"\"\n\n", t.Name, base, pyText(t.Doc))
	for _, f := range t.Fields {
		typ, missing := pyType(f, t.In)
		fmt.Fprintf(b, "    %s: %s", pyName(f.Name), typ)
		if f.Optional {
			b.WriteString(" = " + missing)
		}
		fmt.Fprintf(b, "\n    \"\"\"%s\"\"\"\n", pyDoc(f))
	}
	if len(t.Fields) > 0 {
		b.WriteByte('\n')
	}
}

// pyType returns a field's type and the value when it is absent. In a request
// None means left out.
func pyType(f schema.Field, in bool) (typ, missing string) {
	elem, isList := strings.CutPrefix(f.Type, "[]")
	value, isMap := strings.CutPrefix(f.Type, "map[string]")
	scalar := pyScalar(f.Type, in)
	if isAgent(f) {
		scalar = "Agent"
	}
	switch {
	case in && isBound(f):
		return "datetime | date | timedelta | str | int | None", "None"
	case in && isList:
		scalar = "Sequence[" + pyScalar(elem, in) + "]"
	case isList:
		return "tuple[" + pyScalar(elem, in) + ", ...]", "()"
	case isMap:
		return "Mapping[str, " + pyScalar(value, in) + "]", "field(default_factory=dict)"
	case f.Type == "bool" && f.Optional:
		return "bool", "False"
	case f.Type == "json":
		return "JSON", "None"
	}
	if f.Optional {
		return scalar + " | None", "None"
	}
	return scalar, "None"
}

func pyScalar(t string, in bool) string {
	switch t {
	case "string":
		return "str"
	case "int", "bool":
		return t
	case "flag":
		return "bool"
	case "index":
		return "int"
	case "ratio":
		return "float"
	case "time":
		if in {
			return "datetime | date | str | int"
		}
		return "datetime"
	case "money":
		return "Decimal"
	case "json":
		return "JSON"
	}
	return t
}

// wireWord matches what may be a camelCase field name inside a sentence.
var wireWord = regexp.MustCompile(`[a-z]+[A-Z][A-Za-z0-9]*`)

// pyText spells the field names in a sentence as Python does.
func pyText(doc string) string {
	return wireWord.ReplaceAllStringFunc(doc, func(word string) string {
		for _, t := range slices.Concat(schema.Types, schema.Requests) {
			for _, f := range t.Fields {
				if f.Name == word {
					return pyName(word)
				}
			}
		}
		return word
	})
}

func pyDoc(f schema.Field) string {
	s := pyText(f.Doc)
	if f.Unit != "" {
		s += " Unit: " + f.Unit + "."
	}
	if f.Default != "" {
		s += " Default: " + f.Default + "."
	}
	return s
}

// pyDecoder writes from_json. It ignores unknown members, so that an older
// package can read the results of a newer engine.
func pyDecoder(b *bytes.Buffer, t schema.Type) {
	fmt.Fprintf(b, "    @classmethod\n    def from_json(cls, o: Mapping[str, Any]) -> Self:\n"+
		"        \"\"\"Reads the object's wire form.\"\"\"\n        return cls(\n")
	for _, f := range t.Fields {
		fmt.Fprintf(b, "            %s=%s,\n", pyName(f.Name), pyDecode(f))
	}
	b.WriteString("        )\n")
}

func pyDecode(f schema.Field) string {
	elem, isList := strings.CutPrefix(f.Type, "[]")
	value, isMap := strings.CutPrefix(f.Type, "map[string]")
	get := fmt.Sprintf("o[%q]", f.Name)
	if f.Optional {
		get = fmt.Sprintf("o.get(%q)", f.Name)
	}
	switch {
	case isList:
		if f.Optional {
			get = fmt.Sprintf("o.get(%q, ())", f.Name)
		}
		if elem == "json" {
			return "tuple(plain_floats(x) for x in " + get + ")"
		}
		if isScalar(elem) {
			return "tuple(" + get + ")"
		}
		return fmt.Sprintf("tuple(%s.from_json(x) for x in %s)", elem, get)
	case isMap && isScalar(value):
		return fmt.Sprintf("dict(o.get(%q, {}))", f.Name)
	case isMap:
		return fmt.Sprintf("{k: %s.from_json(x) for k, x in o.get(%q, {}).items()}", value, f.Name)
	case f.Type == "bool" && f.Optional:
		return fmt.Sprintf("o.get(%q, False)", f.Name)
	case f.Type == "time", f.Type == "money", f.Type == "ratio":
		return "parse_" + f.Type + "(" + get + ")"
	case f.Type == "json":
		return "plain_floats(" + get + ")"
	case isScalar(f.Type):
		return get
	}
	make := fmt.Sprintf("%s.from_json(o[%q])", f.Type, f.Name)
	if f.Optional {
		return fmt.Sprintf("%s if %q in o else None", make, f.Name)
	}
	return make
}

// pyEncoder writes to_json. What is None or False is left out.
func pyEncoder(b *bytes.Buffer, t schema.Type) {
	b.WriteString("    def to_json(self) -> dict[str, Any]:\n        \"\"\"The request's wire form.\"\"\"\n")
	if len(t.Fields) == 0 {
		b.WriteString("        return {}\n")
		return
	}
	first := "{}"
	if t.Base != "" {
		first = t.Base + ".to_json(self)"
	}
	b.WriteString("        o: dict[str, Any] = " + first + "\n")
	for _, f := range t.Fields {
		name, set := "self."+pyName(f.Name), "self."+pyName(f.Name)
		switch {
		case isBound(f):
			set = "bound_text(" + name + ")"
		case f.Type == "time":
			set = "time_text(" + name + ")"
		case strings.HasPrefix(f.Type, "[]") && isRequest(f.Type[2:]):
			set = "[x.to_json() for x in " + name + "]"
		case f.Type == "[]string":
			set = "text_list(" + name + ")"
		case strings.HasPrefix(f.Type, "[]"):
			set = "list(" + name + ")"
		case isRequest(f.Type):
			set = name + ".to_json()"
		}
		line := fmt.Sprintf("o[%q] = %s\n", f.Name, set)
		switch {
		case f.Type == "bool" && f.Optional:
			line = fmt.Sprintf("if %s:\n            %s", name, line)
		case f.Optional:
			line = fmt.Sprintf("if %s is not None:\n            %s", name, line)
		}
		b.WriteString("        " + line)
	}
	b.WriteString("        return o\n")
}

// isBound reports whether a field bounds a time: it may also be given as an age.
func isBound(f schema.Field) bool {
	name := strings.ToLower(f.Name)
	return f.Type == "time" && (strings.HasSuffix(name, "since") || strings.HasSuffix(name, "until"))
}

func isScalar(t string) bool {
	switch t {
	case "string", "int", "index", "bool", "flag", "time", "money", "ratio", "json":
		return true
	}
	return isEnum(t)
}

// pyName turns cacheWrite1hTokens into cache_write_1h_tokens.
func pyName(wire string) string {
	var out strings.Builder
	inNumber := false
	for i, c := range wire {
		upper, digit := c >= 'A' && c <= 'Z', c >= '0' && c <= '9'
		if i > 0 && (upper || digit && !inNumber) {
			out.WriteByte('_')
		}
		inNumber = digit
		out.WriteString(strings.ToLower(string(c)))
	}
	if wire == "continue" || wire == "from" { // a keyword
		return wire + "_"
	}
	return out.String()
}
