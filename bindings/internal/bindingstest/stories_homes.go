package bindingstest

import "strings"

// homeAgent is whose home the story has, and ids are its sessions.
func (s *story) homeAgent() (name string, ids []string) {
	name, _, _ = strings.Cut(s.seq.Home, "-")
	ids, err := SessionIDs(s.engine, name)
	if s.err == nil {
		s.err = err
	}
	return name, ids
}

// tellNative is about sessions as their agent keeps them, in the store's form.
func tellNative(s *story) {
	agent, ids := s.homeAgent()
	s.beginPart("sessions")
	s.sendRequests("store.nativeSessions", `{}`)
	s.sendRequest("store.nativeSessions", `{"adapter":%q}`, agent)
	s.sendRequest("store.nativeSessions", `{"adapter":%q,"limit":1}`, agent)
	s.sendRequest("store.nativeSessions", `{"adapter":%q,"model":"no-model"}`, agent)
	s.sendRequest("store.nativeSessions", `{"adapter":%q,"cwd":"/nowhere"}`, agent)
	s.sendRequest("store.nativeSessions", `{"adapter":%q,"since":"2099-01-01"}`, agent)
	s.sendRequests("store.nativeSessions", `{"adapter":"nobody"}`, `{"limit":-1}`)
	s.beginPart("messages")
	for i, id := range ids {
		if i == 4 {
			break
		}
		s.sendRequest("store.nativeMessages", `{"sessionId":%q}`, id)
		s.sendRequest("store.nativeMessages", `{"sessionId":%q,"adapter":%q,"limit":2,"offset":1}`, id, agent)
		s.sendRequest("store.nativeMessages", `{"sessionId":%q,"types":["user"]}`, id)
	}
	s.sendRequests("store.nativeMessages", `{"sessionId":"none"}`, `{}`, `{"sessionId":"none","adapter":"nobody"}`)
	s.beginPart("stored")
	s.sendRequest("store.record", `{"sessionId":"mine","messages":%s}`, numberedMessages(0, 3))
	s.sendRequests("store.update", `{"sessionId":"mine","adapter":"copilot"}`)
	s.sendRequests("store.nativeSessions", `{"adapter":"copilot"}`)
	s.sendRequests("store.nativeMessages", `{"sessionId":"mine"}`, `{"sessionId":"mine","limit":1,"offset":2}`)
	s.sendRequests("store.check", `{}`)
}

// tellImport is about copies of an agent's sessions.
func tellImport(s *story) {
	agent, ids := s.homeAgent()
	s.beginPart("dry")
	s.sendRequest("sessions.import", `{"agent":%q,"all":true,"dryRun":true}`, agent)
	s.sendRequests("store.sessionCount", `{}`)
	s.sendRequests("sessions.import", `{}`, `{"unifiedId":"nocolon"}`)
	s.sendRequest("sessions.import", `{"agent":%q,"sessionId":"none"}`, agent)
	s.sendRequests("sessions.import", `{"agent":"nobody","sessionId":"x"}`)
	s.beginPart("one")
	if len(ids) == 0 {
		return
	}
	s.sendRequest("sessions.import", `{"agent":%q,"sessionId":%q}`, agent, ids[0])
	s.sendRequest("sessions.import", `{"agent":%q,"sessionId":%q}`, agent, ids[0])
	s.sendRequests("store.list", `{}`)
	s.beginPart("all")
	s.sendRequest("sessions.import", `{"agent":%q,"all":true}`, agent)
	s.sendRequest("sessions.import", `{"agent":%q,"all":true}`, agent)
	s.sendRequest("sessions.import", `{"agent":%q,"all":true,"since":"2099-01-01"}`, agent)
	s.sendRequests("store.list", `{}`)
	s.sendRequests("store.check", `{}`)
	s.beginPart("meet")
	s.sendRequests("agents.list", `{}`)
	s.sendRequests("sessions.list", `{}`, `{"agent":"heddle"}`)
	s.sendRequests("sessions.search", `{"text":"the","limit":5}`, `{"text":"the","agent":"heddle","limit":5}`)
	s.sendRequests("sessions.totalCost", `{}`, `{"agent":"heddle"}`)
	copies, err := SessionIDs(s.engine, "heddle")
	if err != nil && s.err == nil {
		s.err = err
	}
	for i, id := range copies {
		if i == 3 {
			break
		}
		s.sendRequest("store.messages", `{"sessionId":%q,"includeHidden":true}`, id)
		s.sendRequest("sessions.get", `{"unifiedId":%q}`, "heddle:"+id)
		s.sendRequest("sessions.export", `{"unifiedId":%q,"format":"markdown"}`, "heddle:"+id)
		s.sendRequest("sessions.diff", `{"a":{"unifiedId":%q},"b":{"unifiedId":%q}}`, agent+":"+ids[0], "heddle:"+id)
	}
	s.beginPart("go-on")
	if len(copies) == 0 {
		return
	}
	s.sendRequest("store.fork", `{"sessionId":%q,"newSessionId":"branch"}`, copies[0])
	s.sendRequest("store.record", `{"sessionId":"branch","messages":%s}`, numberedMessages(0, 2))
	s.sendRequest("sessions.diff", `{"a":{"unifiedId":%q},"b":{"unifiedId":"heddle:branch"}}`, "heddle:"+copies[0])
	s.sendRequest("store.delete", `{"sessionId":%q}`, copies[0])
	s.sendRequest("sessions.import", `{"agent":%q,"all":true}`, agent)
	s.sendRequests("sessions.list", `{"agent":"heddle"}`)
	s.sendRequests("store.check", `{}`)
}
