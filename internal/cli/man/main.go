// Command man writes the manual pages of heddle: one for each command and each
// help topic. `make man` runs it. The program itself does not contain them.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/internal/cli"
)

func main() {
	dir := flag.String("o", "build/man", "the `folder` of the pages")
	flag.Parse()
	if err := write(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}

// write writes all pages. Their date is that of SOURCE_DATE_EPOCH and never
// today's, so that the same source gives the same bytes.
func write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root := cli.Commands()
	prepare(root)
	header := &doc.GenManHeader{Section: "1", Manual: "Heddle", Source: "heddle " + core.EngineVersion}
	if os.Getenv("SOURCE_DATE_EPOCH") == "" {
		epoch := time.Unix(0, 0).UTC()
		header.Date = &epoch
	}
	return doc.GenManTreeFromOpts(root, doc.GenManTreeOptions{Header: header, Path: dir, CommandSeparator: "-"})
}

// prepare makes every command a page: a help topic has nothing to run, and
// would be left out. A page is made of Markdown, which drops <agent> as a tag.
func prepare(cmd *cobra.Command) {
	cmd.Use = strings.ReplaceAll(cmd.Use, "<", `\<`)
	cmd.DisableAutoGenTag = true
	if cmd.IsAdditionalHelpTopicCommand() {
		cmd.Run = func(*cobra.Command, []string) {}
	}
	for _, c := range cmd.Commands() {
		prepare(c)
	}
}
