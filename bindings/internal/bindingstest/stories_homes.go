package bindingstest

import (
	"strconv"
	"strings"
)

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

// recordedTurn is a query as a live session records it.
func recordedTurn(native, query string) string {
	ids := `"sessionId":` + strconv.Quote(native)
	return `[{"type":"user","content":"Where does the ferry leave?",` + ids + `,"uuid":"` + query + `","timestamp":"2026-11-20T10:00:00Z"},` +
		`{"type":"assistant","content":"At pier 4.","model":"claude-sonnet-4-5",` + ids + `,"timestamp":"2026-11-20T10:00:01Z"},` +
		`{"type":"result","queryId":"` + query + `",` + ids + `,"usage":{"inputTokens":100,"outputTokens":10},"usageSource":"protocol","timestamp":"2026-11-20T10:00:02Z"}]`
}

// tellRecordings is about recordings of live sessions beside the agent's own.
func tellRecordings(s *story) {
	agent, ids := s.homeAgent()
	if len(ids) == 0 {
		return
	}
	s.beginPart("record")
	for _, r := range []struct{ id, native, tags string }{{"live", ids[0], `["trip"]`}, {"later", ids[0], `["train","trip"]`}, {"only", "gone", `["trip"]`}} {
		s.sendRequest("store.register", `{"sessionId":%q,"adapter":%q,"extra":{"native":{"agent":%q,"sessionId":%q},"tags":%s}}`, r.id, agent, agent, r.native, r.tags)
		s.sendRequest("store.record", `{"sessionId":%q,"messages":%s}`, r.id, recordedTurn(r.native, "query-"+r.id))
	}
	ask := func() {
		s.sendRequests("agents.list", `{}`)
		s.sendRequests("sessions.list", `{}`, `{"agent":"heddle"}`, `{"tags":["trip"]}`)
		s.sendRequest("sessions.list", `{"agent":%q}`, agent)
		s.sendRequests("sessions.search", `{"text":"ferry"}`, `{"text":"ferry","agent":"heddle"}`)
		s.sendRequests("sessions.totalCost", `{}`, `{"agent":"heddle","groupBy":"session"}`, `{"groupBy":"tag"}`, `{"groupBy":"day"}`)
		s.sendRequest("sessions.totalCost", `{"agent":%q,"groupBy":"model"}`, agent)
	}
	ask()
	s.sendRequest("sessions.get", `{"unifiedId":%q}`, agent+":"+ids[0])
	s.sendRequests("sessions.get", `{"unifiedId":"heddle:live"}`, `{"unifiedId":"heddle:only"}`)
	s.sendRequest("sessions.diff", `{"a":{"unifiedId":"heddle:live"},"b":{"unifiedId":%q}}`, agent+":"+ids[0])
	s.beginPart("own")
	s.sendRequests("store.fork", `{"sessionId":"live","newSessionId":"branch"}`)
	s.sendRequest("store.record", `{"sessionId":"later","messages":%s}`, numberedMessages(0, 2))
	ask()
	s.sendRequests("sessions.stats", `{}`, `{"agent":"heddle"}`)
	s.sendRequests("store.check", `{}`)
}
