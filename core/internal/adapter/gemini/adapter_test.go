package gemini_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/gemini"
)

// hashed is the folder of /home/dev/projects/lantern before 0.30.
const hashed = "gemini/tmp/ffb369053617839348a8259eda73c7fca1401e0dd51e3effae9d1343bf475b63/"

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: gemini.Name, Homes: homes, Lines: true, Home: "gemini-0.40.0",
		Sample:   "gemini/tmp/lantern/chats/session-2026-11-20T18-22-1dd1928a.jsonl",
		SampleID: "1dd1928a-e8f6-4e4a-b5c3-782a13e2a64a"})
}

// TestOperations runs the suite on a log in which lists are replaced.
func TestOperations(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: gemini.Name, Lines: true, Home: "gemini",
		Sample:   "gemini/tmp/lantern/chats/session-2026-11-20T17-21-d1dcf263.jsonl",
		SampleID: "d1dcf263-4c72-40cf-9878-f44188f0ed0d"})
}

// TestDocument runs the suite on a document.
func TestDocument(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: gemini.Name, Home: "gemini-0.4.0",
		Sample: hashed + "chats/session-2026-11-20T18-40-861913a9.json", SampleID: "861913a9-1dd1-4962-b7d9-b657749e0c97"})
}

// TestCheckpoint runs the suite on a checkpoint that is all that is left of a
// session.
func TestCheckpoint(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: gemini.Name, Home: "gemini-0.1.9",
		Sample: hashed + "checkpoint-halfway.json", SampleID: "22701076-2383-4dab-b348-197bf23e6c39"})
}

// TestPromptLog runs the suite on a prompt log.
func TestPromptLog(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: gemini.Name, Home: "gemini-0.1.9",
		Sample: hashed + "logs.json", SampleID: "ecd13d5a-8573-44b7-ad16-44cc7c6d149e"})
}
