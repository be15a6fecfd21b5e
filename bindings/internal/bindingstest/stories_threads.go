package bindingstest

import "fmt"

// thread asks what a thread shows, and what it holds.
func (s *story) thread(id string) {
	s.ask("threads.read", `{"sessionId":"s","threadId":%q,"includeMessages":true}`, id)
	s.ask("threads.messages", `{"sessionId":"s","threadId":%q,"includeHidden":true}`, id)
}

// tellThreads is about the operations on threads, each in turn.
func tellThreads(s *story) {
	s.part("none")
	s.asks("threads.get", `{"sessionId":"s","threadId":"t"}`)
	s.asks("threads.loaded", `{"sessionId":"s"}`)
	s.asks("threads.resume", `{"sessionId":"s","threadId":"t"}`)
	s.asks("threads.fork", `{"sessionId":"s","threadId":"t"}`)
	s.asks("threads.clearActive", `{"sessionId":"s"}`)
	s.asks("threads.compact", `{"sessionId":"s"}`)
	s.asks("store.sessionCount", `{}`)
	s.part("start")
	s.asks("threads.start", `{"sessionId":"s"}`, `{"sessionId":"s","threadId":"a","name":"first","metadata":{"b":1,"a":[]}}`, `{"sessionId":"s","threadId":"a"}`,
		`{"sessionId":"s","threadId":"b","parentThreadId":"a"}`, `{"sessionId":"s","threadId":"c","parentThreadId":"nobody","name":""}`,
		`{"sessionId":"s","threadId":"d","metadata":[1]}`, `{"sessionId":"s","threadId":"d","metadata":null}`, `{"sessionId":"s","threadId":7}`)
	s.asks("store.get", `{"sessionId":"s"}`)
	s.asks("threads.count", `{"sessionId":"s"}`, `{"sessionId":"nobody"}`)
	s.part("record")
	s.ask("store.record", `{"sessionId":"s","messages":%s}`, said(0, 2))
	s.ask("threads.record", `{"sessionId":"s","threadId":"a","messages":%s}`, said(10, 3))
	s.ask("threads.record", `{"sessionId":"s","threadId":"b","messages":%s}`, said(20, 2))
	s.ask("threads.record", `{"sessionId":"s","threadId":"a","messages":%s}`, said(30, 1))
	s.asks("threads.record", `{"sessionId":"s","threadId":"a","messages":[{"type":"assistant","model":"m9","threadId":"b","content":"says b"}]}`,
		`{"sessionId":"s","threadId":"a","messages":[]}`, `{"sessionId":"s","threadId":"nobody","messages":[{"type":"user"}]}`,
		`{"sessionId":"nobody","threadId":"a","messages":[{"type":"user"}]}`, `{"sessionId":"s","threadId":"a","messages":[{"type":"user"},{}]}`, `{"sessionId":"s","messages":[{"type":"user"}]}`)
	s.asks("store.record", `{"sessionId":"s","messages":[{"type":"user","threadId":"b","content":"tagged"},{"type":"user","threadId":"unknown","content":"tagged too"}]}`)
	for _, t := range []string{"a", "b", "c"} {
		s.thread(t)
	}
	s.shown("s")
	s.part("read")
	s.asks("threads.read", `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"a","includeMessages":false}`, `{"sessionId":"s","threadId":"x","includeMessages":true}`)
	for _, q := range []string{`"limit":2`, `"limit":2,"offset":2`, `"offset":5`, `"types":["assistant"]`, `"types":["user"],"limit":1,"offset":1`, `"limit":-1`} {
		s.ask("threads.messages", `{"sessionId":"s","threadId":"a",%s}`, q)
	}
	s.part("change")
	s.asks("threads.rename", `{"sessionId":"s","threadId":"a","name":"Erster 🧵"}`, `{"sessionId":"s","threadId":"a","name":""}`, `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"x","name":"n"}`)
	s.asks("threads.updateMetadata", `{"sessionId":"s","threadId":"a","metadata":{"c":{"d":1}}}`, `{"sessionId":"s","threadId":"a","metadata":{"c":{"e":2},"b":null}}`,
		`{"sessionId":"s","threadId":"a","metadata":{"a":null,"c":null}}`, `{"sessionId":"s","threadId":"a","metadata":{}}`, `{"sessionId":"s","threadId":"a","metadata":7}`, `{"sessionId":"s","threadId":"a"}`)
	for _, st := range []string{"paused", "completed", "active", "archived", "asleep", ""} {
		s.ask("threads.setStatus", `{"sessionId":"s","threadId":"a","status":%q}`, st)
	}
	s.asks("threads.setStatus", `{"sessionId":"s","threadId":"b","status":"paused"}`)
	s.asks("threads.archive", `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"x"}`)
	s.ask("threads.record", `{"sessionId":"s","threadId":"a","messages":%s}`, said(40, 1))
	s.part("loaded")
	for _, q := range []string{``, `,"includeArchived":false`, `,"includeArchived":true`, `,"threadId":"b"`, `,"threadId":"x"`, `,"status":"paused"`, `,"status":"archived"`,
		`,"status":"archived","includeArchived":false`, `,"status":"asleep"`, `,"limit":1`, `,"limit":0`, `,"limit":-1`, `,"at":3`} {
		s.ask("threads.loaded", `{"sessionId":"s"%s}`, q)
	}
	s.asks("threads.list", `{"sessionId":"s"}`)
	s.asks("threads.unarchive", `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"b"}`, `{"sessionId":"s","threadId":"x"}`)
	tellThreadsEnd(s)
}

// tellThreadsEnd goes on with limits, requests made twice, and the end.
func tellThreadsEnd(s *story) {
	s.part("limit")
	s.asks("store.update", `{"sessionId":"s","messageLimit":14}`)
	s.ask("threads.record", `{"sessionId":"s","threadId":"b","messages":%s}`, said(50, 3))
	s.ask("threads.record", `{"sessionId":"s","threadId":"b","messages":%s}`, said(50, 2))
	s.asks("threads.fork", `{"sessionId":"s","threadId":"b","newThreadId":"over"}`, `{"sessionId":"s","threadId":"c","newThreadId":"nothing"}`)
	s.asks("store.update", `{"sessionId":"s","messageLimit":0}`)
	s.asks("threads.fork", `{"sessionId":"s","threadId":"b","newThreadId":"over"}`)
	s.part("once")
	s.ask("threads.start", `{"sessionId":"s","requestId":%q}`, onceA)
	s.ask("threads.start", `{"sessionId":"s","requestId":%q}`, onceA)
	s.ask("threads.record", `{"sessionId":"s","threadId":"c","messages":%s,"requestId":%q}`, said(60, 2), onceB)
	s.ask("threads.record", `{"sessionId":"s","threadId":"c","messages":%s,"requestId":%q}`, said(60, 2), onceB)
	s.ask("threads.record", `{"sessionId":"s","threadId":"c","messages":%s,"expect":3}`, said(70, 1))
	s.ask("threads.rename", `{"sessionId":"s","threadId":"c","name":"n","requestId":%q}`, onceA)
	s.thread("c")
	s.part("end")
	s.asks("threads.delete", `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"s","threadId":"a"}`, `{"sessionId":"nobody","threadId":"a"}`)
	s.shown("s")
	s.asks("threads.start", `{"sessionId":"s","threadId":"a"}`)
	s.thread("a")
	s.asks("store.export", `{"sessionId":"s"}`)
	s.asks("store.delete", `{"sessionId":"s"}`)
	s.asks("threads.list", `{"sessionId":"s"}`)
	s.asks("threads.active", `{"sessionId":"s"}`)
	s.asks("store.check", `{}`)
}

// tellThreadsFork is about forks of threads: the session's own history stays.
func tellThreadsFork(s *story) {
	s.part("fork")
	s.asks("threads.start", `{"sessionId":"s","threadId":"t","name":"trunk","metadata":{"k":1}}`)
	s.ask("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, said(0, 4))
	s.ask("store.record", `{"sessionId":"s","messages":%s}`, said(10, 1))
	s.asks("threads.fork", `{"sessionId":"s","threadId":"t","newThreadId":"f"}`, `{"sessionId":"s","threadId":"t"}`, `{"sessionId":"s","threadId":"t","newThreadId":"f"}`,
		`{"sessionId":"s","threadId":"t","newThreadId":"t"}`, `{"sessionId":"s","threadId":"t","newThreadId":"g","name":"branch","parentThreadId":"elsewhere","metadata":{"own":true}}`,
		`{"sessionId":"s","threadId":"x"}`, `{"sessionId":"nobody","threadId":"t"}`)
	s.thread("f")
	s.shown("s")
	s.asks("threads.active", `{"sessionId":"s"}`)
	s.part("apart")
	s.ask("threads.record", `{"sessionId":"s","threadId":"f","messages":%s}`, said(20, 2))
	s.ask("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, said(30, 1))
	s.thread("f")
	s.thread("t")
	s.thread("g")
	s.shown("s")
	s.part("rolled")
	s.asks("threads.rollback", `{"sessionId":"s","threadId":"f","uuid":"u1"}`)
	s.ask("threads.record", `{"sessionId":"s","threadId":"f","messages":%s}`, said(40, 1))
	s.asks("threads.fork", `{"sessionId":"s","threadId":"f","newThreadId":"ff"}`)
	s.thread("ff")
	s.asks("threads.rollback", `{"sessionId":"s","threadId":"ff","messageId":"id0"}`)
	s.thread("ff")
	s.thread("f")
	s.part("gone")
	s.asks("threads.delete", `{"sessionId":"s","threadId":"t"}`, `{"sessionId":"s","threadId":"f"}`)
	s.thread("ff")
	s.thread("g")
	s.asks("threads.list", `{"sessionId":"s"}`)
	s.part("session")
	s.asks("store.fork", `{"sessionId":"s","newSessionId":"s2"}`)
	s.asks("threads.list", `{"sessionId":"s2"}`)
	s.shown("s2")
	s.asks("store.delete", `{"sessionId":"s"}`)
	s.shown("s2")
	s.asks("store.check", `{}`)
}

// tellThreadsRollback is about what threads hide, beside what their session hides.
func tellThreadsRollback(s *story) {
	s.part("count")
	s.asks("threads.start", `{"sessionId":"s","threadId":"t"}`)
	s.ask("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, said(0, 10))
	for _, sel := range []string{`"count":0`, `"count":2`, `"count":3`, `"visibleMessageCount":4`, `"visibleMessageCount":9`, `"uuid":"u2"`, `"messageId":"id1"`, `"count":100`} {
		s.ask("threads.rollback", `{"sessionId":"s","threadId":"t",%s}`, sel)
		s.ask("threads.messages", `{"sessionId":"s","threadId":"t"}`)
	}
	s.shown("s")
	s.part("later")
	s.ask("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, said(20, 3))
	s.thread("t")
	s.asks("threads.rollback", `{"sessionId":"s","threadId":"t","uuid":"u20"}`, `{"sessionId":"s","threadId":"t","uuid":"u3"}`)
	s.thread("t")
	s.part("bad")
	for _, sel := range []string{``, `,"count":-1`, `,"visibleMessageCount":-1`, `,"count":1,"uuid":"u20"`, `,"uuid":"nothing"`, `,"messageId":"id22"`, `,"count":"1"`} {
		s.ask("threads.rollback", `{"sessionId":"s","threadId":"t"%s}`, sel)
	}
	s.asks("threads.rollback", `{"sessionId":"s","threadId":"x","count":1}`, `{"sessionId":"nobody","threadId":"t","count":1}`, `{"sessionId":"s","count":1}`)
	s.part("exact") // a boundary is set, whatever earlier rollbacks hid
	s.asks("threads.start", `{"sessionId":"e","threadId":"t"}`)
	s.ask("threads.record", `{"sessionId":"e","threadId":"t","messages":%s}`, said(0, 5))
	for _, sel := range []string{`"count":3`, `"visibleMessageCount":5`, `"visibleMessageCount":0`, `"uuid":"u3"`, `"count":1`, `"messageId":"id4"`, `"visibleMessageCount":2`} {
		s.ask("threads.rollback", `{"sessionId":"e","threadId":"t",%s}`, sel)
		s.ask("threads.messages", `{"sessionId":"e","threadId":"t"}`)
	}
	s.asks("threads.unrollback", `{"sessionId":"e","threadId":"t"}`, `{"sessionId":"e","threadId":"t"}`, `{"sessionId":"e","threadId":"x"}`,
		`{"sessionId":"nobody","threadId":"t"}`, `{"sessionId":"e"}`, `{"sessionId":"e","threadId":"t","expect":1}`)
	s.ask("threads.messages", `{"sessionId":"e","threadId":"t"}`)
	s.asks("store.events", `{"sessionId":"e","after":6}`)
	s.part("both") // the session's window lies over the thread's
	s.ask("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, said(30, 3))
	s.asks("store.revert", `{"sessionId":"s","uuid":"u31"}`)
	s.thread("t")
	s.asks("threads.rollback", `{"sessionId":"s","threadId":"t","count":1}`)
	s.thread("t")
	s.asks("store.messages", `{"sessionId":"s"}`)
	s.asks("store.unrevert", `{"sessionId":"s"}`)
	s.thread("t")
	s.asks("store.messages", `{"sessionId":"s"}`)
	s.part("compact")
	s.asks("threads.start", `{"sessionId":"s","threadId":"u"}`)
	s.ask("threads.record", `{"sessionId":"s","threadId":"u","messages":%s}`, said(40, 4))
	s.asks("threads.compact", `{"sessionId":"s","count":1}`, `{"sessionId":"s","visibleMessageCount":2}`, `{"sessionId":"s","uuid":"u40"}`)
	s.thread("u")
	s.asks("threads.compact", `{"sessionId":"s"}`)
	s.thread("u")
	s.ask("threads.record", `{"sessionId":"s","threadId":"u","messages":%s}`, said(50, 1))
	s.thread("u")
	s.asks("threads.compact", `{"sessionId":"s","threadId":"t"}`, `{"sessionId":"s","threadId":"x"}`, `{"sessionId":"s","count":1,"uuid":"u50"}`)
	s.asks("threads.clearActive", `{"sessionId":"s"}`)
	s.asks("threads.compact", `{"sessionId":"s"}`, `{"sessionId":"nobody"}`)
	s.asks("threads.list", `{"sessionId":"s"}`)
	s.asks("store.export", `{"sessionId":"s"}`)
	s.asks("store.check", `{}`)
}

// tellThreadsActive is about which thread is the active one.
func tellThreadsActive(s *story) {
	active := func() {
		s.asks("threads.active", `{"sessionId":"s"}`)
	}
	s.part("rules")
	s.asks("store.register", `{"sessionId":"s"}`)
	active()
	for _, t := range []string{"a", "b", "c"} {
		s.ask("threads.start", `{"sessionId":"s","threadId":%q}`, t)
		active()
	}
	for _, step := range []struct{ op, thread string }{
		{"resume", "a"}, {"setActive", "b"}, {"setActive", "b"}, {"setActive", "x"}, {"resume", "x"}, {"unsubscribe", "a"}, {"unsubscribe", "b"}, {"unsubscribe", "b"}, {"unsubscribe", "x"},
		{"setActive", "c"}, {"archive", "c"}, {"setActive", "c"}, {"resume", "c"}, {"archive", "b"}, {"unarchive", "b"}, {"delete", "c"}, {"resume", "a"}, {"delete", "b"},
		{"archive", "a"}, {"unarchive", "a"}} {
		s.ask("threads."+step.op, `{"sessionId":"s","threadId":%q}`, step.thread)
		active()
	}
	s.part("status")
	s.asks("threads.setActive", `{"sessionId":"s","threadId":"a"}`)
	for _, st := range []string{"paused", "completed", "active"} {
		s.ask("threads.setStatus", `{"sessionId":"s","threadId":"a","status":%q}`, st)
		active()
		s.asks("threads.resume", `{"sessionId":"s","threadId":"a"}`)
	}
	s.asks("threads.fork", `{"sessionId":"s","threadId":"a","newThreadId":"f"}`)
	active()
	s.asks("threads.clearActive", `{"sessionId":"s"}`, `{"sessionId":"s"}`, `{"sessionId":"nobody"}`)
	active()
	s.asks("threads.loaded", `{"sessionId":"s"}`)
	s.asks("threads.resume", `{"sessionId":"s","threadId":"f"}`)
	s.asks("threads.loaded", `{"sessionId":"s"}`, `{"sessionId":"s","threadId":"a"}`)
	s.asks("threads.clear", `{}`)
	active()
	s.part("sessions") // each has its own
	for i := range 3 {
		s.asks("threads.start", fmt.Sprintf(`{"sessionId":"s%d","threadId":"t"}`, i))
	}
	s.asks("threads.clearActive", `{"sessionId":"s1"}`)
	for i := range 3 {
		s.asks("threads.active", fmt.Sprintf(`{"sessionId":"s%d"}`, i))
	}
	s.asks("threads.clear", `{}`, `{}`)
	s.asks("threads.count", `{"sessionId":"s0"}`)
	s.asks("store.events", `{"sessionId":"s1"}`)
	s.asks("store.check", `{}`)
}
