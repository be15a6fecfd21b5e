// Package facts says what is known of Gemini CLI.
package facts

import "github.com/heddle-dev/heddle/core/internal/agent"

// Name is the name in ids, requests and mounts.
const Name = "gemini"

// Row describes the agent.
var Row = agent.Row{
	Name:  Name,
	Title: "Gemini CLI",
	Commands: agent.Commands{
		Resume:       "gemini -r {id}",
		ResumePrompt: "gemini -r {id} -p {prompt}",
		Without:      "Gemini CLI resumes sessions but cannot fork them",
		Known:        []string{"gemini/tmp/*/chats/*"},
		Unknown:      "a checkpoint is opened inside Gemini CLI, with /chat resume and its tag; a log cannot be resumed",
	},
	Tools: []agent.Tool{
		{Name: "write_file", Members: "file_path absolute_path"},
		{Name: "replace", Members: "file_path absolute_path"},
		{Name: "edit", Members: "file_path absolute_path"},
	},
	Live: &agent.Live{
		Engine:     "acp",
		Dialect:    "gemini",
		Program:    "gemini",
		Args:       []string{"--acp"},
		Older:      []agent.OlderArgs{{Before: "0.33.0", Args: []string{"--experimental-acp"}}},
		Unset:      []string{"GEMINI_CLI"},
		MinVersion: "0.30.0",
		Install:    "npm install -g @google/gemini-cli",
		Tested:     true,
		Can:        agent.ACPPlans,
	},
	Writes: &agent.Writes{
		Usage: agent.UsageOfSession, Old: " checkpoint ", Timed: true,
		Blocks: " text thought thoughtSignature functionCall functionResponse inlineData fileData executableCode codeExecutionResult videoMetadata ",
		Tokens: " input output cached thoughts tool total promptTokenCount candidatesTokenCount cachedContentTokenCount thoughtsTokenCount toolUsePromptTokenCount" +
			" totalTokenCount promptTokensDetails candidatesTokensDetails cacheTokensDetails toolUsePromptTokensDetails trafficType input_tokens inputTokens output_tokens" +
			" outputTokens cached_tokens cachedTokens ",
		Needs: []agent.Need{
			{At: "type", Is: " user ", With: "id", Has: "content"},
			{At: "type", Is: " gemini ", With: "id", Has: "content", Only: " id timestamp type content displayContent thoughts tokens model toolCalls "},
		},
		Aside: " history extensions ",
	},
}
