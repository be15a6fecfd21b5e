package live

import (
	"encoding/json"

	"github.com/heddle-dev/heddle"
)

// liveMessage is what commands read of a message.
type liveMessage struct {
	Type            string `json:"type"`
	Subtype         string `json:"subtype"`
	Content         any    `json:"content"`
	Delta           bool   `json:"delta"`
	IsError         bool   `json:"isError"`
	Interrupted     bool   `json:"interrupted"`
	ErrorType       string `json:"errorType"`
	Reason          string `json:"reason"`
	StopReasonAtom  string `json:"stopReasonAtom"`
	ToolName        string `json:"toolName"`
	ParentToolUseID string `json:"parentToolUseId"`
	ContentBlocks   []struct {
		Type string `json:"type"`
		Name string `json:"name"`
	} `json:"contentBlocks"`
}

// text returns the content if it is text.
func (m *liveMessage) text() string {
	s, _ := m.Content.(string)
	return s
}

// ReadMessage reads a message; of one in another form it returns the type alone.
func ReadMessage(raw heddle.JSON) (m liveMessage) {
	if err := json.Unmarshal(raw, &m); err != nil {
		m = liveMessage{Type: m.Type}
	}
	return m
}
