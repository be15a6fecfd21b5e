package page

import (
	"hash/maphash"

	"github.com/heddle-dev/heddle"
)

// outline is what the page has to know of messages before it is written: its prompts, and where the results of
// calls are.
type outline struct {
	prompts  []prompt
	turns    int // prompts in all
	messages int
	seed     maphash.Seed
	calls    map[uint64]callPlace // by hash of their ids
}

// callPlace is where the last call and the last result with an id are: their messages' numbers plus one, 0 = none.
type callPlace struct{ call, result int32 }

// maxPrompts bounds the table of contents.
const maxPrompts = 20_000

func (o *outline) add(m *heddle.Message) {
	o.messages++
	if isPrompt(m) {
		if o.turns++; o.turns <= maxPrompts {
			o.prompts = append(o.prompts, prompt{o.turns, oneLine(m.Content)})
		}
	}
	for i := range m.ToolCalls {
		o.place(m.ToolCalls[i].ToolCallID, func(p *callPlace) { p.call = int32(o.messages) })
	}
	if r := m.ToolResult; r != nil {
		o.place(r.ToolCallID, func(p *callPlace) { p.result = int32(o.messages) })
	}
}

func (o *outline) place(id string, change func(*callPlace)) {
	if id == "" {
		return
	}
	if o.calls == nil {
		o.seed, o.calls = maphash.MakeSeed(), map[uint64]callPlace{}
	}
	key := maphash.String(o.seed, id)
	p := o.calls[key]
	change(&p)
	o.calls[key] = p
}

func (o *outline) placeOf(id string) (p callPlace) {
	if id != "" && o.calls != nil {
		p = o.calls[maphash.String(o.seed, id)]
	}
	return p
}

// resultOf returns the number of the message with the last result of a call.
func (o *outline) resultOf(id string) (number int, ok bool) {
	p := o.placeOf(id)
	return int(p.result) - 1, p.result > 0
}

// lastCall returns the number of the last message that has a call.
func (o *outline) lastCall(id string) int { return int(o.placeOf(id).call) - 1 }

// isWithCall reports whether the result of a message is shown with its call.
func (o *outline) isWithCall(m *heddle.Message, number int) bool {
	if m.ToolResult == nil {
		return false
	}
	p := o.placeOf(m.ToolResult.ToolCallID)
	return p.call > 0 && int(p.result)-1 == number
}
