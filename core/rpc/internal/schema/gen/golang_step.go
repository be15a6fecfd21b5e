package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// goStepDecoders writes what reads the steps of live.wasm: a function for each
// type that a step has. The answers come from our own module, so a member of
// another type is zero, not an error.
func goStepDecoders() []byte {
	var b bytes.Buffer
	b.WriteString(goHeader)
	b.WriteString("package rpc\n\nimport (\n\t\"github.com/heddle-dev/heddle/core/internal/scan\"\n\t\"github.com/heddle-dev/heddle/core/session\"\n)\n\n")
	for _, name := range reachableTypes("LiveStep", nil) {
		goValueDecoder(&b, typeOf(name))
	}
	return formatGo(&b)
}

// typeOf returns the result type of a name.
func typeOf(name string) schema.Type {
	for _, t := range schema.Types {
		if t.Name == name {
			return t
		}
	}
	exitWithError(fmt.Errorf("no type %s", name))
	return schema.Type{}
}

// reachableTypes adds a type and those of its members to a list.
func reachableTypes(name string, list []string) []string {
	if slices.Contains(list, name) {
		return list
	}
	list = append(list, name)
	for _, f := range typeOf(name).Fields {
		if element := strings.TrimPrefix(f.Type, "[]"); isStruct(element) {
			list = reachableTypes(element, list)
		}
	}
	return list
}

func goValueDecoder(b *bytes.Buffer, t schema.Type) {
	fmt.Fprintf(b, "func readValueOf%[1]s(v scan.Value) (x session.%[1]s) {\n\tv.EachMember(func(key, v scan.Value) bool {\n\t\tswitch key.AliasString() {\n", t.Name)
	for _, f := range sortedFields(t.Fields) {
		fmt.Fprintf(b, "\t\tcase %q:\n\t\t\t%s\n", f.Name, goReadMember(f))
	}
	b.WriteString("\t\t}\n\t\treturn true\n\t})\n\treturn x\n}\n\n")
}

// goReadMember returns the statements that read a member from v.
func goReadMember(f schema.Field) string {
	x := "x." + f.Go
	if element, list := strings.CutPrefix(f.Type, "[]"); list {
		return fmt.Sprintf("v.EachElement(func(_ int, v scan.Value) bool {\n\t%[1]s = append(%[1]s, %[2]s)\n\treturn true\n})", x, goValueOf(element))
	}
	switch {
	case f.Type == "int":
		return x + ", _ = v.Int()"
	case f.Type == "time":
		return x + ", _, _ = session.ParseTime(v.String())"
	case isStruct(f.Type):
		return "member := " + goValueOf(f.Type) + "\n" + x + " = &member"
	}
	return x + " = " + goValueOf(f.Type)
}

// goValueOf returns the expression of v as a value of a type.
func goValueOf(t string) string {
	switch {
	case t == "string":
		return "v.String()"
	case t == "bool":
		return "v.Bool()"
	case t == "json":
		return "session.JSON(v.Raw())"
	case isEnum(t):
		return "session." + t + "(v.String())"
	case isStruct(t):
		return "readValueOf" + t + "(v)"
	}
	exitWithError(fmt.Errorf("a step has no members of type %s", t))
	return ""
}
