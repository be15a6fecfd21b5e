package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// protocolTypes lists the types of the protocol of heddle live serve.
func protocolTypes() []schema.Type {
	return slices.Concat(schema.ProtocolRequests, schema.ProtocolTypes)
}

// isProtocolType reports whether a type belongs to the protocol alone.
func isProtocolType(name string) bool {
	return slices.ContainsFunc(protocolTypes(), func(t schema.Type) bool { return t.Name == name })
}

// goProtocol renders internal/liveserve/protocol_gen.go: a struct for every type of the protocol.
// Objects of the operation table are in their wire form.
func goProtocol() []byte {
	b := &bytes.Buffer{}
	b.WriteString(goHeader)
	fmt.Fprintf(b, "package liveserve\n\nimport \"encoding/json\"\n\n// Protocol is the number of the protocol.\nconst Protocol = %d\n\n", schema.ProtocolVersion)
	b.WriteString("// clientCalls are the names of the client's requests.\nvar clientCalls = []string{\n")
	for _, m := range schema.ClientCalls {
		fmt.Fprintf(b, "\t%q,\n", m.Name)
	}
	b.WriteString("}\n\n")
	for _, t := range protocolTypes() {
		goComment(b, "", goTypeName(t.Name)+" is "+t.Name+": "+t.Doc)
		fmt.Fprintf(b, "type %s struct {\n", goTypeName(t.Name))
		if t.Base != "" {
			fmt.Fprintf(b, "\t%s\n", goTypeName(t.Base))
		}
		for _, f := range t.Fields {
			tag := f.Name
			if f.Optional {
				tag += ",omitempty"
			}
			goComment(b, "\t", f.Doc)
			fmt.Fprintf(b, "\t%s %s `json:%q%s`\n", f.Go, goProtocolType(f), tag, oneOf(t, f))
		}
		b.WriteString("}\n\n")
		if t.In && len(t.Fields) > 0 && t.Fields[0].Name == "session" {
			fmt.Fprintf(b, "func (p *%s) handle() string { return p.Session }\n\n", goTypeName(t.Name))
		}
	}
	return formatGo(b)
}

// oneOf is the tag with the values that a member of a request may have.
func oneOf(t schema.Type, f schema.Field) string {
	var values []string
	for _, e := range schema.Enums {
		if t.In && e.Name == f.Type {
			for _, v := range e.Values {
				values = append(values, v.Value)
			}
		}
	}
	if values == nil {
		return ""
	}
	return fmt.Sprintf(" oneof:%q", strings.Join(values, ","))
}

// goTypeName is the name of a type in Go: wireStart for LiveStart.
func goTypeName(name string) string { return "wire" + strings.TrimPrefix(name, "Live") }

func goProtocolType(f schema.Field) string {
	elem, isList := strings.CutPrefix(f.Type, "[]")
	scalar := map[string]string{"string": "string", "int": "int64", "bool": "bool", "flag": "*bool", "json": "json.RawMessage"}[elem]
	switch {
	case isEnum(elem):
		scalar = "string"
	case isProtocolType(elem):
		scalar = goTypeName(elem)
		if f.Optional && !isList {
			scalar = "*" + scalar
		}
	case scalar == "":
		scalar = "json.RawMessage"
	case f.ZeroAll:
		return "*int64"
	}
	if isList {
		return "[]" + scalar
	}
	return scalar
}

// callerOptions are the members of a request that callers of the clients give as they are.
func callerOptions(t schema.Type) (list []schema.Field) {
	if t.Name != "LiveStart" && t.Name != "LiveQuery" {
		return nil
	}
	for _, f := range t.Fields {
		if !f.Host {
			list = append(list, f)
		}
	}
	return list
}

// pyOptions renders the options of callers as a class. Times and money, paths and Python's own words have another form there.
func pyOptions(b *bytes.Buffer, t schema.Type) {
	fmt.Fprintf(b, "\n\nclass %sOptions(TypedDict, total=False):\n    \"\"\"The members of %s that are options of callers as they are.\"\"\"\n\n", t.Name, t.Name)
	for _, f := range callerOptions(t) {
		if f.Unit == "ms" || f.Unit == "USD" || strings.Contains(" agent addDirs canAnswer continue ", " "+f.Name+" ") {
			continue
		}
		f.Optional = false
		typ, _ := pyType(f, true)
		fmt.Fprintf(b, "    %s: %s\n    \"\"\"%s\"\"\"\n", pyName(f.Name), typ, pyDoc(f))
	}
}

// typescriptProtocol renders js/src/live/protocol.gen.ts.
func typescriptProtocol() []byte {
	b := &bytes.Buffer{}
	b.WriteString(strings.SplitAfter(tsHead, "\n")[0])
	b.WriteString("// The messages of `heddle live serve`, docs/live-protocol.md.\n")
	b.WriteString("import type { Agent, Diagnostic, Json, LiveAgent, LiveAsk, LiveHealth, LivePermissionMode } from \"../wire/types.gen.js\";\n\n")
	fmt.Fprintf(b, "/** The number of the protocol. */\nexport const LIVE_PROTOCOL = %d;\n", schema.ProtocolVersion)
	for _, t := range protocolTypes() {
		tsInterface(b, t)
		if options := callerOptions(t); options != nil {
			fmt.Fprintf(b, "\n/** The members of %s that are options of callers as they are. */\nexport const %s = [", t.Name, strings.ToLower(t.Name[:1])+t.Name[1:]+"Options")
			for i, f := range options {
				if i > 0 {
					b.WriteString(", ")
				}
				fmt.Fprintf(b, "%q", f.Name)
			}
			b.WriteString("] as const;\n")
		}
	}
	for _, side := range protocolSides {
		fmt.Fprintf(b, "\n/** %s */\nexport interface %s {\n", side.doc, side.name)
		for _, m := range side.messages {
			in := strings.HasSuffix(side.name, "Notices")
			result := ""
			if !in {
				result = "; result: " + tsType(m.Result, false)
			}
			fmt.Fprintf(b, "  /** %s */\n  %q: { params: %s%s };\n", m.Doc, m.Name, m.Params, result)
		}
		b.WriteString("}\n")
	}
	return b.Bytes()
}

// protocolSides are the four kinds of messages.
var protocolSides = []struct {
	name, doc string
	messages  []schema.Message
}{
	{"LiveClientCalls", "The requests of the client.", schema.ClientCalls},
	{"LiveClientNotices", "The notifications of the client.", schema.ClientNotices},
	{"LiveServerCalls", "The requests of the program.", schema.ServerCalls},
	{"LiveServerNotices", "The notifications of the program.", schema.ServerNotices},
}

// pythonProtocol renders python/src/heddle/_live/protocol.py.
func pythonProtocol() []byte {
	b := &bytes.Buffer{}
	b.WriteString(strings.SplitAfter(pythonHead, "\n")[0])
	b.WriteString(pythonProtocolHead)
	fmt.Fprintf(b, "LIVE_PROTOCOL = %d\n\"\"\"The number of the protocol.\"\"\"\n", schema.ProtocolVersion)
	for _, t := range protocolTypes() {
		pyClass(b, t)
		if t.In {
			pyEncoder(b, t)
		} else {
			pyDecoder(b, t)
		}
		if callerOptions(t) != nil {
			pyOptions(b, t)
		}
	}
	for _, side := range protocolSides {
		fmt.Fprintf(b, "\n\n%s: dict[str, type] = {\n", strings.ToUpper(pyName(strings.ToLower(side.name[:1])+side.name[1:])))
		for _, m := range side.messages {
			fmt.Fprintf(b, "    %q: %s,\n", m.Name, m.Params)
		}
		fmt.Fprintf(b, "}\n\"\"\"%s With the type of the parameters of each.\"\"\"\n", side.doc)
	}
	return b.Bytes()
}

const pythonProtocolHead = `"""The messages of heddle live serve, docs/live-protocol.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from .._types import JSON, Agent, Diagnostic, LiveAsk, LiveHealth, LivePermissionMode
from .._wire import plain_floats, text_list

if TYPE_CHECKING:
    from typing_extensions import Self

`

// protocolReference renders docs/live-methods.md.
func protocolReference() []byte {
	b := &bytes.Buffer{}
	b.WriteString("<!-- Generated from core/rpc/internal/schema by `make generate`. Do not edit. -->\n# Messages of live sessions\n\n" +
		"The messages of `heddle live serve` and their types. [The protocol](live-protocol.md) says how they are sent.\n")
	for _, side := range protocolSides {
		fmt.Fprintf(b, "\n## %s\n\n| message | params | result | errors | |\n|---|---|---|---|---|\n", strings.TrimSuffix(side.doc, "."))
		for _, m := range side.messages {
			result := ""
			if m.Result != "" {
				result = protocolLink(m.Result)
			}
			fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", m.Name, protocolLink(m.Params), result, strings.Join(m.Errors, ", "), m.Doc)
		}
	}
	b.WriteString("\n## Types\n")
	for _, t := range protocolTypes() {
		fmt.Fprintf(b, "\n### %s\n\n%s\n", t.Name, t.Doc)
		if len(t.Fields) == 0 {
			continue
		}
		b.WriteString("\n| member | type | default | meaning |\n|---|---|---|---|\n")
		for _, f := range t.Fields {
			preset := ""
			if t.In {
				preset = refDefault(f)
			} else if f.Optional {
				preset = "absent"
			}
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", f.Name, protocolLink(f.Type), preset, refDoc(f))
		}
	}
	return b.Bytes()
}

// protocolLink renders a type with a link to where it is described.
func protocolLink(t string) string {
	name := strings.TrimPrefix(t, "[]")
	prefix := ""
	if name != t {
		prefix = "`[]`"
	}
	switch {
	case isProtocolType(name):
		return prefix + "[" + name + "](#" + headingAnchor(name) + ")"
	case slices.ContainsFunc(schema.Types, func(known schema.Type) bool { return known.Name == name }), isEnum(name):
		return prefix + "[" + name + "](operations.md#" + headingAnchor(name) + ")"
	}
	return "`" + t + "`"
}
