package e2e

import (
	"encoding/json"
	"fmt"

	"github.com/heddle-dev/heddle"
)

// agentUnderTest is an agent of the lock files and how it is led to the model server.
type agentUnderTest struct {
	name    string
	agent   heddle.Agent
	program string // in bin of the installed agents
	// model and otherModel are names that the agent accepts.
	model, otherModel string
	canFork           bool
	systemPrompt      bool // it takes another system prompt
	// acp are the arguments with which it speaks the Agent Client Protocol.
	acp []string
	// asks: the agent asks before it writes a file. denialEnds: a denial ends the turn.
	asks, denialEnds bool
	// namesByMinute: a session that is resumed in the minute in which it began
	// loses its file, whose name has the minute.
	namesByMinute bool
	// wholeRecord: what is stored equals the agent's own record message by message,
	// not only in what the user and the agent said.
	wholeRecord bool
	// compact is a prompt that has the agent sum up the conversation.
	compact string
	env     func(w *world) []string
	// settings are files below the home folder.
	settings func(w *world) map[string]string
}

func asJSON(v any) string {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic(err) // maps of strings and numbers
	}
	return string(text)
}

type object = map[string]any

// pricedModel is a model as Pi's settings describe it.
func pricedModel(id string, reasoning bool) object {
	return object{"id": id, "name": id, "reasoning": reasoning, "input": []string{"text"}, "contextWindow": 128000, "maxTokens": 8192,
		"cost": object{"input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 3.75}}
}

func claudeEnv(w *world) []string {
	return []string{"ANTHROPIC_BASE_URL=" + w.server.URL(), "ANTHROPIC_API_KEY=sk-ant-fake", "DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=1"}
}

func noSettings(*world) map[string]string { return nil }

// agents are the agents of the lock files.
var agents = []agentUnderTest{
	{name: "claude", compact: "/compact", asks: true, wholeRecord: true, canFork: true, systemPrompt: true, agent: "claude", program: "claude", model: "claude-sonnet-4-5", otherModel: "claude-haiku-4-5", env: claudeEnv, settings: noSettings},
	{name: "claude-2.1.197", compact: "/compact", asks: true, wholeRecord: true, canFork: true, systemPrompt: true, agent: "claude", program: "claude-2.1.197", model: "claude-sonnet-4-5", otherModel: "claude-haiku-4-5", env: claudeEnv, settings: noSettings},
	{name: "codex", asks: true, wholeRecord: true, canFork: true, systemPrompt: true, agent: "codex", program: "codex", model: "gpt-5.5", otherModel: "gpt-5.4",
		env: func(*world) []string { return []string{"MOCK_KEY=x"} },
		settings: func(w *world) map[string]string {
			return map[string]string{".codex/config.toml": fmt.Sprintf(`model_provider = "mock"
model_reasoning_summary = "auto"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.mock]
name = "Mock"
base_url = "%s/v1"
wire_api = "responses"
env_key = "MOCK_KEY"
request_max_retries = 1
stream_max_retries = 1
[projects."%s"]
trust_level = "trusted"
`, w.server.URL(), w.cwd)}
		}},
	{name: "pi", wholeRecord: true, canFork: true, systemPrompt: true, agent: "pi", program: "pi", model: "mock/toy-large", otherModel: "mock/toy-small",
		env: func(*world) []string {
			return []string{"PI_OFFLINE=1", "PI_TELEMETRY=0", "PI_SKIP_VERSION_CHECK=1"}
		},
		settings: func(w *world) map[string]string {
			return map[string]string{".pi/agent/models.json": asJSON(object{"providers": object{"mock": object{"baseUrl": w.server.URL() + "/v1",
				"api": "openai-completions", "apiKey": "fake", "models": []object{pricedModel("toy-large", true), pricedModel("toy-small", false)}}}})}
		}},
	{name: "omp", wholeRecord: true, canFork: true, systemPrompt: true, agent: "omp", program: "omp", model: "mock/toy-large", otherModel: "mock/toy-small",
		env: func(*world) []string {
			return []string{"PI_OFFLINE=1", "PI_TELEMETRY=0", "PI_SKIP_VERSION_CHECK=1"}
		},
		settings: func(w *world) map[string]string { // JSON is YAML
			return map[string]string{".omp/agent/models.yml": asJSON(object{"providers": object{"mock": object{"baseUrl": w.server.URL() + "/v1",
				"api": "openai-completions", "apiKey": "fake", "models": []object{pricedModel("toy-large", true), pricedModel("toy-small", false)}}}})}
		}},
	{name: "opencode", compact: "/compact", asks: true, denialEnds: true, canFork: true, acp: []string{"acp"}, agent: "opencode", program: "opencode", model: "mock/mock-large", otherModel: "mock/mock-small",
		env: func(*world) []string {
			return []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"}
		},
		settings: func(w *world) map[string]string {
			model := object{"name": "Mock", "reasoning": true, "tool_call": true, "limit": object{"context": 128000, "output": 8192},
				"cost": object{"input": 1.5, "output": 6, "cache_read": 0.15, "cache_write": 0}}
			return map[string]string{".config/opencode/opencode.json": asJSON(object{"autoupdate": false, "model": "mock/mock-large", "small_model": "mock/mock-small",
				"permission": object{"edit": "ask"},
				"provider": object{"mock": object{"npm": "@ai-sdk/openai-compatible", "name": "Mock", "options": object{"baseURL": w.server.URL() + "/v1", "apiKey": "fake"},
					"models": object{"mock-large": model, "mock-small": model}}}})}
		}},
	{name: "gemini", compact: "/compress", namesByMinute: true, asks: true, acp: []string{"--acp"}, agent: "gemini", program: "gemini", model: "gemini-2.5-pro", otherModel: "gemini-2.5-flash",
		env: func(w *world) []string {
			return []string{"GOOGLE_GEMINI_BASE_URL=" + w.server.URL(), "GEMINI_API_KEY=fake", "GEMINI_CLI_TRUST_WORKSPACE=true"}
		},
		settings: func(*world) map[string]string {
			return map[string]string{".gemini/settings.json": `{"security":{"auth":{"selectedType":"gemini-api-key"}},"privacy":{"usageStatisticsEnabled":false},"general":{"enableAutoUpdate":false}}`}
		}},
	{name: "copilot", acp: []string{"--acp"}, asks: true, denialEnds: true, agent: "copilot", program: "copilot",
		env: func(w *world) []string {
			return []string{"COPILOT_PROVIDER_BASE_URL=" + w.server.URL() + "/v1", "COPILOT_PROVIDER_API_KEY=fake", "COPILOT_MODEL=gpt-4.1",
				"COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false"}
		}, settings: noSettings},
}
