package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// clientNames are the methods whose plain name belongs to a method written by hand, with an
// iterator or with variadic arguments.
var clientNames = map[string]string{
	"sessions.search": "SearchPage",
	"store.record":    "RecordMessages",
}

// clientRequired are the members that the Go client takes by position although the request may
// leave them out.
var clientRequired = map[string][]string{"store.import": {"snapshot"}}

// clientServices are the namespaces, in the order of the documentation, with the sentence that
// describes each.
var clientServices = []struct{ space, name, doc string }{
	{"", "Heddle", ""},
	{"sessions", "Sessions", "reads the sessions of all agents."},
	{"attachments", "Attachments", "reads pictures and files of sessions."},
	{"edits", "Edits", "says where the lines of files come from."},
	{"store", "Store", "keeps sessions of its own: recorded messages, forks, shares and summaries."},
	{"threads", "Threads", "keeps several conversations in one stored session."},
	{"messages", "Messages", "translates what agents print into messages."},
	{"ids", "IDs", "joins and splits session ids."},
}

// goClient writes the methods of the root package.
func goClient() []byte {
	var b bytes.Buffer
	b.WriteString(goHeader)
	b.WriteString("package heddle\n\nimport (\n\t\"context\"\n\t\"time\"\n\n\t\"github.com/heddle-dev/heddle/core\"\n\t\"github.com/heddle-dev/heddle/core/rpc\"\n\t\"github.com/heddle-dev/heddle/core/session\"\n)\n\n")
	written := map[string]bool{}
	for _, service := range clientServices {
		if service.space != "" {
			goComment(&b, "", service.name+" "+service.doc+" Its methods are safe for concurrent use.")
			fmt.Fprintf(&b, "type %s struct{ h *Heddle }\n\n", service.name)
		}
		for _, o := range schema.Ops {
			if schema.MethodOf(o).Namespace == service.space {
				clientOptions(&b, o, written)
				clientMethod(&b, service.name, o)
			}
		}
	}
	return formatGo(&b)
}

// clientCall is how the Go client calls an operation.
type clientCall struct {
	op         schema.Op
	method     schema.Method
	name       string
	positional []schema.Field // in order, without the session
	options    []schema.Field
	optionType string // empty when there are no options
	session    bool   // the session is the first argument
}

func clientCallOf(o schema.Op) clientCall {
	c := clientCall{op: o, method: schema.MethodOf(o)}
	c.name = opGoName(c.method.Name)
	if name, ok := clientNames[o.Name]; ok {
		c.name = name
	}
	c.session = c.method.Session && !c.method.AnySession
	required := append(slices.Clone(c.method.Required), clientRequired[o.Name]...)
	byName := map[string]schema.Field{}
	for _, f := range schema.RequestOf(o).Fields {
		byName[f.Name] = f
		switch {
		case c.method.Session && (f.Name == "agent" || f.Name == "sessionId" || f.Name == "unifiedId" || f.Name == "ref"):
		case !slices.Contains(required, f.Name):
			c.options = append(c.options, f)
		}
	}
	for _, name := range required {
		c.positional = append(c.positional, byName[name])
	}
	if len(c.options) > 0 || c.method.AnySession {
		c.optionType = optionTypeOf(o, c.options)
	}
	return c
}

// optionTypeOf names the type of an operation's options. Operations whose options are the same few
// members share one.
func optionTypeOf(o schema.Op, options []schema.Field) string {
	var names []string
	for _, f := range options {
		names = append(names, f.Name)
	}
	switch strings.Join(names, " ") {
	case "requestId expect":
		return "ChangeOptions"
	case "at":
		return "ReadOptions"
	}
	return strings.TrimSuffix(o.Request, "Request") + "Options"
}

// clientOptions writes the type of an operation's options, once for all that share it.
func clientOptions(b *bytes.Buffer, o schema.Op, written map[string]bool) {
	c := clientCallOf(o)
	if c.optionType == "" || written[c.optionType] {
		return
	}
	written[c.optionType] = true
	goComment(b, "", c.optionType+" are the options of "+clientUsers(c.optionType)+". The zero value holds the defaults.")
	fmt.Fprintf(b, "type %s struct {\n", c.optionType)
	if c.method.AnySession {
		b.WriteString("\t// Ref names the one session to work on.\n\tRef Ref\n")
		b.WriteString("\t// Only this agent's sessions; not with Ref. Default: all agents.\n\tAgent Agent\n")
	}
	for _, f := range c.options {
		goComment(b, "\t", clientDoc(f))
		fmt.Fprintf(b, "\t%s %s\n", f.Go, clientOptionType(f))
	}
	b.WriteString("}\n\n")
}

// clientUsers lists the methods that have these options, for their comment.
func clientUsers(optionType string) string {
	var users []string
	for _, o := range schema.Ops {
		c := clientCallOf(o)
		if c.optionType == optionType {
			users = append(users, strings.TrimPrefix(opGoName(c.method.Namespace)+"."+c.name, "."))
		}
	}
	if len(users) > 3 {
		return "methods such as " + users[0] + " and " + users[1]
	}
	return strings.Join(users, " and ")
}

// clientDoc returns a field's documentation as a Go comment.
func clientDoc(f schema.Field) string {
	return clientWords(fieldDoc(f))
}

func clientOptionType(f schema.Field) string {
	switch {
	case f.Type == "Zone":
		return "*time.Location"
	case f.Type == "SessionRef":
		return "Ref"
	case f.Type == "flag":
		return "*bool"
	}
	return clientType(f)
}

// clientMethod writes one method.
func clientMethod(b *bytes.Buffer, service string, o schema.Op) {
	c := clientCallOf(o)
	clientMethodDoc(b, c)
	params := []string{"ctx context.Context"}
	if c.session {
		params = append(params, "ref Ref")
	}
	for _, f := range c.positional {
		params = append(params, clientParam(f.Name)+" "+clientOptionType(f))
	}
	if c.optionType != "" {
		params = append(params, "options ..."+c.optionType)
	}
	receiver, handle := "s", "s.h"
	if service == "Heddle" {
		receiver, handle = "h", "h"
	}
	fmt.Fprintf(b, "func (%s *%s) %s(%s) %s {\n", receiver, service, c.name, strings.Join(params, ", "), clientResult(o))
	clientRequest(b, c)
	fmt.Fprintf(b, "\treturn %s\n}\n\n", clientReturn(o, handle))
}

func clientMethodDoc(b *bytes.Buffer, c clientCall) {
	text := strings.ToLower(c.op.Doc[:1]) + c.op.Doc[1:]
	absent := "nil when"
	if c.op.Result == "string" {
		absent = "empty when"
	}
	text = strings.Replace(text, "null when", absent, 1)
	goComment(b, "", c.name+" "+clientWords(text)+" It runs the operation "+c.op.Name+".")
	for _, f := range c.positional {
		b.WriteString("//\n")
		goComment(b, "", clientParam(f.Name)+": "+clientDoc(f))
	}
	if len(c.op.Errors) > 0 {
		b.WriteString("//\n")
		goComment(b, "", "Errors: "+strings.Join(c.op.Errors, ", ")+".")
	}
}

// clientParam returns the name of a parameter: sessionID.
func clientParam(name string) string {
	if stem, found := strings.CutSuffix(name, "Id"); found {
		return stem + "ID"
	}
	return name
}

// clientRequest writes the statements that make the request.
func clientRequest(b *bytes.Buffer, c clientCall) {
	if c.optionType != "" {
		b.WriteString("\to := firstOf(options)\n")
	}
	fmt.Fprintf(b, "\trequest := session.%s{\n", c.op.Request)
	if c.session {
		b.WriteString("\t\tUnifiedID: ref.unifiedID(),\n\t\tRef: ref.typed(),\n")
	}
	if c.method.AnySession {
		b.WriteString("\t\tUnifiedID: o.Ref.unifiedID(),\n\t\tRef: o.Ref.typed(),\n\t\tAgent: string(o.Agent),\n")
	}
	for _, f := range c.positional {
		fmt.Fprintf(b, "\t\t%s: %s,\n", f.Go, clientMember(f, clientParam(f.Name)))
	}
	for _, f := range c.options {
		fmt.Fprintf(b, "\t\t%s: %s,\n", f.Go, clientMember(f, "o."+f.Go))
	}
	b.WriteString("\t}\n")
	if c.op.Request == "ExportRequest" {
		b.WriteString("\tfillReader(&request)\n")
	}
}

// clientMember returns the expression that converts an argument to the request's member.
func clientMember(f schema.Field, x string) string {
	switch {
	case isAgent(f):
		return "string(" + x + ")"
	case f.Type == "time":
		return "fromTime(" + x + ")"
	case f.Type == "Zone":
		return "fromLocation(" + x + ")"
	case f.Type == "SessionRef":
		return "&session.SessionRef{UnifiedID: " + x + ".unifiedID(), Ref: " + x + ".typed()}"
	case f.Type == "json":
		return "session.JSON(" + x + ")"
	case f.Type == "[]json":
		return "fromJSONs(" + x + ")"
	}
	return x
}

// clientResult returns the results of a method.
func clientResult(o schema.Op) string {
	element, isList := strings.CutPrefix(o.Result, "[]")
	switch {
	case o.Result == "none":
		return "error"
	case o.Result == "text":
		return "(*Text, error)"
	case o.Result == "int":
		return "(int64, error)"
	case isList:
		return "(*List[" + clientScalar(element) + "], error)"
	case isStruct(o.Result):
		return "(*" + o.Result + ", error)"
	}
	return "(" + clientScalar(o.Result) + ", error)"
}

// clientReturn returns the expression that runs the operation and converts its result.
func clientReturn(o schema.Op, handle string) string {
	element, isList := strings.CutPrefix(o.Result, "[]")
	call := map[bool]string{true: "callObject", false: "callValue"}[isStruct(o.Result)]
	result, convert := goResult(o), ""
	switch {
	case o.Result == "none":
		return fmt.Sprintf("callNothing(ctx, %s, rpc.Op%s, &request, func(e *core.Engine) error { return e.%s(request) })", handle, opGoName(o.Name), opGoName(o.Name))
	case o.Result == "text":
		call = "callText"
	case o.Result == "[]json":
		call, convert = "callList", ", toJSON"
	case isList:
		call, convert = "callList", ", to"+element
	case o.Result == "json":
		convert = ", toJSONValue"
	case isStruct(o.Result):
		convert = ", to" + o.Result
		if hasNotes(o.Result) {
			call, convert = "callNoted", convert+", func(x *"+o.Result+") *Notes { return &x.Notes }"
		}
	default:
		convert = ", same[" + clientScalar(o.Result) + "]"
	}
	return fmt.Sprintf("%s(ctx, %s, rpc.Op%s, &request, func(e *core.Engine) (%s, error) { return e.%s(request) }%s)", call, handle, opGoName(o.Name), result, opGoName(o.Name), convert)
}

// goResult returns what the engine's method of an operation returns besides its error.
func goResult(o schema.Op) string {
	element, isList := strings.CutPrefix(o.Result, "[]")
	switch {
	case o.Result == "text":
		return "[]byte"
	case isList:
		return "[]" + goScalar(element, "session.")
	case isStruct(o.Result):
		return "*session." + o.Result
	}
	return goScalar(o.Result, "session.")
}

// codeNames lists the Go names of the error codes: SessionNotFound.
func codeNames() (names []string) {
	for _, code := range fault.Codes() {
		var name strings.Builder
		for _, part := range strings.Split(strings.ToLower(string(code)), "_") {
			name.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
		if code == fault.IO {
			names = append(names, "IO")
			continue
		}
		names = append(names, name.String())
	}
	return names
}
