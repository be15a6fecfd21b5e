package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// goDispatch writes the function that runs an operation: it decodes the request, calls the engine's
// method of the operation's name and encodes what the method returns.
func goDispatch() []byte {
	var b bytes.Buffer
	b.WriteString(goHeader)
	b.WriteString(`package rpc

import (
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// run decodes the request of an operation, calls the engine and encodes the result.
func run(e *core.Engine, op Op, request requestText) ([]byte, error) {
	switch op {
`)
	for _, space := range opSpaces() {
		fmt.Fprintf(&b, "\tcase %s:\n\t\treturn run%s(e, op, request)\n", strings.Join(opConstants(space), ", "), spaceName(space))
	}
	b.WriteString("\t}\n\treturn nil, fault.New(fault.Unsupported, \"unknown operation\").WithHint(\"the operation table is docs/operations.md\")\n}\n\n")
	for _, space := range opSpaces() {
		goDispatchSpace(&b, space)
	}
	goDecodeRequest(&b)
	return formatGo(&b)
}

// goDecodeRequest writes the function that decodes a request by the type of its struct.
func goDecodeRequest(b *bytes.Buffer) {
	b.WriteString("// Decode reads a request into the struct of core/session that to points to, and replaces what it\n" +
		"// holds. A member that is unknown or of another type is INVALID_ARGUMENT. The struct's JSON values\n" +
		"// refer to the bytes of request. It panics for a type that is no request.\n" +
		"func Decode(request []byte, to any) error {\n\tswitch x := to.(type) {\n")
	seen := map[string]bool{}
	for _, o := range schema.Ops {
		t := schema.RequestOf(o)
		if seen[t.Name] {
			continue
		}
		seen[t.Name] = true
		fmt.Fprintf(b, "\tcase *session.%s:\n\t\t*x = session.%s{}\n\t\treturn decode%s(requestText{json: request}, x)\n", t.Name, t.Name, t.Name)
	}
	b.WriteString("\t}\n\tpanic(\"rpc: not a request\")\n}\n")
}

// goDispatchSpace writes the cases of one namespace.
func goDispatchSpace(b *bytes.Buffer, space string) {
	ops := opsOf(space)
	fmt.Fprintf(b, "func run%s(e *core.Engine, op Op, request requestText) ([]byte, error) {\n\tswitch op {\n", spaceName(space))
	for i, o := range ops {
		if i+1 < len(ops) {
			fmt.Fprintf(b, "\tcase Op%s:\n", opGoName(o.Name))
		} else {
			b.WriteString("\t}\n") // the last one needs no case: run has chosen the namespace
		}
		if o.NotLite {
			b.WriteString("\t\tif isLite {\n\t\t\treturn nil, leftOut()\n\t\t}\n")
		}
		fmt.Fprintf(b, "\t\tvar x session.%s\n\t\tif err := decode%s(request, &x); err != nil {\n\t\t\treturn nil, err\n\t\t}\n", o.Request, o.Request)
		fmt.Fprintf(b, "\t\treturn %s(e.%s(x))\n", goEncode(o), opGoName(o.Name))
	}
	b.WriteString("}\n\n")
}

// goEncode returns the function that encodes an operation's result.
func goEncode(o schema.Op) string {
	switch {
	case o.Result == "none":
		return "encodeNothing"
	case o.Result == "text":
		return "encodeText"
	case o.Result == "string" && o.Null:
		return "encodeOptionalString"
	case o.Result == "string":
		return "encodeString"
	case o.Result == "int":
		return "encodeInt"
	case o.Result == "json":
		return "encodeJSON"
	case o.Result == "[]json":
		return "encodeValues"
	case strings.HasPrefix(o.Result, "[]"):
		return "encodeList"
	case o.Null:
		return "encodeOptional"
	}
	return "encodeObject"
}

// opSpaces lists the namespaces in the order of the table; "" holds version.
func opSpaces() (spaces []string) {
	seen := map[string]bool{}
	for _, o := range schema.Ops {
		if space := opSpace(o); !seen[space] {
			seen[space] = true
			spaces = append(spaces, space)
		}
	}
	return spaces
}

func opSpace(o schema.Op) string {
	space, _, found := strings.Cut(o.Name, ".")
	if !found {
		return ""
	}
	return space
}

func opsOf(space string) (ops []schema.Op) {
	for _, o := range schema.Ops {
		if opSpace(o) == space {
			ops = append(ops, o)
		}
	}
	return ops
}

func opConstants(space string) (names []string) {
	for _, o := range opsOf(space) {
		names = append(names, "Op"+opGoName(o.Name))
	}
	return names
}

func spaceName(space string) string {
	if space == "" {
		return "Version"
	}
	return opGoName(space)
}
