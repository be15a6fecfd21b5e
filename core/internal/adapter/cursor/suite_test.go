package cursor_test

import (
	"os"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/cursor"
)

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The suite, over every kind of place.
func TestSuite(t *testing.T) {
	for name, s := range map[string]adaptertest.Suite{
		"lines":     {Homes: homes, Home: "cursor-transcripts", Sample: transcripts + asLines + ".jsonl", SampleID: asLines, Lines: true},
		"text":      {Home: "cursor-transcripts", Sample: transcripts + asText + ".txt", SampleID: asText},
		"store":     {Home: "cursor-cli-handmade", Sample: chats + whole + "/store.db", SampleID: whole},
		"composer":  {Home: "cursor-ide-handmade", Sample: globalState, SampleID: composed},
		"described": {Home: "cursor-described-int", Sample: "cursor/sessions/sessions.db", SampleID: "42"},
	} {
		s.Agent = cursor.Name
		t.Run(name, func(t *testing.T) {
			adaptertest.Run(t, s)
		})
	}
}
