package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// pythonMethods renders python/src/heddle/_api/methods.py: a class for every
// namespace of operations, a method for every operation. What a table cannot
// say (iterators, results with notes, snapshots) is in the modules that the
// file imports.
func pythonMethods() []byte {
	b := &bytes.Buffer{}
	fmt.Fprintf(b, pythonMethodsHead, pyImports())
	for _, c := range pyClasses {
		fmt.Fprintf(b, "\n\n@checked_methods\nclass %s(%s):\n    \"\"\"%s\"\"\"\n", c.name, c.base, c.doc)
		for _, op := range schema.Ops {
			if schema.MethodOf(op).Namespace == c.namespace && !slices.Contains(pyByHand, op.Name) {
				writePyMethods(b, op)
			}
		}
	}
	return b.Bytes()
}

const pythonMethodsHead = `# Code generated from core/rpc/internal/schema by ` + "`make generate`" + `. DO NOT EDIT.
"""The operations as methods."""

from __future__ import annotations

import builtins
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Literal, cast

from .. import _types
from .._types import (
%s)
from .calls import Operations
from .messages import AnyMessage, StoreMessage, message_list, message_of, messages_of
from .names import (
    SessionName,
    StoredName,
    ThreadName,
    any_session_members,
    session_members,
    session_ref,
    stored_id_of,
    thread_id_of,
    unified_id_of,
)
from .options import checked_methods
from .results import CostSummary, DoctorReport, Export, Results, SearchResults, Session, SessionDiff, Snapshot
from .sessions import (
    SessionOperations,
    cost_summary_of,
    doctor_report_of,
    export_of,
    local_command_of,
    search_results_of,
    session_diff_of,
    session_of,
    with_reader,
)
from .store import StoreOperations
from .zone import ZoneName
`

// pyImports lists the types of the table that signatures and results name
// without a prefix.
func pyImports() string {
	used := map[string]bool{}
	for _, op := range schema.Ops {
		if slices.Contains(pyByHand, op.Name) {
			continue
		}
		result, expr := pyResult(op, schema.MethodOf(op))
		texts := []string{result, expr}
		for _, p := range pyParams(op) {
			texts = append(texts, p.typ)
		}
		for _, name := range pyIdentifier.FindAllString(strings.Join(texts, " "), -1) {
			used[name] = true
		}
	}
	names := []string{"Agent"}
	for _, t := range schema.Types {
		names = append(names, t.Name)
	}
	for _, e := range schema.Enums {
		names = append(names, e.Name)
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	out := ""
	for _, name := range names {
		if used[name] && !slices.Contains(pyOwnResults, name) {
			out += "    " + name + ",\n"
		}
	}
	return out
}

// pyIdentifier matches a name, and one with a prefix as a whole.
var pyIdentifier = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_.]*`)

// pyOwnResults are the results that results.py has in place of those of the table.
var pyOwnResults = []string{"CostSummary", "DoctorReport", "Session", "SessionDiff"}

// pyClasses are the classes of the file. Operations is the base of those that
// have no method by hand.
var pyClasses = []struct{ namespace, name, base, doc string }{
	{"", "EngineMethods", "Operations", "The operations on the engine itself."},
	{"ids", "Ids", "Operations", "Unified ids, agent:sessionId. Nothing is read; the session need not exist."},
	{"sessions", "Sessions", "SessionOperations", "The agents' sessions, read-only."},
	{"attachments", "Attachments", "SessionOperations", "Pictures and files of the agents' sessions."},
	{"edits", "Edits", "SessionOperations", "Where the lines of files come from."},
	{"store", "Store", "StoreOperations", "Heddle's own sessions, in the file that open(store=...) grants. Nothing that was recorded is lost, unless it is erased (heddle store erase).\n\n" +
		"    Every change has request_id, a UUID that makes it happen once, and expect,\n" +
		"    the position that the session must be at (0: it must never have existed),\n" +
		"    else CONFLICT. Every reading method has at, a position in the past.\n    "},
	{"threads", "Threads", "Operations", "Named conversations inside stored sessions. Their messages are part of the session's history.\n\n" +
		"    Every change has request_id and expect, every reading method at, as those of the store.\n    "},
	{"messages", "Messages", "Operations", "Pure functions on messages."},
}

// pyByHand are the operations whose methods are in store.py.
var pyByHand = []string{"store.import"}

// pyParam is one parameter of a method.
type pyParam struct {
	name    string // as Python spells it
	typ     string
	missing string // what the parameter is when it is left out; empty when it must be given
	keyword bool   // given by name only
	doc     string
	send    string // name=value of the request; empty for what is no member of it
}

// writePyMethods writes the method of an operation, and of one with pages the
// method that iterates over them.
func writePyMethods(b *bytes.Buffer, op schema.Op) {
	m := schema.MethodOf(op)
	name := pyMethodName(m.Name)
	result, expr := pyResult(op, m)
	writePyMethod(b, op, name, result, pyReturn(op, expr))
	if m.Pages {
		each := fmt.Sprintf("yield from self._pages(%q, request, %s, timeout, cancel)", op.Name, pyPageResult[op.Name])
		writePyMethod(b, op, name+"_all", "Iterator["+result+"]", each)
	}
}

func writePyMethod(b *bytes.Buffer, op schema.Op, name, result, last string) {
	params := pyParams(op)
	writePySignature(b, name, params, result)
	writePyDocstring(b, op, name, params)
	var members []string
	for _, p := range params {
		if p.send != "" {
			members = append(members, p.send)
		}
	}
	const indent = "\n            "
	list := strings.Join(members, ", ")
	if len(members) > 2 {
		list = indent + strings.Join(members, ","+indent) + ",\n        "
	}
	fmt.Fprintf(b, "        request = _types.%s(%s)\n", op.Request, list)
	if op.Request == "ExportRequest" {
		b.WriteString("        request = with_reader(request)\n")
	}
	fmt.Fprintf(b, "        %s\n", last)
}

// writePySignature writes the first lines of a method.
func writePySignature(b *bytes.Buffer, name string, params []pyParam, result string) {
	if len(params) == 0 {
		fmt.Fprintf(b, "\n    def %s(self) -> %s:\n", name, result)
		return
	}
	fmt.Fprintf(b, "\n    def %s(\n        self,\n", name)
	keyword := false
	for _, p := range params {
		if p.keyword && !keyword {
			keyword = true
			b.WriteString("        *,\n")
		}
		fmt.Fprintf(b, "        %s: %s", p.name, p.typ)
		if p.missing != "" {
			b.WriteString(" = " + p.missing)
		}
		b.WriteString(",\n")
	}
	fmt.Fprintf(b, "    ) -> %s:\n", result)
}

// pyMethodName spells a method's name as Python does; import is a keyword.
func pyMethodName(name string) string {
	if name == "import" {
		return "import_"
	}
	return pyName(name)
}

// pyReturn is the last statement of a method.
func pyReturn(op schema.Op, expr string) string {
	deadline := "timeout, cancel"
	if schema.MethodOf(op).Pure {
		deadline = "None, None"
	}
	answer := fmt.Sprintf("self._run(%q, request, %s)", op.Name, deadline)
	if op.Result == "none" {
		return answer
	}
	if op.Null {
		return fmt.Sprintf("found = %s.json()\n        return None if found is None else %s", answer, fmt.Sprintf(expr, "found"))
	}
	if strings.Contains(expr, "%s.diagnostics") { // the answer is needed twice
		return "answer = " + answer + "\n        return " + strings.ReplaceAll(expr, "%s", "answer")
	}
	return "return " + fmt.Sprintf(expr, answer)
}

// pyNoted are the results that carry diagnostics or a report, and the
// functions of sessions.py that make them.
var pyNoted = map[string][2]string{
	"sessions.get":        {"Session", "session_of(%s)"},
	"sessions.export":     {"Export", "export_of(%s)"},
	"sessions.search":     {"SearchResults", "search_results_of(%s)"},
	"sessions.totalCost":  {"CostSummary", "cost_summary_of(%s)"},
	"sessions.diff":       {"SessionDiff", "session_diff_of(%s)"},
	"sessions.renderDiff": {"Export", "export_of(%s)"},
	"sessions.doctor":     {"DoctorReport", "doctor_report_of(%s)"},
	"store.export":        {"Snapshot", "Snapshot(%s.body.decode())"},
	"sessions.command":    {"AgentCommand", "local_command_of(%s, self._calls)"},
}

// pyPageResult are the functions that make a page of a result.
var pyPageResult = map[string]string{"sessions.search": "search_results_of"}

// pyResult returns the type that a method returns, and the expression that
// makes it: of the answer, or of the value when null has been dealt with.
func pyResult(op schema.Op, m schema.Method) (typ, expr string) {
	if noted, ok := pyNoted[op.Name]; ok {
		return noted[0], noted[1]
	}
	value := "%s.json()"
	if op.Null {
		value = "%s"
	}
	elem, isList := strings.CutPrefix(op.Result, "[]")
	switch {
	case op.Result == "none":
		return "None", ""
	case op.Result == "text":
		return "str", "%s.body.decode()"
	case op.Result == "json":
		return "StoreMessage", "message_of(" + value + ")"
	case op.Result == "[]json":
		return "builtins.list[StoreMessage]", "messages_of(" + value + ")"
	case isList && (m.Namespace == "" || m.Namespace == "sessions"):
		return "Results[" + elem + "]", "Results(map(" + elem + ".from_json, %s.json()), %s.diagnostics, %s.at_most)"
	case isList:
		return "builtins.list[" + elem + "]", "[" + elem + ".from_json(x) for x in " + value + "]"
	}
	typ, expr = op.Result, op.Result+".from_json("+value+")"
	if isScalar(op.Result) {
		typ = pyScalar(op.Result, false)
		expr = typ + "(" + value + ")"
	}
	if op.Null {
		typ += " | None"
	}
	return typ, expr
}

// pyParams lists a method's parameters: those with a position in their order,
// then those given by name in the order of the request.
func pyParams(op schema.Op) []pyParam {
	m := schema.MethodOf(op)
	var positional, named []pyParam
	if m.Session {
		positional = pySessionParams(m)
	}
	fields := schema.RequestOf(op).Fields
	for _, name := range slices.Concat(m.Required, m.Optional) {
		at := slices.IndexFunc(fields, func(f schema.Field) bool { return f.Name == name })
		positional = append(positional, pyParamOf(op, fields[at]))
	}
	for _, f := range fields {
		isSession := m.Session && slices.Contains([]string{"agent", "sessionId", "unifiedId", "ref"}, f.Name)
		isPlaced := slices.Contains(m.Required, f.Name) || slices.Contains(m.Optional, f.Name)
		if isSession || isPlaced || slices.Contains(pyLeftOut, op.Name+"."+f.Name) {
			continue
		}
		p := pyParamOf(op, f)
		p.keyword = true
		named = append(named, p)
	}
	if !m.Pure {
		named = append(named,
			pyParam{name: "timeout", typ: "float | None", missing: "None", keyword: true, doc: "After so many seconds the call raises TIMEOUT. Default: no limit."},
			pyParam{name: "cancel", typ: "threading.Event | None", missing: "None", keyword: true, doc: "The call raises TIMEOUT when this event is set, from another thread."})
	}
	return append(positional, named...)
}

// pyLeftOut are members of requests that no method offers.
var pyLeftOut = []string{"store.summarize.summary"} // another name of content

// pySessionParams are the two parameters that name a session of an agent.
func pySessionParams(m schema.Method) []pyParam {
	name := pyParam{name: "agent", typ: "SessionName", send: "**session_members(agent, session_id)",
		doc: "The session: its unified id, (agent, id), or itself as list, search or get returned it. With session_id, the agent's name."}
	if m.AnySession {
		name.typ, name.missing = "SessionName | None", "None"
		name.send = "**any_session_members(agent, session_id, all)"
		name.doc += " With all, only this agent's sessions."
	}
	id := pyParam{name: "session_id", typ: "str | None", missing: "None", doc: "The agent's own session id."}
	return []pyParam{name, id}
}

// pyParamOf makes the parameter of a member.
func pyParamOf(op schema.Op, f schema.Field) pyParam {
	p := pyParam{name: pyName(f.Name), doc: pyNull(pyDoc(f))}
	p.typ, p.missing = pyType(f, true)
	if !f.Optional {
		p.missing = ""
	}
	if values := pyEnumValues(f.Type); values != "" {
		p.doc += " One of " + values + "."
	}
	value := p.name
	switch {
	case f.Name == "sessionId" && !f.Optional:
		p.typ, value = "StoredName", "stored_id_of(session_id)"
		p.doc = "The session by its id, at most 1,024 bytes of UTF-8, or as the store or a list returned it."
	case f.Name == "threadId" && !f.Optional:
		p.typ, value = "ThreadName", "thread_id_of(thread_id)"
		p.doc = "The thread by its id, or as the store returned it."
	case f.Type == "SessionRef":
		p.typ, value = "SessionName", "session_ref("+p.name+")"
		p.doc += " Its unified id, (agent, id), or itself as list, search or get returned it."
	case f.Type == "Zone":
		p.typ, value = "ZoneName | None", pyZone(op)
		p.doc = "The zone whose days dates and groups by day mean: a name such as \"Europe/Berlin\", or a tzinfo. Default: the zone of heddle.open, else the system's."
	case f.Name == "cwd":
		p.typ, value = "str | os.PathLike[str] | None", "None if cwd is None else os.fspath(cwd)"
	case f.Name == "messages":
		p.typ, value = "AnyMessage | Sequence[AnyMessage]", "message_list(messages)"
		p.doc = "One message or many. " + p.doc
	case f.Type == "json" && f.Optional:
		p.typ, p.missing, value = "Mapping[str, Any] | None", "None", "cast(\"_types.JSON\", "+p.name+")"
	case f.Type == "json":
		p.typ, value = "Mapping[str, Any]", "cast(\"_types.JSON\", "+p.name+")"
	case f.Type == "flag" && f.Default == "true":
		p.typ, p.missing = "bool", "True"
	}
	if o, ok := pyOverrides[op.Name+"."+f.Name]; ok {
		o.applyTo(&p, &value)
	}
	p.send = pyName(f.Name) + "=" + value
	return p
}

// pyOverride says what the parameter of one member has of its own.
type pyOverride struct{ name, typ, missing, value, doc string }

func (o pyOverride) applyTo(p *pyParam, value *string) {
	if o.name != "" {
		*value = strings.ReplaceAll(*value, p.name, o.name)
		p.name = o.name
	}
	if o.typ != "" {
		p.typ = o.typ
	}
	if o.missing != "" {
		p.missing = o.missing
	}
	if o.doc != "" {
		p.doc = o.doc
	}
	if o.value != "" {
		*value = o.value
	}
}

var pyOverrides = map[string]pyOverride{
	"ids.resolveNativeId.unifiedId": {typ: "str | SessionSummary | _types.Session", value: "unified_id_of(unified_id)"},
	"sessions.export.format":        {typ: "Literal[\"markdown\", \"json\", \"jsonl\", \"html\"] | None"},
	"sessions.search.offset":        {doc: "Skip this many of the best: the next_offset of a page. Default: 0."},
	"store.events.after":            {typ: "int", missing: "0"},
	"messages.normalize.message":    {name: "wire"},
}

// pyZone is the zone of a request: that of its bounds, or of the days by which
// it groups.
func pyZone(op schema.Op) string {
	args := []string{"zone"}
	for _, f := range schema.RequestOf(op).Fields {
		if isBound(f) {
			args = append(args, pyName(f.Name))
		}
	}
	if slices.ContainsFunc(schema.RequestOf(op).Fields, func(f schema.Field) bool { return f.Type == "GroupBy" }) {
		args = append(args, "days=group_by == \"day\"")
	}
	return "self._calls.request_zone(" + strings.Join(args, ", ") + ")"
}
