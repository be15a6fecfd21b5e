package rpc

import (
	"reflect"
	"testing"

	"github.com/heddle-dev/heddle/core/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// typesOf are the types that the kinds of members are kept as.
var typesOf = map[kind]reflect.Type{
	aNumber: reflect.TypeFor[int64](), anOptionalNumber: reflect.TypeFor[*int64](), aBool: reflect.TypeFor[bool](),
	anOptionalBool: reflect.TypeFor[*bool](), aValue: reflect.TypeFor[session.JSON](), aList: reflect.TypeFor[[]session.JSON](),
	aTextList: reflect.TypeFor[[]string](), aTime: reflect.TypeFor[session.Time](), anEnd: reflect.TypeFor[session.Time](),
	aSessionRef: reflect.TypeFor[*catalog.SessionRef](), aZone: reflect.TypeFor[*session.Zone](),
}

// TestMembersStandWhereTheTablesSay holds tables with every kind of member to
// the structs that they were made for.
func TestMembersStandWhereTheTablesSay(t *testing.T) {
	met := map[kind]bool{}
	for _, c := range []struct {
		request any
		members []member
	}{
		{catalog.ListRequest{}, membersOfListRequest[:]}, {catalog.SearchRequest{}, membersOfSearchRequest[:]},
		{catalog.CostRequest{}, membersOfCostRequest[:]}, {catalog.RenderDiffRequest{}, membersOfRenderDiffRequest[:]},
		{RegisterRequest{}, membersOfRegisterRequest[:]}, {RecordRequest{}, membersOfRecordRequest[:]},
		{RevertRequest{}, membersOfRevertRequest[:]}, {StoreForkRequest{}, membersOfStoreForkRequest[:]},
		{StoreListRequest{}, membersOfStoreListRequest[:]}, {StoreMessagesRequest{}, membersOfStoreMessagesRequest[:]}, {ThreadsLoadedRequest{}, membersOfThreadsLoadedRequest[:]},
	} {
		typ := reflect.TypeOf(c.request)
		if typ.NumField() != len(c.members) {
			t.Errorf("%s has %d fields and %d members", typ, typ.NumField(), len(c.members))
		}
		fields := map[uintptr]reflect.Type{}
		for i := range typ.NumField() {
			fields[typ.Field(i).Offset] = typ.Field(i).Type
		}
		for _, m := range c.members {
			met[m.kind] = true
			got := fields[m.at]
			delete(fields, m.at)
			if m.kind == aText && (got == nil || got.Kind() != reflect.String) || m.kind != aText && got != typesOf[m.kind] {
				t.Errorf("%s.%s: kind %d is kept as %v", typ, m.name, m.kind, got)
			}
		}
	}
	if len(met) != len(typesOf)+1 {
		t.Errorf("only %d kinds were met", len(met))
	}
}
