package bindingstest

// tellOrigins is about the machines that copies and recordings come from.
func tellOrigins(s *story) {
	agent, ids := s.homeAgent()
	if len(ids) == 0 {
		return
	}
	s.beginPart("unnamed")
	s.sendRequest("sessions.import", `{"agent":%q,"sessionId":%q}`, agent, ids[0])
	s.sendRequests("sessions.list", `{"origin":"-","limit":3}`, `{"origin":"laptop"}`)
	s.beginPart("named")
	s.sendRequest("sessions.import", `{"agent":%q,"all":true,"origin":"laptop","dryRun":true}`, agent)
	s.sendRequest("sessions.import", `{"agent":%q,"all":true,"origin":"laptop"}`, agent)
	s.sendRequest("sessions.import", `{"agent":%q,"all":true,"origin":"laptop"}`, agent)
	s.sendRequest("sessions.import", `{"agent":%q,"all":true}`, agent)
	s.sendRequest("sessions.import", `{"agent":%q,"sessionId":%q,"origin":"büro ✓"}`, agent, ids[0])
	s.sendRequest("sessions.import", `{"agent":%q,"all":true,"origin":"büro ✓"}`, agent)
	s.sendRequests("store.register", `{"sessionId":"ci","extra":{"origin":"runner 7"}}`, `{"sessionId":"bad","extra":{"origin":"a\nb"}}`)
	s.sendRequest("store.record", `{"sessionId":"ci","messages":%s}`, numberedMessages(0, 2))
	s.sendRequest("store.record", `{"sessionId":"bad","messages":%s}`, numberedMessages(0, 2))
	s.sendRequests("store.fork", `{"sessionId":"ci","newSessionId":"branch"}`)
	s.beginPart("filtered")
	for _, origin := range []string{"laptop", "büro ✓", "runner 7", "-", "nowhere"} {
		s.sendRequest("store.list", `{"origin":%q}`, origin)
		s.sendRequest("sessions.list", `{"origin":%q,"limit":0}`, origin)
		s.sendRequest("sessions.list", `{"agent":"heddle","origin":%q,"limit":4}`, origin)
		s.sendRequest("sessions.search", `{"text":"the","origin":%q,"limit":3}`, origin)
		s.sendRequest("sessions.totalCost", `{"origin":%q,"groupBy":"day"}`, origin)
		s.sendRequest("sessions.stats", `{"origin":%q,"limit":2}`, origin)
	}
	s.beginPart("grouped")
	s.sendRequests("sessions.totalCost", `{"groupBy":"origin"}`, `{"agent":"heddle","groupBy":"origin"}`, `{"agent":"heddle"}`, `{"groupBy":"origin","since":"2026-01-01"}`)
	s.sendRequest("sessions.get", `{"unifiedId":%q}`, agent+":"+ids[0])
	s.sendRequest("sessions.get", `{"unifiedId":%q}`, "heddle:"+agent+":"+ids[0]+"@büro ✓")
	s.sendRequest("sessions.export", `{"unifiedId":%q,"format":"markdown"}`, "heddle:"+agent+":"+ids[0])
	s.sendRequests("store.nativeSessions", `{"origin":"laptop","limit":2}`, `{"origin":"nowhere"}`)
	s.beginPart("refused")
	for _, name := range []string{`"-"`, `" a"`, `"a "`, `"a\nb"`, `"\u009b"`, `"\u2028"`, `7`} {
		s.sendRequest("sessions.import", `{"agent":%q,"all":true,"origin":`+name+`}`, agent)
	}
	s.sendRequests("store.check", `{}`)
}
