package bindingstest

import "strings"

// tellTags is about tags of an agent's session, of its copy and of a session of the store.
func tellTags(s *story) {
	agent, ids := s.homeAgent()
	if len(ids) == 0 {
		return
	}
	s.beginPart("none")
	s.sendRequests("sessions.tags", `{}`)
	s.sendRequest("sessions.tag", `{"agent":%q,"sessionId":%q,"remove":["b"]}`, agent, ids[0])
	s.beginPart("add")
	s.sendRequest("sessions.tag", `{"agent":%q,"sessionId":%q,"add":["b","a","b","é <"]}`, agent, ids[0])
	s.sendRequest("sessions.tag", `{"unifiedId":%q,"add":["c"],"remove":["a","x"]}`, agent+":"+ids[0])
	s.sendRequest("sessions.tag", `{"unifiedId":%q,"add":["c"]}`, agent+":"+ids[0])
	s.sendRequests("sessions.tags", `{}`)
	s.sendRequests("sessions.list", `{"tags":["c"]}`, `{"tags":["a"]}`)
	s.sendRequests("sessions.totalCost", `{"tags":["c"],"groupBy":"tag"}`)
	s.sendRequest("sessions.get", `{"unifiedId":%q}`, agent+":"+ids[0])
	s.beginPart("hidden")
	s.sendRequests("store.list", `{}`)
	s.sendRequests("store.sessionCount", `{}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("sessions.list", `{"agent":"heddle"}`)
	s.sendRequests("store.events", `{"sessionId":".tags"}`)
	s.sendRequests("store.check", `{}`)
	s.beginPart("copy")
	s.sendRequest("sessions.import", `{"agent":%q,"sessionId":%q}`, agent, ids[0])
	s.sendRequest("sessions.tag", `{"unifiedId":%q,"add":["d"]}`, "heddle:"+agent+":"+ids[0])
	s.sendRequests("sessions.list", `{"tags":["d"]}`, `{"agent":"heddle"}`)
	s.sendRequest("store.record", `{"sessionId":"mine","messages":%s}`, numberedMessages(0, 2))
	s.sendRequests("sessions.tag", `{"unifiedId":"heddle:mine","add":["d"]}`)
	s.sendRequests("sessions.get", `{"unifiedId":"heddle:mine"}`)
	s.sendRequests("sessions.tags", `{}`)
	s.beginPart("refused")
	s.sendRequests("sessions.tag", `{}`, `{"unifiedId":"nocolon","add":["a"]}`, `{"unifiedId":"nobody:x","add":["a"]}`, `{"unifiedId":"claude:none","add":["a"]}`,
		`{"unifiedId":"claude:none","remove":["a"]}`)
	for _, tags := range []string{`{}`, `"add":[""]`, `"add":[" a"]`, `"add":["a\nb"]`, `"add":["\u009b"]`, `"remove":["a\u0000"]`, `"add":["a"],"remove":["a"]`,
		`"add":["` + strings.Repeat("x", 128) + `"]`, `"add":["` + strings.Repeat("x", 129) + `"]`, `"add":[7]`} {
		if tags == `{}` {
			tags = `"add":[]`
		}
		s.sendRequest("sessions.tag", `{"unifiedId":%q,`+tags+`}`, agent+":"+ids[0])
	}
	s.beginPart("remove")
	s.sendRequest("sessions.tag", `{"unifiedId":%q,"remove":["b","c","d","é <",%q]}`, agent+":"+ids[0], strings.Repeat("x", 128))
	s.sendRequests("store.clear", `{}`)
	s.sendRequests("sessions.tags", `{}`)
	s.sendRequests("store.check", `{}`)
}
