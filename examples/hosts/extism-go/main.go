// Command extism-go lists and searches Claude's sessions in Extism's Go host:
//
//	go run . heddle-plugin.wasm ~/.claude parser
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	extism "github.com/extism/go-sdk"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: extism-go MODULE FOLDER WORDS")
		os.Exit(2)
	}
	if err := printSessions(os.Stdout, os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// openPlugin opens the module with one folder, which it sees under a name.
func openPlugin(ctx context.Context, module, folder, name string) (*extism.Plugin, error) {
	manifest := extism.Manifest{
		Wasm:         []extism.Wasm{extism.WasmFile{Path: module}},
		AllowedPaths: map[string]string{"ro:" + folder: name},
	}
	return extism.NewPlugin(ctx, manifest, extism.PluginConfig{EnableWasi: true}, nil)
}

// printSessions prints the sessions that are listed, and those that a search finds.
func printSessions(w io.Writer, module, folder, words string) error {
	ctx := context.Background()
	plugin, err := openPlugin(ctx, module, folder, "/claude")
	if err != nil {
		return err
	}
	defer plugin.Close(ctx)
	text, err := json.Marshal(map[string]string{"text": words})
	if err != nil {
		return err
	}
	for _, call := range [][2]string{{"sessions_list", `{"agent":"claude"}`}, {"sessions_search", string(text)}} {
		_, body, err := plugin.Call(call[0], []byte(call[1]))
		if err != nil {
			return err
		}
		var sessions []struct{ UnifiedID, Title string }
		if err := json.Unmarshal(body, &sessions); err != nil {
			return err
		}
		for _, s := range sessions {
			fmt.Fprintln(w, call[0], s.UnifiedID, s.Title)
		}
	}
	return nil
}
