package heddle

import (
	"context"
	"encoding/json"

	"github.com/heddle-dev/heddle/core/fault"
)

// User returns a message of the user for Store.Record.
func User(text string) JSON { return textMessage("user", text) }

// Assistant returns a message of the agent for Store.Record.
func Assistant(text string) JSON { return textMessage("assistant", text) }

// textMessage is a message of the form that docs/messages.md describes.
func textMessage(kind, text string) JSON {
	content, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always has a JSON form
	}
	return JSON(`{"content":` + string(content) + `,"role":"` + kind + `","type":"` + kind + `"}`)
}

// NewMessage returns any value that encoding/json accepts as a message for Store.Record.
func NewMessage(value any) (JSON, error) {
	message, err := json.Marshal(value)
	if err != nil {
		return nil, fault.Wrap(fault.InvalidArgument, "the message has no JSON form", err)
	}
	return message, nil
}

// Record appends messages to a stored session, all of them or none, and returns the session's new
// position. It creates the session when it does not exist. RecordMessages accepts options, such as
// an expected position, and returns the session.
func (s *Store) Record(ctx context.Context, sessionID string, messages ...JSON) (position int64, err error) {
	recorded, err := s.RecordMessages(ctx, sessionID, messages)
	if err != nil {
		return 0, err
	}
	return recorded.Position, nil
}
