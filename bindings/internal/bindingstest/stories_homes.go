package bindingstest

import "strings"

// agent is whose home the story has, and ids are its sessions.
func (s *story) agent() (name string, ids []string) {
	name, _, _ = strings.Cut(s.seq.Home, "-")
	ids, err := SessionIDs(s.engine, name)
	if s.err == nil {
		s.err = err
	}
	return name, ids
}

// tellNative is about sessions as their agent keeps them, in the store's form.
func tellNative(s *story) {
	agent, ids := s.agent()
	s.part("sessions")
	s.asks("store.nativeSessions", `{}`)
	s.ask("store.nativeSessions", `{"adapter":%q}`, agent)
	s.ask("store.nativeSessions", `{"adapter":%q,"limit":1}`, agent)
	s.ask("store.nativeSessions", `{"adapter":%q,"model":"no-model"}`, agent)
	s.ask("store.nativeSessions", `{"adapter":%q,"cwd":"/nowhere"}`, agent)
	s.ask("store.nativeSessions", `{"adapter":%q,"since":"2099-01-01"}`, agent)
	s.asks("store.nativeSessions", `{"adapter":"nobody"}`, `{"limit":-1}`)
	s.part("messages")
	for i, id := range ids {
		if i == 4 {
			break
		}
		s.ask("store.nativeMessages", `{"sessionId":%q}`, id)
		s.ask("store.nativeMessages", `{"sessionId":%q,"adapter":%q,"limit":2,"offset":1}`, id, agent)
		s.ask("store.nativeMessages", `{"sessionId":%q,"types":["user"]}`, id)
	}
	s.asks("store.nativeMessages", `{"sessionId":"none"}`, `{}`, `{"sessionId":"none","adapter":"nobody"}`)
	s.part("stored")
	s.ask("store.record", `{"sessionId":"mine","messages":%s}`, said(0, 3))
	s.asks("store.update", `{"sessionId":"mine","adapter":"copilot"}`)
	s.asks("store.nativeSessions", `{"adapter":"copilot"}`)
	s.asks("store.nativeMessages", `{"sessionId":"mine"}`, `{"sessionId":"mine","limit":1,"offset":2}`)
	s.asks("store.check", `{}`)
}

// tellImport is about copies of an agent's sessions.
func tellImport(s *story) {
	agent, ids := s.agent()
	s.part("dry")
	s.ask("sessions.import", `{"agent":%q,"all":true,"dryRun":true}`, agent)
	s.asks("store.sessionCount", `{}`)
	s.asks("sessions.import", `{}`, `{"unifiedId":"nocolon"}`)
	s.ask("sessions.import", `{"agent":%q,"sessionId":"none"}`, agent)
	s.asks("sessions.import", `{"agent":"nobody","sessionId":"x"}`)
	s.part("one")
	if len(ids) == 0 {
		return
	}
	s.ask("sessions.import", `{"agent":%q,"sessionId":%q}`, agent, ids[0])
	s.ask("sessions.import", `{"agent":%q,"sessionId":%q}`, agent, ids[0])
	s.asks("store.list", `{}`)
	s.part("all")
	s.ask("sessions.import", `{"agent":%q,"all":true}`, agent)
	s.ask("sessions.import", `{"agent":%q,"all":true}`, agent)
	s.ask("sessions.import", `{"agent":%q,"all":true,"since":"2099-01-01"}`, agent)
	s.asks("store.list", `{}`)
	s.asks("store.check", `{}`)
	s.part("meet")
	s.asks("agents.list", `{}`)
	s.asks("sessions.list", `{}`, `{"agent":"heddle"}`)
	s.asks("sessions.search", `{"text":"the","limit":5}`, `{"text":"the","agent":"heddle","limit":5}`)
	s.asks("sessions.totalCost", `{}`, `{"agent":"heddle"}`)
	copies, err := SessionIDs(s.engine, "heddle")
	if err != nil && s.err == nil {
		s.err = err
	}
	for i, id := range copies {
		if i == 3 {
			break
		}
		s.ask("store.messages", `{"sessionId":%q,"includeHidden":true}`, id)
		s.ask("sessions.get", `{"unifiedId":%q}`, "heddle:"+id)
		s.ask("sessions.export", `{"unifiedId":%q,"format":"markdown"}`, "heddle:"+id)
		s.ask("sessions.diff", `{"a":{"unifiedId":%q},"b":{"unifiedId":%q}}`, agent+":"+ids[0], "heddle:"+id)
	}
	s.part("go-on")
	if len(copies) == 0 {
		return
	}
	s.ask("store.fork", `{"sessionId":%q,"newSessionId":"branch"}`, copies[0])
	s.ask("store.record", `{"sessionId":"branch","messages":%s}`, said(0, 2))
	s.ask("sessions.diff", `{"a":{"unifiedId":%q},"b":{"unifiedId":"heddle:branch"}}`, "heddle:"+copies[0])
	s.ask("store.delete", `{"sessionId":%q}`, copies[0])
	s.ask("sessions.import", `{"agent":%q,"all":true}`, agent)
	s.asks("sessions.list", `{"agent":"heddle"}`)
	s.asks("store.check", `{}`)
}
