package schema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Source is the part of the table that one Go file of this package declares.
type Source struct {
	File            string // "ops.go"
	Ops             []Op
	Requests, Types []Type
	Enums           []Enum
}

// Sources returns the table by file, so that a mistake can be reported with
// the file to edit.
func Sources() []Source {
	return []Source{
		{File: "ops.go", Ops: Ops[:len(Ops)-len(storeOps)-len(statsOps)-len(tagOps)-len(viewOps)-len(originOps)], Requests: Requests[:len(Requests)-len(storeRequests)-len(statsRequests)-len(tagRequests)-len(viewRequests)-len(originRequests)]},
		{File: "model.go", Types: Types[:len(Types)-len(storeTypes)-len(liveTypes)-len(statsTypes)-len(tagTypes)-len(viewTypes)-len(originTypes)], Enums: Enums[:len(Enums)-len(storeEnums)-len(liveEnums)-len(viewEnums)]},
		{File: "store.go", Ops: storeOps, Requests: storeRequests, Types: storeTypes, Enums: storeEnums},
		{File: "live.go", Types: liveTypes, Enums: liveEnums},
		{File: "stats.go", Ops: statsOps, Requests: statsRequests, Types: statsTypes},
		{File: "tags.go", Ops: tagOps, Requests: tagRequests, Types: tagTypes},
		{File: "view.go", Ops: viewOps, Requests: viewRequests, Types: viewTypes, Enums: viewEnums},
		{File: "origins.go", Ops: originOps, Requests: originRequests, Types: originTypes},
	}
}

// protocolSource is the part of the table that heddle live serve alone uses.
func protocolSource() Source {
	return Source{File: "protocol.go", Requests: ProtocolRequests, Types: ProtocolTypes}
}

// ValidateProtocol reports every mistake in the messages of heddle live serve and in their types.
func ValidateProtocol(codes []string) []error {
	problems := Validate(append(Sources(), protocolSource()), codes)
	v := validator{codes: codes, file: "protocol.go", kinds: map[string]string{"none": "scalar"}}
	for _, name := range scalars {
		v.kinds[name] = "scalar"
	}
	requests := append(slices.Clone(Requests), ProtocolRequests...)
	for _, t := range append(append(slices.Clone(Types), ProtocolTypes...), requests...) {
		v.kinds[t.Name] = "type"
	}
	v.checkMessages(requests, ClientCalls, ClientNotices)
	v.checkMessages(ProtocolTypes, ServerCalls, ServerNotices[:len(ServerNotices)-1])
	return append(problems, v.problems...)
}

// checkMessages checks the messages of one side, whose params are among these types.
func (v *validator) checkMessages(params []Type, lists ...[]Message) {
	v.names = map[string]bool{}
	for _, m := range slices.Concat(lists...) {
		place := "message " + m.Name
		v.checkDoc(place, m.Doc)
		if v.names[m.Name] {
			v.addProblem(place, "duplicate message")
		}
		v.names[m.Name] = true
		if !slices.ContainsFunc(params, func(t Type) bool { return t.Name == m.Params }) {
			v.addProblem(place, "unknown type of params %q", m.Params)
		}
		if m.Result != "" {
			v.fieldType(place, "result type", m.Result, false)
		}
		for _, code := range m.Errors {
			if !slices.Contains(v.codes, code) {
				v.addProblem(place, "unknown error code %q", code)
			}
		}
	}
}

// Validate reports every mistake in a table, each with its file and the
// operation, type, field or value. codes are the error codes that exist.
func Validate(sources []Source, codes []string) []error {
	v := validator{codes: codes, kinds: map[string]string{}, ids: map[uint32]string{}, names: map[string]bool{}}
	for _, name := range scalars {
		v.kinds[name] = "scalar"
	}
	for _, s := range sources { // first all names: a file may use those of a later one
		v.file = s.File
		for _, t := range s.Requests {
			v.declareType(t.Name, "request")
		}
		for _, t := range s.Types {
			v.declareType(t.Name, "result")
		}
		for _, e := range s.Enums {
			v.declareType(e.Name, "enum")
		}
	}
	for _, s := range sources {
		v.file = s.File
		for _, o := range s.Ops {
			v.checkOp(o)
		}
		for _, t := range s.Requests {
			v.checkObject(t, true)
		}
		for _, t := range s.Types {
			v.checkObject(t, false)
		}
		for _, e := range s.Enums {
			v.checkEnum(e)
		}
	}
	return v.problems
}

// scalars are the field types that are neither objects nor enums.
var scalars = []string{"string", "int", "bool", "time", "money", "ratio", "index", "flag", "json"}

var (
	opName   = regexp.MustCompile(`^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)?$`)
	wireName = regexp.MustCompile(`^[a-z][A-Za-z0-9]*$`)
	goName   = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)
)

type validator struct {
	codes    []string
	kinds    map[string]string // type name to "scalar", "request", "result" or "enum"
	ids      map[uint32]string // operation id to name
	lastID   uint32
	names    map[string]bool // names of operations
	file     string
	problems []error
}

// addProblem adds a problem of a place such as "ListRequest.limit".
func (v *validator) addProblem(place, format string, args ...any) {
	v.problems = append(v.problems, fmt.Errorf("core/rpc/internal/schema/%s: %s: %s", v.file, place, fmt.Sprintf(format, args...)))
}

func (v *validator) declareType(name, kind string) {
	switch other := v.kinds[name]; {
	case !goName.MatchString(name):
		v.addProblem(fmt.Sprintf("%s type %q", kind, name), "a type's name is a Go name with an upper-case first letter")
	case other != "":
		v.addProblem(name, "duplicate type: it is declared as %s and as %s", other, kind)
	}
	v.kinds[name] = kind
}

func (v *validator) checkDoc(place, doc string) {
	switch {
	case strings.TrimSpace(doc) == "":
		v.addProblem(place, "missing Doc")
	case !strings.HasSuffix(doc, "."):
		v.addProblem(place, "Doc does not end with a full stop: %q", doc)
	}
}

func (v *validator) checkOp(o Op) {
	place := "operation " + o.Name
	switch other, used := v.ids[o.ID]; {
	case o.ID == 0:
		v.addProblem(place, "missing ID")
	case used:
		v.addProblem(place, "duplicate ID %d, which %s has", o.ID, other)
	case o.ID < v.lastID:
		v.addProblem(place, "ID %d is after ID %d: the table is in ascending order", o.ID, v.lastID)
	}
	v.ids[o.ID], v.lastID = o.Name, max(v.lastID, o.ID)
	switch {
	case !opName.MatchString(o.Name):
		v.addProblem(fmt.Sprintf("operation %d", o.ID), "invalid name %q", o.Name)
	case v.names[o.Name]:
		v.addProblem(place, "duplicate operation")
	}
	v.names[o.Name] = true
	v.checkDoc(place, o.Doc)
	switch kind := v.kinds[o.Request]; kind {
	case "request":
	case "":
		v.addProblem(place, "unknown request type %q", o.Request)
	default:
		v.addProblem(place, "the request type %s is declared as %s", o.Request, kind)
	}
	if o.Result != "text" && o.Result != "none" {
		v.fieldType(place, "result type", o.Result, false)
	}
	for i, code := range o.Errors {
		switch {
		case !slices.Contains(v.codes, code):
			v.addProblem(place, "unknown error code %q", code)
		case slices.Contains(o.Errors[:i], code):
			v.addProblem(place, "duplicate error code %s", code)
		}
	}
}

// fieldType checks the type of a field or of an operation's body.
func (v *validator) fieldType(place, what, typ string, in bool) {
	name, found := strings.CutPrefix(typ, "[]")
	if !found {
		name = strings.TrimPrefix(typ, "map[string]")
	}
	switch kind := v.kinds[name]; {
	case kind == "":
		v.addProblem(place, "unknown %s %q", what, typ)
	case in && kind == "result":
		v.addProblem(place, "a request cannot contain the result type %s", name)
	case !in && kind == "request":
		v.addProblem(place, "a result cannot contain the request type %s", name)
	case !in && name == "flag":
		v.addProblem(place, "a result cannot contain a flag: it has a bool")
	}
}

// checkObject checks a request type (in) or a result type.
func (v *validator) checkObject(t Type, in bool) {
	v.checkDoc(t.Name, t.Doc)
	switch {
	case in && !t.In:
		v.addProblem(t.Name, "a request type needs In: true")
	case !in && t.In:
		v.addProblem(t.Name, "In is for request types, and this is a result type")
	}
	seen := map[string]bool{}
	for _, f := range t.Fields {
		place := t.Name + "." + f.Name
		if !wireName.MatchString(f.Name) {
			v.addProblem(place, "invalid field name %q", f.Name)
		}
		if seen[f.Name] {
			v.addProblem(place, "duplicate field")
		}
		seen[f.Name] = true
		v.checkField(place, t, f, in)
	}
}

func (v *validator) checkField(place string, t Type, f Field, in bool) {
	v.checkDoc(place, f.Doc)
	v.fieldType(place, "field type", f.Type, in)
	if (in || t.Pkg == "") && !goName.MatchString(f.Go) {
		v.addProblem(place, "invalid Go name %q", f.Go)
	}
	for _, other := range t.Fields {
		if f.Go != "" && other.Go == f.Go && other.Name != f.Name {
			v.addProblem(place, "duplicate Go name %s, which %s has", f.Go, other.Name)
			break
		}
	}
	switch {
	case !in && (f.Default != "" || f.ZeroAll):
		v.addProblem(place, "Default and ZeroAll are for fields of requests")
	case !f.Optional && f.Default != "":
		v.addProblem(place, "a field with a Default needs Optional: true")
	case f.ZeroAll && f.Type != "int":
		v.addProblem(place, "ZeroAll is for fields of type int")
	}
}

func (v *validator) checkEnum(e Enum) {
	v.checkDoc(e.Name, e.Doc)
	if len(e.Values) == 0 {
		v.addProblem(e.Name, "an enum needs values")
	}
	seen := map[string]bool{}
	for _, value := range e.Values {
		place := fmt.Sprintf("%s value %q", e.Name, value.Value)
		if value.Value == "" {
			v.addProblem(place, "missing Value")
		}
		if seen[value.Value] {
			v.addProblem(place, "duplicate value")
		}
		seen[value.Value] = true
		v.checkDoc(place, value.Doc)
	}
}
