package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
)

func faultCodes() []string {
	var out []string
	for _, c := range fault.Codes() {
		out = append(out, string(c))
	}
	return out
}

func TestTheTableIsValid(t *testing.T) {
	for _, err := range ValidateProtocol(faultCodes()) {
		t.Error(err)
	}
}

// TestProtocolMistakes: a message that names no type, no code or another message is reported.
func TestProtocolMistakes(t *testing.T) {
	v := validator{codes: faultCodes(), kinds: map[string]string{"none": "scalar"}}
	v.checkMessages(ProtocolRequests, []Message{{Name: "a", Doc: "Does.", Params: "LiveNothing", Result: "none"}, {Name: "a", Doc: "no stop", Params: "LiveEnd", Result: "Nope", Errors: []string{"NOPE"}}})
	if len(v.problems) != 5 {
		t.Error(v.problems)
	}
}

func TestSourcesAreTheWholeTable(t *testing.T) {
	var ops, requests, types, enums []string
	for _, s := range Sources() {
		for _, o := range s.Ops {
			ops = append(ops, o.Name)
		}
		for _, r := range s.Requests {
			requests = append(requests, r.Name)
		}
		for _, r := range s.Types {
			types = append(types, r.Name)
		}
		for _, e := range s.Enums {
			enums = append(enums, e.Name)
		}
	}
	if len(ops) != len(Ops) || len(requests) != len(Requests) || len(types) != len(Types) || len(enums) != len(Enums) {
		t.Errorf("%d of %d operations, %d of %d requests, %d of %d types, %d of %d enums",
			len(ops), len(Ops), len(requests), len(Requests), len(types), len(Types), len(enums), len(Enums))
	}
	if ops[0] != "version" || Sources()[2].Ops[0].Name != "store.register" || Sources()[1].Types[0].Name != "Version" {
		t.Error("the parts of the table are not those of their files")
	}
}

// valid returns a small table without mistakes, which each test breaks.
func valid() *Source {
	return &Source{
		File: "ops.go",
		Ops: []Op{
			{ID: 1, Name: "things.list", Doc: "Lists things.", Request: "ListRequest", Result: "[]Thing", Errors: []string{"TIMEOUT"}},
			{ID: 2, Name: "things.export", Doc: "Returns text.", Request: "ListRequest", Result: "text"},
		},
		Requests: []Type{{Name: "ListRequest", In: true, Doc: "A filter.", Fields: []Field{
			{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "100", ZeroAll: true, Doc: "The limit."},
			{Name: "color", Go: "Color", Type: "Color", Optional: true, Doc: "The color."},
		}}},
		Types: []Type{{Name: "Thing", Doc: "A thing.", Fields: []Field{
			{Name: "id", Go: "ID", Type: "string", Doc: "The id."},
			{Name: "parts", Go: "Parts", Type: "map[string]Thing", Optional: true, Doc: "The parts."},
		}}},
		Enums: []Enum{{Name: "Color", Doc: "A color.", Values: []EnumValue{{"red", "Red."}, {"blue", "Blue."}}}},
	}
}

func TestMistakesNameFileAndPlace(t *testing.T) {
	for _, test := range []struct {
		name string
		make func(s *Source)
		want string
	}{
		{"unknown request", func(s *Source) { s.Ops[0].Request = "LstRequest" }, `operation things.list: unknown request type "LstRequest"`},
		{"result as request", func(s *Source) { s.Ops[0].Request = "Thing" }, `operation things.list: the request type Thing is declared as result`},
		{"unknown result", func(s *Source) { s.Ops[0].Result = "[]Thng" }, `operation things.list: unknown result type "[]Thng"`},
		{"request as result", func(s *Source) { s.Ops[0].Result = "ListRequest" }, `operation things.list: a result cannot contain the request type ListRequest`},
		{"duplicate id", func(s *Source) { s.Ops[1].ID = 1 }, `operation things.export: duplicate ID 1, which things.list has`},
		{"order of ids", func(s *Source) { s.Ops[0].ID = 3 }, `operation things.export: ID 2 is after ID 3: the table is in ascending order`},
		{"missing id", func(s *Source) { s.Ops[0].ID = 0 }, `operation things.list: missing ID`},
		{"duplicate operation", func(s *Source) { s.Ops[1].Name = "things.list" }, `operation things.list: duplicate operation`},
		{"name of operation", func(s *Source) { s.Ops[1].Name = "Things.export" }, `operation 2: invalid name "Things.export"`},
		{"doc of operation", func(s *Source) { s.Ops[0].Doc = " " }, `operation things.list: missing Doc`},
		{"unknown code", func(s *Source) { s.Ops[0].Errors[0] = "TIME_OUT" }, `operation things.list: unknown error code "TIME_OUT"`},
		{"duplicate code", func(s *Source) { s.Ops[0].Errors = []string{"TIMEOUT", "TIMEOUT"} }, `operation things.list: duplicate error code TIMEOUT`},
		{"request without In", func(s *Source) { s.Requests[0].In = false }, `ListRequest: a request type needs In: true`},
		{"result with In", func(s *Source) { s.Types[0].In = true }, `Thing: In is for request types, and this is a result type`},
		{"doc of type", func(s *Source) { s.Types[0].Doc = "" }, `Thing: missing Doc`},
		{"doc without full stop", func(s *Source) { s.Types[0].Doc = "A thing" }, `Thing: Doc does not end with a full stop: "A thing"`},
		{"duplicate type", func(s *Source) { s.Enums[0].Name = "Thing"; s.Requests[0].Fields = nil }, `Thing: duplicate type: it is declared as result and as enum`},
		{"name of type", func(s *Source) { s.Types = append(s.Types, Type{Name: "other", Doc: "Another."}) }, `result type "other": a type's name is a Go name`},
		{"unknown field type", func(s *Source) { s.Types[0].Fields[0].Type = "strng" }, `Thing.id: unknown field type "strng"`},
		{"unknown element", func(s *Source) { s.Types[0].Fields[1].Type = "map[string]Part" }, `Thing.parts: unknown field type "map[string]Part"`},
		{"nested list", func(s *Source) { s.Types[0].Fields[1].Type = "[][]Thing" }, `Thing.parts: unknown field type "[][]Thing"`},
		{"result in request", func(s *Source) { s.Requests[0].Fields[1].Type = "[]Thing" }, `ListRequest.color: a request cannot contain the result type Thing`},
		{"request in result", func(s *Source) { s.Types[0].Fields[0].Type = "ListRequest" }, `Thing.id: a result cannot contain the request type ListRequest`},
		{"flag in result", func(s *Source) { s.Types[0].Fields[0].Type = "flag" }, `Thing.id: a result cannot contain a flag`},
		{"doc of field", func(s *Source) { s.Requests[0].Fields[0].Doc = "" }, `ListRequest.limit: missing Doc`},
		{"duplicate field", func(s *Source) { s.Types[0].Fields[1].Name = "id" }, `Thing.id: duplicate field`},
		{"duplicate Go name", func(s *Source) { s.Types[0].Fields[1].Go = "ID" }, `Thing.id: duplicate Go name ID, which parts has`},
		{"name of field", func(s *Source) { s.Types[0].Fields[0].Name = "thing_id" }, `Thing.thing_id: invalid field name "thing_id"`},
		{"missing Go name", func(s *Source) { s.Types[0].Fields[0].Go = "" }, `Thing.id: invalid Go name ""`},
		{"default of result", func(s *Source) { s.Types[0].Fields[0].Default = "none" }, `Thing.id: Default and ZeroAll are for fields of requests`},
		{"default of required", func(s *Source) { s.Requests[0].Fields[0].Optional = false }, `ListRequest.limit: a field with a Default needs Optional: true`},
		{"ZeroAll of text", func(s *Source) { s.Requests[0].Fields[0].Type = "string" }, `ListRequest.limit: ZeroAll is for fields of type int`},
		{"doc of enum", func(s *Source) { s.Enums[0].Doc = "" }, `Color: missing Doc`},
		{"empty enum", func(s *Source) { s.Enums[0].Values = nil }, `Color: an enum needs values`},
		{"doc of value", func(s *Source) { s.Enums[0].Values[1].Doc = "" }, `Color value "blue": missing Doc`},
		{"duplicate value", func(s *Source) { s.Enums[0].Values[1].Value = "red" }, `Color value "red": duplicate value`},
		{"empty value", func(s *Source) { s.Enums[0].Values[1].Value = "" }, `Color value "": missing Value`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := valid()
			test.make(s)
			got := fmt.Sprint(Validate([]Source{*s}, faultCodes()))
			if want := "core/rpc/internal/schema/ops.go: " + test.want; !strings.Contains(got, want) {
				t.Errorf("got %s\nwant %s", got, want)
			}
		})
	}
	if got := Validate([]Source{*valid()}, faultCodes()); got != nil {
		t.Errorf("the table without mistakes: %v", got)
	}
}

// TestAMistakeIsReportedInItsFile: a type of one file may be used in another,
// and the mistake is where it was made.
func TestAMistakeIsReportedInItsFile(t *testing.T) {
	other := Source{File: "store.go", Types: []Type{{Name: "Box", Doc: "A box.", Fields: []Field{{Name: "things", Go: "Things", Type: "[]Thing", Doc: "Its things."}}}}}
	if got := Validate([]Source{other, *valid()}, faultCodes()); got != nil {
		t.Errorf("a type that a later file declares: %v", got)
	}
	other.Types[0].Fields[0].Type = "[]Thng"
	got := Validate([]Source{*valid(), other}, faultCodes())
	if len(got) != 1 || got[0].Error() != `core/rpc/internal/schema/store.go: Box.things: unknown field type "[]Thng"` {
		t.Errorf("got %v", got)
	}
}
