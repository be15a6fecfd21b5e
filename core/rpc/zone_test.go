package rpc

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// TestBadZones: what is wrong with a zone is refused by the name of the field.
func TestBadZones(t *testing.T) {
	for zone, field := range map[string]string{
		`"Europe/Berlin"`: "zone", `[]`: "zone", `{}`: "zone.changes", `{"name":"UTC"}`: "zone.changes", `{"changes":{}}`: "zone.changes", `{"changes":[]}`: "zone.changes",
		`{"name":7,"changes":[{"offsetSeconds":0}]}`: "zone.name", `{"changes":[{"offsetSeconds":0}],"more":1}`: "zone.more",
		`{"changes":[0]}`: "zone.changes[0]", `{"changes":[{}]}`: "zone.changes[0].offsetSeconds", `{"changes":[{"offsetSeconds":"1"}]}`: "zone.changes[0].offsetSeconds",
		`{"changes":[{"offsetSeconds":1.5}]}`: "zone.changes[0].offsetSeconds", `{"changes":[{"offsetSeconds":93601}]}`: "zone.changes[0].offsetSeconds",
		`{"changes":[{"offsetSeconds":-93601}]}`: "zone.changes[0].offsetSeconds", `{"changes":[{"offsetSeconds":99999999999999999999}]}`: "zone.changes[0].offsetSeconds",
		`{"changes":[{"offsetSeconds":0,"dst":true}]}`:                                                    "zone.changes[0].dst",
		`{"changes":[{"at":"2026-01-01T00:00:00Z","offsetSeconds":0}]}`:                                   "zone.changes[0].at",
		`{"changes":[{"offsetSeconds":0},{"offsetSeconds":1}]}`:                                           "zone.changes[1].at",
		`{"changes":[{"offsetSeconds":0},{"at":null,"offsetSeconds":1}]}`:                                 "zone.changes[1].at",
		`{"changes":[{"offsetSeconds":0},{"at":5,"offsetSeconds":1}]}`:                                    "zone.changes[1].at",
		`{"changes":[{"offsetSeconds":0},{"at":"soon","offsetSeconds":1}]}`:                               "zone.changes[1].at",
		`{"changes":[{"offsetSeconds":0},{"at":"2026-01-01T00:00:00Z","offsetSeconds":100000}]}`:          "zone.changes[1].offsetSeconds",
		`{"changes":[{"offsetSeconds":0},` + hourFrom("2026-02-01") + `,` + hourFrom("2026-01-01") + `]}`: "zone.changes[2].at",
		`{"changes":[{"offsetSeconds":0},` + hourFrom("2026-02-01") + `,` + hourFrom("2026-02-01") + `]}`: "zone.changes[2].at",
	} {
		for _, op := range []Op{OpSessionsList, OpSessionsSearch, OpSessionsTotalCost, OpSessionsImport, OpStoreList, OpStoreNativeSessions} {
			h, _ := call(t, op, `{"zone":`+zone+`}`)
			if h.Error == nil || h.Error.Code != string(fault.InvalidArgument) || !strings.Contains(h.Error.Message, `"`+field+`"`) {
				t.Errorf("%v %.200s: %+v, want the field %s", op, zone, h.Error, field)
			}
		}
	}
	var many strings.Builder
	for i := range 10_000 {
		many.WriteString(`,{"at":"` + (session.Time(1_790_000_000_000 + int64(i))).String() + `","offsetSeconds":1}`)
	}
	h, _ := call(t, OpSessionsTotalCost, `{"zone":{"changes":[{"offsetSeconds":0}`+many.String()+`]}}`)
	if h.Error == nil || !strings.Contains(h.Error.Message, "at most 10,000") {
		t.Errorf("many changes: %+v", h.Error)
	}
	for _, good := range []string{`null`, `{"changes":[{"offsetSeconds":93600}]}`, `{"name":null,"changes":[{"at":null,"offsetSeconds":-93600},{"at":"1970-01-01T00:00:00Z","offsetSeconds":0}]}`} {
		if h, _ := call(t, OpSessionsTotalCost, `{"zone":`+good+`}`); h.Error != nil {
			t.Errorf("%s: %+v", good, h.Error)
		}
	}
}

func hourFrom(day string) string { return `{"at":"` + day + `","offsetSeconds":3600}` }

// TestDaysInARequest are days of its zone, wherever the zone is named in it.
func TestDaysInARequest(t *testing.T) {
	zone := `"zone":{"name":"America/New_York","changes":[{"offsetSeconds":-14400},{"at":"2026-11-01T06:00:00Z","offsetSeconds":-18000}]}`
	for _, req := range []string{`{"since":"2026-11-01","until":"2026-11-01",` + zone + `}`, `{` + zone + `,"since":"2026-11-01","until":"2026-11-01"}`} {
		var x session.CostRequest
		if err := decodeCostRequest(requestText{json: []byte(req)}, &x); err != nil {
			t.Fatal(err)
		}
		if x.Since.String() != "2026-11-01T04:00:00.000Z" || x.Until.String() != "2026-11-02T04:59:59.999Z" {
			t.Errorf("%s: %v to %v", req, x.Since, x.Until)
		}
		if x.Zone == nil || x.Zone.Name() != "America/New_York" {
			t.Errorf("zone %+v", x.Zone)
		}
	}
	var l session.ListRequest
	if err := decodeListRequest(requestText{json: []byte(`{"activeSince":"2026-10-31","activeUntil":"2026-10-31T12:00","since":"2026-10-31T12:00:00Z",` + zone + `}`)}, &l); err != nil {
		t.Fatal(err)
	}
	if l.ActiveSince.String() != "2026-10-31T04:00:00.000Z" || l.ActiveUntil.String() != "2026-10-31T16:00:00.000Z" || l.Since.String() != "2026-10-31T12:00:00.000Z" {
		t.Errorf("%v %v %v", l.ActiveSince, l.ActiveUntil, l.Since)
	}
	var s session.StoreListRequest
	if err := decodeStoreListRequest(requestText{json: []byte(`{"since":"2026-10-31",` + zone + `}`)}, &s); err != nil || s.Since.String() != "2026-10-31T04:00:00.000Z" {
		t.Errorf("%v %v", s.Since, err)
	}
}
