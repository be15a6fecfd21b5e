package session

// SizeHint returns a little more than the length of the page's JSON, in bytes.
func (x *StoreEvents) SizeHint() int {
	const eventBytes = 256 // more than an event has besides its payload
	size := 1024
	for i := range x.Events {
		size += len(x.Events[i].Payload) + eventBytes
	}
	return size
}
