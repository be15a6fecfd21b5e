package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// SelectorOf reads a selector that was given as one object, in either spelling of its members. Those
// that were given beside it are in given; both together select nothing.
func SelectorOf(object session.JSON, given Selector) (sel Selector, err error) {
	if object == nil {
		return given, nil
	}
	v, err := scan.Parse(object)
	if err != nil || v.Kind() != scan.Object {
		return sel, fault.New(fault.InvalidSelector, "selector is not an object")
	}
	if given != (Selector{}) {
		return sel, fault.New(fault.InvalidSelector, "selector excludes count, visibleMessageCount, messageId and uuid")
	}
	v.EachMember(func(key, value scan.Value) bool {
		if value.Kind() != scan.Null {
			err = sel.set(key.String(), value)
		}
		return err == nil
	})
	return sel, err
}

// set sets one member.
func (s *Selector) set(name string, v scan.Value) error {
	n, isCount := v.Int()
	isCount = isCount && n >= 0
	isText := v.Kind() == scan.String
	switch {
	case name == "count" && isCount:
		s.Count = &n
	case (name == "visibleMessageCount" || name == "visible_message_count") && isCount:
		s.VisibleMessageCount = &n
	case (name == "messageId" || name == "message_id") && isText:
		s.MessageID = v.String()
	case name == "uuid" && isText:
		s.UUID = v.String()
	default:
		return fault.New(fault.InvalidSelector, "selector."+name+" selects nothing").
			WithHint("a selector has one of count, visibleMessageCount, messageId and uuid")
	}
	return nil
}
