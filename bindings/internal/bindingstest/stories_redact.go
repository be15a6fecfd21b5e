package bindingstest

// Made up, in the form of what they are not.
const (
	fakeGithub  = "ghp_0kQ3zV9xW2bN7mL4sT8yR1cF6hJ5pD2aG0eU"
	fakeAWS     = "AKIAQ3ZVXW2BN7MLSTYR"
	fakeGeneric = "x9Kq2LmZ7pRt4Wv8"
)

// secretMessages has something to redact in every place that a message has.
const secretMessages = `[` +
	`{"type":"user","uuid":"u1","sessionId":"s","timestamp":"2026-11-20T10:00:00Z","content":"Deploy with ` + fakeGithub + ` from /home/ann/work and mail ann.lee@example.org"},` +
	`{"type":"thinking","uuid":"u2","content":"The key is ` + fakeAWS + `."},` +
	`{"type":"tool_use","uuid":"u3","toolUseId":"t1","toolName":"Bash","toolInput":{"command":"curl -u ann:s3cr3tpw https://x","env":{"API_TOKEN":"` + fakeGeneric + `"},"/home/ann/k":1,"C:\\Users\\ann\\z":2}},` +
	`{"type":"tool_result","uuid":"u4","toolUseId":"t1","content":"{\"password\":\"` + fakeGeneric + `\",\"dir\":\"-home-ann-work\"}\nann@example.org"},` +
	`{"type":"assistant","uuid":"u5","model":"m","contentBlocks":[{"type":"text","text":"/home/ann/work/.env has ` + fakeAWS + `"}],"content":"Done. [redacted:email] stays.","costUsd":0.5},` +
	`{"type":"raw","raw":{"n":[1.50,null,true],"git":{"branch":"ann@example.org/fix","url":"git@github.com:x/y"}}}]`

// tellRedact is about redacted results of every kind.
func tellRedact(s *story) {
	s.beginPart("make")
	s.sendRequests("store.register", `{"sessionId":"s","adapter":"claude","cwd":"/home/ann/work","extra":{"owner":"ann@example.org","tags":["x"]}}`)
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, secretMessages)
	s.sendRequests("threads.start", `{"sessionId":"s","threadId":"t","name":"for ann@example.org","metadata":{"token":"`+fakeGeneric+`"}}`)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, secretMessages)
	s.beginPart("store")
	s.sendRequests("store.messages", `{"sessionId":"s","redact":true,"limit":6}`, `{"sessionId":"s","redact":true,"types":["raw"]}`)
	s.sendRequests("threads.messages", `{"sessionId":"s","threadId":"t","redact":true}`)
	s.sendRequests("store.nativeMessages", `{"sessionId":"s","redact":true,"limit":2}`)
	snapshot := s.sendRequest("store.export", `{"sessionId":"s","redact":true}`)
	s.beginPart("sessions")
	s.sendRequests("sessions.get", `{"unifiedId":"heddle:s","redact":true,"raw":true,"toolOutput":true}`, `{"unifiedId":"heddle:s","redact":false}`)
	s.sendRequests("sessions.export", `{"unifiedId":"heddle:s","format":"json","redact":true}`, `{"unifiedId":"heddle:s","format":"jsonl","redact":true}`,
		`{"unifiedId":"heddle:s","format":"markdown","redact":true}`)
	s.sendRequests("sessions.search", `{"text":"work","redact":true}`, `{"text":"ann","redact":true}`, `{"text":"ann"}`, `{"text":"redacted -zebra","redact":true}`,
		`{"text":"work key","redact":true}`, `{"text":"[a-z]+-key","regex":true,"redact":true}`)
	s.beginPart("again")
	s.sendRequest("store.import", `{"snapshot":%s,"sessionId":"clean"}`, snapshot)
	s.sendRequests("store.export", `{"sessionId":"clean","redact":true}`)
	s.sendRequests("sessions.export", `{"unifiedId":"heddle:clean","redact":true}`)
	s.beginPart("wrong")
	s.sendRequests("sessions.get", `{"unifiedId":"heddle:none","redact":true}`, `{"unifiedId":"heddle:s","redact":1}`)
	s.sendRequests("sessions.list", `{"redact":true}`)
}
