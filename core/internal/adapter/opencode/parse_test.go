package opencode

import (
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// FuzzParse gives any bytes to every parser of records: no panic.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"role":"assistant","parentID":"msg_1","mode":"build","agent":"build","path":{"cwd":"/p","root":"/"},"cost":0.01,"tokens":{"total":9,"input":4,"output":1,"reasoning":1,"cache":{"write":0,"read":3}},"modelID":"m","providerID":"mock","time":{"created":1795195535833,"completed":1795195536117},"finish":"stop","error":{"name":"MessageAbortedError","data":{"message":"Aborted"}}}`,
		`{"role":"assistant","parts":[{"type":"step-start"},{"type":"text","text":"a"},{"type":"tool-invocation","toolInvocation":{"args":{},"toolCallId":"c","toolName":"bash","state":"result","result":"x"}},{"type":"step-start"},{"type":"text","text":"b"}],"metadata":{"assistant":{"cost":0,"tokens":{"input":1}},"time":{"created":1795200117912},"tool":{"c":{"exit":3,"error":true,"time":{"start":1,"end":2}}}}}`,
		`{"type":"tool","tool":"task","callID":"c","state":{"status":"completed","input":{"a":[1]},"output":"o","metadata":{"summary":[{"sessionID":"s"}],"exit":1},"time":{"start":1,"end":2},"attachments":[{"mime":"image/png","url":"data:image/png;base64,AA=="}]}}`,
		`{"type":"file","mime":"text/plain","filename":"a","url":"file:///a"}`,
		`{"type":"step-finish","tokens":{"input":1,"cache":{"read":1}},"cost":1e-9}`,
	} {
		f.Add([]byte(seed), []byte(seed))
	}
	all := adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		w := walker{env: &adapter.Env{Host: &host.Host{}}, want: all, info: &info{revert: revert{"m", "p"}}, log: &adapter.DefectLog{}, out: adapter.NewOutlet(&adapter.DefectLog{}, func(r *adapter.Record) error {
			if r.Usage != nil && (r.Usage.InputTokens < 0 || r.Usage.OutputTokens < 0) {
				t.Errorf("negative usage %+v", *r.Usage)
			}
			return nil
		})}
		_, _ = parseInfo(a)
		_, _ = readBlocks(a)
		_ = anyJSON(&host.Value{Kind: host.Blob, Bytes: a})
		_, _ = row{{Kind: host.Text, Bytes: a}}.looseTime(0)
		_ = modelOf(a)
		m, vals, err := parseMessage("m", a)
		if err != nil {
			return
		}
		if isFirst(vals) {
			m.parts = firstParts(vals, m.role, all)
		}
		for _, role := range []session.Role{m.role, session.RoleUser} {
			if p, err := parsePart("p", b, role, all); err == nil {
				m.parts = append(m.parts, p)
			}
		}
		_ = w.visitMessage(&m)
		_ = w.visitSpend(&m)
	})
}
