package rpc

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// maxZoneChanges bounds the changes of a zone: a real one has about 150 between
// 1970 and 2038.
const maxZoneChanges = 10_000

// decodeZone reads the zone of a request whose members may name one, nil when
// it names none. It is read before the other members, whose days are its.
func decodeZone(request scan.Value, members []member) (zone *session.Zone, err error) {
	for i := range members {
		if members[i].kind == aZone {
			request.EachMember(func(key, v scan.Value) bool {
				if v.Kind() != scan.Null && key.EqualString(members[i].name) {
					zone, err = readZone(members[i].name, v)
				}
				return err == nil
			})
		}
	}
	return zone, err
}

// readZone reads {name, changes: [{at, offsetSeconds}]}; field is what the
// request calls it.
func readZone(field string, v scan.Value) (zone *session.Zone, err error) {
	if v.Kind() != scan.Object {
		return nil, notA(field, "an object with name and changes")
	}
	var name string
	var changes scan.Value
	v.EachMember(func(key, value scan.Value) bool {
		switch {
		case value.Kind() == scan.Null:
		case key.EqualString("changes"):
			changes = value
		case !key.EqualString("name"):
			err = unknownField(field + "." + key.String())
		case value.Kind() != scan.String:
			err = notA(field+".name", "a string")
		default:
			name = value.String()
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	field += ".changes"
	if changes.Kind() != scan.Array {
		return nil, notA(field, "a list of {at, offsetSeconds}")
	}
	changes.EachElement(func(i int, change scan.Value) bool {
		if i == maxZoneChanges {
			err = notA(field, "a list of at most 10,000 changes")
		} else {
			zone, err = readChange(zone, name, field+"["+string(canon.AppendInt(nil, int64(i)))+"]", change)
		}
		return err == nil
	})
	if err == nil && zone == nil {
		err = notA(field, "a list of one change or more")
	}
	return zone, err
}

// readChange adds a change to a zone; the first one makes it.
func readChange(zone *session.Zone, name, field string, v scan.Value) (*session.Zone, error) {
	if v.Kind() != scan.Object {
		return nil, notA(field, "an object with at and offsetSeconds")
	}
	var at, offset scan.Value
	var err error
	v.EachMember(func(key, value scan.Value) bool {
		switch {
		case value.Kind() == scan.Null:
		case key.EqualString("at"):
			at = value
		case key.EqualString("offsetSeconds"):
			offset = value
		default:
			err = unknownField(field + "." + key.String())
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	seconds, ok := offset.Int()
	if !ok || seconds < -session.MaxZoneOffset || seconds > session.MaxZoneOffset {
		return nil, notA(field+".offsetSeconds", "a whole number of seconds, at most 26 hours either way")
	}
	if zone == nil {
		if at.Exists() {
			return nil, notA(field+".at", "left out: the first offset holds before all others")
		}
		return session.NewZone(name, seconds), nil
	}
	m, ok := session.ParseMoment(at.String())
	if !ok {
		return nil, notA(field+".at", "a time such as 2026-10-25T01:00:00Z")
	}
	if !zone.Change(m.Millis, seconds) {
		return nil, notA(field+".at", "later than the one before it")
	}
	return zone, nil
}

func notA(field, want string) error {
	return fault.New(fault.InvalidArgument, "field "+string(session.TextJSON(field))+" is not "+want)
}

func unknownField(field string) error {
	return fault.New(fault.InvalidArgument, "unknown field "+string(session.TextJSON(field))).
		WithHint("docs/operations.md lists the fields of each request")
}
