package bindingstest

import "fmt"

// readThread asks what a thread shows, and what it holds.
func (s *story) readThread(id string) {
	s.sendRequest("threads.read", `{"sessionId":"s","threadId":%q,"includeMessages":true}`, id)
	s.sendRequest("threads.messages", `{"sessionId":"s","threadId":%q,"includeHidden":true}`, id)
}

// tellThreads is about the operations on threads, each in turn.
func tellThreads(s *story) {
	s.beginPart("none")
	s.sendRequests("threads.get", `{"sessionId":"s","threadId":"t"}`)
	s.sendRequests("threads.loaded", `{"sessionId":"s"}`)
	s.sendRequests("threads.resume", `{"sessionId":"s","threadId":"t"}`)
	s.sendRequests("threads.fork", `{"sessionId":"s","threadId":"t"}`)
	s.sendRequests("threads.clearActive", `{"sessionId":"s"}`)
	s.sendRequests("threads.compact", `{"sessionId":"s"}`)
	s.sendRequests("store.sessionCount", `{}`)
	s.beginPart("start")
	s.sendRequests("threads.start", `{"sessionId":"s"}`, `{"sessionId":"s","threadId":"a","name":"first","metadata":{"b":1,"a":[]}}`, `{"sessionId":"s","threadId":"a"}`,
		`{"sessionId":"s","threadId":"b","parentThreadId":"a"}`, `{"sessionId":"s","threadId":"c","parentThreadId":"nobody","name":""}`,
		`{"sessionId":"s","threadId":"d","metadata":[1]}`, `{"sessionId":"s","threadId":"d","metadata":null}`, `{"sessionId":"s","threadId":7}`)
	s.sendRequests("store.get", `{"sessionId":"s"}`)
	s.sendRequests("threads.count", `{"sessionId":"s"}`, `{"sessionId":"nobody"}`)
	s.beginPart("record")
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(0, 2))
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"a","messages":%s}`, numberedMessages(10, 3))
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"b","messages":%s}`, numberedMessages(20, 2))
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"a","messages":%s}`, numberedMessages(30, 1))
	s.sendRequests("threads.record", `{"sessionId":"s","threadId":"a","messages":[{"type":"assistant","model":"m9","threadId":"b","content":"says b"}]}`,
		`{"sessionId":"s","threadId":"a","messages":[]}`, `{"sessionId":"s","threadId":"nobody","messages":[{"type":"user"}]}`,
		`{"sessionId":"nobody","threadId":"a","messages":[{"type":"user"}]}`, `{"sessionId":"s","threadId":"a","messages":[{"type":"user"},{}]}`, `{"sessionId":"s","messages":[{"type":"user"}]}`)
	s.sendRequests("store.record", `{"sessionId":"s","messages":[{"type":"user","threadId":"b","content":"tagged"},{"type":"user","threadId":"unknown","content":"tagged too"}]}`)
	for _, t := range []string{"a", "b", "c"} {
		s.readThread(t)
	}
	s.readSession("s")
	s.beginPart("read")
	s.sendRequests("threads.read", `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"a","includeMessages":false}`, `{"sessionId":"s","threadId":"x","includeMessages":true}`)
	for _, q := range []string{`"limit":2`, `"limit":2,"offset":2`, `"offset":5`, `"types":["assistant"]`, `"types":["user"],"limit":1,"offset":1`, `"limit":-1`} {
		s.sendRequest("threads.messages", `{"sessionId":"s","threadId":"a",%s}`, q)
	}
	s.beginPart("change")
	s.sendRequests("threads.rename", `{"sessionId":"s","threadId":"a","name":"Erster 🧵"}`, `{"sessionId":"s","threadId":"a","name":""}`, `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"x","name":"n"}`)
	s.sendRequests("threads.updateMetadata", `{"sessionId":"s","threadId":"a","metadata":{"c":{"d":1}}}`, `{"sessionId":"s","threadId":"a","metadata":{"c":{"e":2},"b":null}}`,
		`{"sessionId":"s","threadId":"a","metadata":{"a":null,"c":null}}`, `{"sessionId":"s","threadId":"a","metadata":{}}`, `{"sessionId":"s","threadId":"a","metadata":7}`, `{"sessionId":"s","threadId":"a"}`)
	for _, st := range []string{"paused", "completed", "active", "archived", "asleep", ""} {
		s.sendRequest("threads.setStatus", `{"sessionId":"s","threadId":"a","status":%q}`, st)
	}
	s.sendRequests("threads.setStatus", `{"sessionId":"s","threadId":"b","status":"paused"}`)
	s.sendRequests("threads.archive", `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"x"}`)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"a","messages":%s}`, numberedMessages(40, 1))
	s.beginPart("loaded")
	for _, q := range []string{``, `,"includeArchived":false`, `,"includeArchived":true`, `,"threadId":"b"`, `,"threadId":"x"`, `,"status":"paused"`, `,"status":"archived"`,
		`,"status":"archived","includeArchived":false`, `,"status":"asleep"`, `,"limit":1`, `,"limit":0`, `,"limit":-1`, `,"at":3`} {
		s.sendRequest("threads.loaded", `{"sessionId":"s"%s}`, q)
	}
	s.sendRequests("threads.list", `{"sessionId":"s"}`)
	s.sendRequests("threads.unarchive", `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"b"}`, `{"sessionId":"s","threadId":"x"}`)
	tellThreadsEnd(s)
}

// tellThreadsEnd continues with limits, requests made twice, and the end.
func tellThreadsEnd(s *story) {
	s.beginPart("limit")
	s.sendRequests("store.update", `{"sessionId":"s","messageLimit":14}`)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"b","messages":%s}`, numberedMessages(50, 3))
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"b","messages":%s}`, numberedMessages(50, 2))
	s.sendRequests("threads.fork", `{"sessionId":"s","threadId":"b","newThreadId":"over"}`, `{"sessionId":"s","threadId":"c","newThreadId":"nothing"}`)
	s.sendRequests("store.update", `{"sessionId":"s","messageLimit":0}`)
	s.sendRequests("threads.fork", `{"sessionId":"s","threadId":"b","newThreadId":"over"}`)
	s.beginPart("once")
	s.sendRequest("threads.start", `{"sessionId":"s","requestId":%q}`, onceA)
	s.sendRequest("threads.start", `{"sessionId":"s","requestId":%q}`, onceA)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"c","messages":%s,"requestId":%q}`, numberedMessages(60, 2), onceB)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"c","messages":%s,"requestId":%q}`, numberedMessages(60, 2), onceB)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"c","messages":%s,"expect":3}`, numberedMessages(70, 1))
	s.sendRequest("threads.rename", `{"sessionId":"s","threadId":"c","name":"n","requestId":%q}`, onceA)
	s.readThread("c")
	s.beginPart("end")
	s.sendRequests("threads.delete", `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"nobody","threadId":"a"}`)
	s.readSession("s")
	s.sendRequests("threads.start", `{"sessionId":"s","threadId":"a"}`)
	s.readThread("a")
	s.sendRequests("store.export", `{"sessionId":"s"}`)
	s.sendRequests("store.delete", `{"sessionId":"s"}`)
	s.sendRequests("threads.list", `{"sessionId":"s"}`)
	s.sendRequests("threads.active", `{"sessionId":"s"}`)
	s.sendRequests("store.check", `{}`)
}

// tellThreadsFork is about forks of threads: the session's own history stays.
func tellThreadsFork(s *story) {
	s.beginPart("fork")
	s.sendRequests("threads.start", `{"sessionId":"s","threadId":"t","name":"trunk","metadata":{"k":1}}`)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, numberedMessages(0, 4))
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(10, 1))
	s.sendRequests("threads.fork", `{"sessionId":"s","threadId":"t","newThreadId":"f"}`, `{"sessionId":"s","threadId":"t"}`, `{"sessionId":"s","threadId":"t","newThreadId":"f"}`,
		`{"sessionId":"s","threadId":"t","newThreadId":"t"}`, `{"sessionId":"s","threadId":"t","newThreadId":"g","name":"branch","parentThreadId":"elsewhere","metadata":{"own":true}}`,
		`{"sessionId":"s","threadId":"x"}`, `{"sessionId":"nobody","threadId":"t"}`)
	s.readThread("f")
	s.readSession("s")
	s.sendRequests("threads.active", `{"sessionId":"s"}`)
	s.beginPart("apart")
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"f","messages":%s}`, numberedMessages(20, 2))
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, numberedMessages(30, 1))
	s.readThread("f")
	s.readThread("t")
	s.readThread("g")
	s.readSession("s")
	s.beginPart("rolled")
	s.sendRequests("threads.rollback", `{"sessionId":"s","threadId":"f","uuid":"u1"}`)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"f","messages":%s}`, numberedMessages(40, 1))
	s.sendRequests("threads.fork", `{"sessionId":"s","threadId":"f","newThreadId":"ff"}`)
	s.readThread("ff")
	s.sendRequests("threads.rollback", `{"sessionId":"s","threadId":"ff","messageId":"id0"}`)
	s.readThread("ff")
	s.readThread("f")
	s.beginPart("gone")
	s.sendRequests("threads.delete", `{"sessionId":"s","threadId":"t"}`, `{"sessionId":"s","threadId":"f"}`)
	s.readThread("ff")
	s.readThread("g")
	s.sendRequests("threads.list", `{"sessionId":"s"}`)
	s.beginPart("session")
	s.sendRequests("store.fork", `{"sessionId":"s","newSessionId":"s2"}`)
	s.sendRequests("threads.list", `{"sessionId":"s2"}`)
	s.readSession("s2")
	s.sendRequests("store.delete", `{"sessionId":"s"}`)
	s.readSession("s2")
	s.sendRequests("store.check", `{}`)
}

// tellThreadsRollback is about what threads hide, beside what their session hides.
func tellThreadsRollback(s *story) {
	s.beginPart("count")
	s.sendRequests("threads.start", `{"sessionId":"s","threadId":"t"}`)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, numberedMessages(0, 10))
	for _, sel := range []string{`"count":0`, `"count":2`, `"count":3`, `"visibleMessageCount":4`, `"visibleMessageCount":9`, `"uuid":"u2"`, `"messageId":"id1"`, `"count":100`} {
		s.sendRequest("threads.rollback", `{"sessionId":"s","threadId":"t",%s}`, sel)
		s.sendRequest("threads.messages", `{"sessionId":"s","threadId":"t"}`)
	}
	s.readSession("s")
	s.beginPart("later")
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, numberedMessages(20, 3))
	s.readThread("t")
	s.sendRequests("threads.rollback", `{"sessionId":"s","threadId":"t","uuid":"u20"}`, `{"sessionId":"s","threadId":"t","uuid":"u3"}`)
	s.readThread("t")
	s.beginPart("bad")
	for _, sel := range []string{``, `,"count":-1`, `,"visibleMessageCount":-1`, `,"count":1,"uuid":"u20"`, `,"uuid":"nothing"`, `,"messageId":"id22"`, `,"count":"1"`} {
		s.sendRequest("threads.rollback", `{"sessionId":"s","threadId":"t"%s}`, sel)
	}
	s.sendRequests("threads.rollback", `{"sessionId":"s","threadId":"x","count":1}`, `{"sessionId":"nobody","threadId":"t","count":1}`, `{"sessionId":"s","count":1}`)
	s.beginPart("exact") // a boundary is set, although earlier rollbacks hid messages
	s.sendRequests("threads.start", `{"sessionId":"e","threadId":"t"}`)
	s.sendRequest("threads.record", `{"sessionId":"e","threadId":"t","messages":%s}`, numberedMessages(0, 5))
	for _, sel := range []string{`"count":3`, `"visibleMessageCount":5`, `"visibleMessageCount":0`, `"uuid":"u3"`, `"count":1`, `"messageId":"id4"`, `"visibleMessageCount":2`} {
		s.sendRequest("threads.rollback", `{"sessionId":"e","threadId":"t",%s}`, sel)
		s.sendRequest("threads.messages", `{"sessionId":"e","threadId":"t"}`)
	}
	s.sendRequests("threads.unrollback", `{"sessionId":"e","threadId":"t"}`, `{"sessionId":"e","threadId":"t"}`, `{"sessionId":"e","threadId":"x"}`,
		`{"sessionId":"nobody","threadId":"t"}`, `{"sessionId":"e"}`, `{"sessionId":"e","threadId":"t","expect":1}`)
	s.sendRequest("threads.messages", `{"sessionId":"e","threadId":"t"}`)
	s.sendRequests("store.events", `{"sessionId":"e","after":6}`)
	s.beginPart("both") // the session's window lies over the thread's
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, numberedMessages(30, 3))
	s.sendRequests("store.revert", `{"sessionId":"s","uuid":"u31"}`)
	s.readThread("t")
	s.sendRequests("threads.rollback", `{"sessionId":"s","threadId":"t","count":1}`)
	s.readThread("t")
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.sendRequests("store.unrevert", `{"sessionId":"s"}`)
	s.readThread("t")
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.beginPart("compact")
	s.sendRequests("threads.start", `{"sessionId":"s","threadId":"u"}`)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"u","messages":%s}`, numberedMessages(40, 4))
	s.sendRequests("threads.compact", `{"sessionId":"s","count":1}`, `{"sessionId":"s","visibleMessageCount":2}`, `{"sessionId":"s","uuid":"u40"}`)
	s.readThread("u")
	s.sendRequests("threads.compact", `{"sessionId":"s"}`)
	s.readThread("u")
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"u","messages":%s}`, numberedMessages(50, 1))
	s.readThread("u")
	s.sendRequests("threads.compact", `{"sessionId":"s","threadId":"t"}`, `{"sessionId":"s","threadId":"x"}`, `{"sessionId":"s","count":1,"uuid":"u50"}`)
	s.sendRequests("threads.clearActive", `{"sessionId":"s"}`)
	s.sendRequests("threads.compact", `{"sessionId":"s"}`, `{"sessionId":"nobody"}`)
	s.sendRequests("threads.list", `{"sessionId":"s"}`)
	s.sendRequests("store.export", `{"sessionId":"s"}`)
	s.sendRequests("store.check", `{}`)
}

// tellThreadsActive is about which thread is the active one.
func tellThreadsActive(s *story) {
	active := func() {
		s.sendRequests("threads.active", `{"sessionId":"s"}`)
	}
	s.beginPart("rules")
	s.sendRequests("store.register", `{"sessionId":"s"}`)
	active()
	for _, t := range []string{"a", "b", "c"} {
		s.sendRequest("threads.start", `{"sessionId":"s","threadId":%q}`, t)
		active()
	}
	for _, step := range []struct{ op, thread string }{
		{"resume", "a"}, {"setActive", "b"}, {"setActive", "b"}, {"setActive", "x"}, {"resume", "x"}, {"unsubscribe", "a"}, {"unsubscribe", "b"}, {"unsubscribe", "b"}, {"unsubscribe", "x"},
		{"setActive", "c"}, {"archive", "c"}, {"setActive", "c"}, {"resume", "c"}, {"archive", "b"}, {"unarchive", "b"}, {"delete", "c"}, {"resume", "a"}, {"delete", "b"},
		{"archive", "a"}, {"unarchive", "a"}} {
		s.sendRequest("threads."+step.op, `{"sessionId":"s","threadId":%q}`, step.thread)
		active()
	}
	s.beginPart("status")
	s.sendRequests("threads.setActive", `{"sessionId":"s","threadId":"a"}`)
	for _, st := range []string{"paused", "completed", "active"} {
		s.sendRequest("threads.setStatus", `{"sessionId":"s","threadId":"a","status":%q}`, st)
		active()
		s.sendRequests("threads.resume", `{"sessionId":"s","threadId":"a"}`)
	}
	s.sendRequests("threads.fork", `{"sessionId":"s","threadId":"a","newThreadId":"f"}`)
	active()
	s.sendRequests("threads.clearActive", `{"sessionId":"s"}`, `{"sessionId":"s"}`, `{"sessionId":"nobody"}`)
	active()
	s.sendRequests("threads.loaded", `{"sessionId":"s"}`)
	s.sendRequests("threads.resume", `{"sessionId":"s","threadId":"f"}`)
	s.sendRequests("threads.loaded", `{"sessionId":"s"}`, `{"sessionId":"s","threadId":"a"}`)
	s.sendRequests("threads.clear", `{}`)
	active()
	s.beginPart("sessions") // each has its own
	for i := range 3 {
		s.sendRequests("threads.start", fmt.Sprintf(`{"sessionId":"s%d","threadId":"t"}`, i))
	}
	s.sendRequests("threads.clearActive", `{"sessionId":"s1"}`)
	for i := range 3 {
		s.sendRequests("threads.active", fmt.Sprintf(`{"sessionId":"s%d"}`, i))
	}
	s.sendRequests("threads.clear", `{}`, `{}`)
	s.sendRequests("threads.count", `{"sessionId":"s0"}`)
	s.sendRequests("store.events", `{"sessionId":"s1"}`)
	s.sendRequests("store.check", `{}`)
}
