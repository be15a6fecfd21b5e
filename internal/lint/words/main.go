// Command words checks the language of the repository.
//
//	words check          fails on private verbs in comments, messages and documents
//	words names [-max n] prints the share of functions whose name is one word, and fails at n percent or more
//
// Both run from the repository's root.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	command := ""
	if len(os.Args) > 1 {
		command = os.Args[1]
	}
	var err error
	switch command {
	case "check":
		err = reportFindings(os.Stdout, os.DirFS("."))
	case "names":
		flags := flag.NewFlagSet("names", flag.ExitOnError)
		limit := flags.Float64("max", 0, "fail at this share of one-word names or more, in percent (0 = never)")
		if err = flags.Parse(os.Args[2:]); err == nil {
			err = checkNames(os.Stdout, os.DirFS("."), *limit)
		}
	default:
		fmt.Fprintln(os.Stderr, "usage: words check | words names [-max percent]")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
		os.Exit(1)
	}
}
