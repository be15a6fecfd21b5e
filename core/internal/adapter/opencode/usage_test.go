package opencode

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// What the figures mean, by version and provider.
func TestUsage(t *testing.T) {
	for _, c := range []struct {
		name   string
		tokens string
		by     writer
		want   session.TokenUsage
	}{
		{"0.5.29 input holds cache, output holds reasoning", `{"input":11120,"output":64,"reasoning":21,"cache":{"write":0,"read":5560}}`,
			writer{version: 5, provider: "mock"}, session.TokenUsage{InputTokens: 5560, OutputTokens: 64, ThinkingTokens: 21, CachedTokens: 5560}},
		{"1.1.65 a total without reasoning", `{"total":12094,"input":6015,"output":64,"reasoning":21,"cache":{"read":6015,"write":0}}`,
			writer{version: 1001, agent: true}, session.TokenUsage{InputTokens: 6015, OutputTokens: 64, ThinkingTokens: 21, CachedTokens: 6015}},
		{"1.18.33 a total with reasoning", `{"total":8078,"input":4007,"output":43,"reasoning":21,"cache":{"write":0,"read":4007}}`,
			writer{version: 1018, agent: true}, session.TokenUsage{InputTokens: 4007, OutputTokens: 64, ThinkingTokens: 21, CachedTokens: 4007}},
		{"made by 1.0.0, written by 1.18: the total tells", `{"total":8078,"input":4007,"output":43,"reasoning":21,"cache":{"write":0,"read":4007}}`,
			writer{version: 1000, agent: true}, session.TokenUsage{InputTokens: 4007, OutputTokens: 64, ThinkingTokens: 21, CachedTokens: 4007}},
		{"Anthropic by name", `{"input":900,"output":64,"reasoning":0,"cache":{"write":0,"read":500}}`,
			writer{version: 5, provider: "anthropic"}, session.TokenUsage{InputTokens: 900, OutputTokens: 64, CachedTokens: 500}},
		{"Anthropic by a cache write", `{"input":900,"output":64,"reasoning":0,"cache":{"write":7,"read":500}}`,
			writer{version: 5, provider: "proxy"}, session.TokenUsage{InputTokens: 900, OutputTokens: 64, CachedTokens: 500, CacheWriteTokens: 7}},
		{"more from the cache than input", `{"input":9,"output":64,"reasoning":0,"cache":{"write":0,"read":500}}`,
			writer{version: 5, provider: "proxy"}, session.TokenUsage{InputTokens: 9, OutputTokens: 64, CachedTokens: 500}},
		{"new, without a total", `{"input":100,"output":64,"reasoning":21,"cache":{"read":50}}`,
			writer{version: 1018, agent: true}, session.TokenUsage{InputTokens: 100, OutputTokens: 85, ThinkingTokens: 21, CachedTokens: 50}},
		{"1.2, without a total", `{"input":100,"output":64,"reasoning":21,"cache":{"read":50}}`,
			writer{version: 1002, agent: true}, session.TokenUsage{InputTokens: 100, OutputTokens: 64, ThinkingTokens: 21, CachedTokens: 50}},
		{"more reasoning than output", `{"input":100,"output":6,"reasoning":21}`,
			writer{version: 5}, session.TokenUsage{InputTokens: 100, OutputTokens: 27, ThinkingTokens: 21}},
		{"wrong types", `{"input":"x","output":-6,"reasoning":null,"cache":[1],"total":true}`, writer{}, session.TokenUsage{}},
		{"numbers in quotes", `{"input":"100","output":"6"}`, writer{}, session.TokenUsage{InputTokens: 100, OutputTokens: 6}},
	} {
		v, err := scan.Parse([]byte(c.tokens))
		if err != nil {
			t.Fatal(err)
		}
		u := parseTokens(v).toTokenUsage(c.by)
		if u == nil {
			u = &session.TokenUsage{}
		}
		if *u != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, *u, c.want)
		}
	}
}

func TestVersion(t *testing.T) {
	for s, want := range map[string]int64{"0.1.174": 1, "0.5.29": 5, "1.0.0": 1000, "1.18.33": 1018, "1.2": 1002,
		"": versionUnknown, "local": versionUnknown, "0.0.0-dev-202601010000": versionUnknown, "v1.2.3": versionUnknown, "1.x": versionUnknown} {
		if got := parseVersion(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

// Results with files are lists of blocks without the files' bytes.
func TestToolOutput(t *testing.T) {
	parse := func(s string) scan.Value {
		v, err := scan.Parse([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct{ output, files, want string }{
		{`"done\n"`, `null`, `"done\n"`},
		{`"done"`, `[]`, `"done"`},
		{`{"b":1,"a":[]}`, `null`, `{"a":[],"b":1}`},
		{`"a picture"`, `[{"type":"file","mime":"image/png","url":"data:image/png;base64,AAAABBBB"}]`,
			`[{"text":"a picture","type":"text"},{"bytes":8,"mediaType":"image/png","type":"image"}]`},
		{`""`, `[{"mime":"application/pdf","url":"file:///x.pdf","filename":"x.pdf"}]`, `[{"bytes":0,"mediaType":"application/pdf","type":"file"}]`},
	} {
		if got := string(toolOutput(parse(c.output), parse(c.files))); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
