package cursor

import (
	"bytes"
	"testing"
)

func TestStamp(t *testing.T) {
	for s, want := range map[string]string{
		"<timestamp>Monday, Aug 10, 2026, 9:16 AM (UTC)</timestamp>":          "2026-08-10T09:16:00.000Z",
		"<timestamp>Monday, August 3, 2026, 12:05 AM (UTC-3:30)</timestamp>x": "2026-08-03T03:35:00.000Z",
		"<timestamp>Monday, Aug 10, 2026, 12:16\u202fPM (UTC+2)</timestamp>":  "2026-08-10T10:16:00.000Z",
		"<timestamp>Monday, Aug 10, 2026, 9:16 AM</timestamp>":                "2026-08-10T09:16:00.000Z",
		"<timestamp>Monday, Aug 40, 2026, 9:16 AM (UTC)</timestamp>":          "",
		"<timestamp>Monday, Xyz 10, 2026, 9:16 AM (UTC)</timestamp>":          "",
		"<timestamp>Monday, Aug 10, 2026, 13:16 PM (+)</timestamp>":           "",
		"<timestamp>2026-08-10</timestamp>":                                   "",
		"<timestamp>Monday, Aug 10, 2026, 9:16 AM (UTC)":                      "",
	} {
		got := ""
		if at := stampOf(s); at != 0 {
			got = at.String()
		}
		if got != want {
			t.Errorf("%s is %s, want %s", s, got, want)
		}
	}
}

func TestFolderOf(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///home/dev/a%20b":                      "/home/dev/a b",
		"file:///c%3A/Users/x":                        "c:/Users/x",
		"vscode-remote://ssh-remote%2Bbox/home/dev/x": "/home/dev/x",
		"file:///100%":                                "/100%",
		"nothing":                                     "",
		"file://":                                     "",
	} {
		if got := folderOf(uri); got != want {
			t.Errorf("%s is %q, want %q", uri, got, want)
		}
	}
	if mungePath("/home/dev/parcel.api_2") != "home-dev-parcel-api-2" {
		t.Error(mungePath("/home/dev/parcel.api_2"))
	}
}

// TestFields reads every wire type, and stops at the first invalid byte.
func TestFields(t *testing.T) {
	message := []byte{0x08, 0x96, 0x01, 0x12, 0x02, 'h', 'i', 0x1d, 1, 2, 3, 4, 0x21, 1, 2, 3, 4, 5, 6, 7, 8, 0xaa, 0x01, 0x00}
	var numbers []int64
	var values []int64
	if !eachField(message, func(f field) { numbers, values = append(numbers, f.number), append(values, f.value) }) {
		t.Error("the message is whole")
	}
	if len(numbers) != 5 || numbers[4] != 21 || values[0] != 150 || !bytes.Equal(findField(message, 2).bytes, []byte("hi")) {
		t.Errorf("fields %v, values %v", numbers, values)
	}
	for _, bad := range [][]byte{{0x08}, {0x12, 5, 'x'}, {0x0b}, {0x00, 1}, {0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, {0xff}} {
		if eachField(bad, func(field) {}) {
			t.Errorf("%x is no message", bad)
		}
	}
}
