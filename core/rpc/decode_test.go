package rpc

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// typesOf are the types that the kinds of members are kept as.
var typesOf = map[kind]reflect.Type{
	aNumber: reflect.TypeFor[int64](), aLimit: reflect.TypeFor[int64](), anOptionalNumber: reflect.TypeFor[*int64](), aBool: reflect.TypeFor[bool](),
	anOptionalBool: reflect.TypeFor[*bool](), aValue: reflect.TypeFor[session.JSON](), aList: reflect.TypeFor[[]session.JSON](),
	aTextList: reflect.TypeFor[[]string](), aTime: reflect.TypeFor[session.Time](), anEnd: reflect.TypeFor[session.Time](),
	aSessionRef: reflect.TypeFor[*session.SessionRef](), aZone: reflect.TypeFor[*session.Zone](),
}

// TestMembersStandWhereTheTablesSay holds tables with every kind of member to
// the structs that they were made for.
func TestMembersStandWhereTheTablesSay(t *testing.T) {
	met := map[kind]bool{}
	for _, c := range []struct {
		request any
		members []member
	}{
		{session.ListRequest{}, membersOfListRequest[:]}, {session.SearchRequest{}, membersOfSearchRequest[:]},
		{session.CostRequest{}, membersOfCostRequest[:]}, {session.RenderDiffRequest{}, membersOfRenderDiffRequest[:]},
		{session.RegisterRequest{}, membersOfRegisterRequest[:]}, {session.RecordRequest{}, membersOfRecordRequest[:]},
		{session.RevertRequest{}, membersOfRevertRequest[:]}, {session.StoreForkRequest{}, membersOfStoreForkRequest[:]},
		{session.StoreListRequest{}, membersOfStoreListRequest[:]}, {session.StoreMessagesRequest{}, membersOfStoreMessagesRequest[:]}, {session.ThreadsLoadedRequest{}, membersOfThreadsLoadedRequest[:]},
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

// TestLimitZeroIsAll: a list or search without a limit has its default; 0 asks
// for all.
func TestLimitZeroIsAll(t *testing.T) {
	for request, want := range map[string]int64{`{}`: 0, `{"limit":0}`: session.NoLimit, `{"limit":3}`: 3, `{"limit":null}`: 0} {
		var list session.ListRequest
		if err := decodeListRequest(requestText{json: []byte(request)}, &list); err != nil || list.Limit != want {
			t.Errorf("list %s: limit %d, %v", request, list.Limit, err)
		}
		var found session.SearchRequest
		if err := decodeSearchRequest(requestText{json: []byte(request)}, &found); err != nil || found.Limit != want {
			t.Errorf("search %s: limit %d, %v", request, found.Limit, err)
		}
	}
}

// TestIdsWithLoneSurrogatesDiffer: they have no characters, but they are not the same id.
func TestIdsWithLoneSurrogatesDiffer(t *testing.T) {
	h := hosttest.Host(hosttest.NewMounts())
	h.Journal = journal.NewMemory()
	ids := []string{`a\ud800`, `a\uD801`, `a\ufffd`, `a\udcff`, `a\ud83d\ude00`, `a\ud83d\ud83d\ude00`, `a\\ud802`, `a\ud800\n\"\\`, "a\xff"}
	for i, id := range ids {
		for range i + 1 {
			ask(t, &h, OpStoreRecord, `{"sessionId":"`+id+`","messages":[{"type":"user","content":"x"}]}`)
		}
	}
	want := map[string]string{`a\uD801`: `"sessionId":"a\\ud801"`, `a\udcff`: `"sessionId":"a\\udcff"`, `a\ud83d\ude00`: `"sessionId":"a😀"`, `a\ud83d\ud83d\ude00`: `"sessionId":"a\\ud83d😀"`}
	for i, id := range ids {
		got := ask(t, &h, OpStoreGet, `{"sessionId":"`+id+`"}`)
		n := i + 1
		if id == `a\ufffd` || id == "a\xff" { // one byte that is no text: the request was not text
			n = 3 + len(ids)
		}
		if !strings.Contains(got, fmt.Sprintf(`"messageCount":%d,`, n)) || !strings.Contains(got, want[id]) {
			t.Errorf("%q: %s, want %d messages", id, got, n)
		}
	}
	got := ask(t, &h, OpStoreDelete, `{"sessionId":"a\ud800"}`)
	if list := ask(t, &h, OpStoreList, `{}`); strings.Contains(list, `"a\\ud800",`) || !strings.Contains(list, `"a\\ud801"`) {
		t.Errorf("delete: %s %s", got, list)
	}
}
