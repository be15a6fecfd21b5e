package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const pricesGo = "core/internal/cost/prices_gen.go"

// pricesSource renders core/internal/cost/prices.csv as a Go constant: package embed would
// bring the file system's packages into the wasm module. Comment lines but
// the date, and the columns that no computation reads, stay out.
func pricesSource() []byte {
	data, err := os.ReadFile(filepath.Join(*root, "core", "internal", "cost", "prices.csv"))
	if err != nil {
		exitWithError(err)
	}
	var b bytes.Buffer
	b.WriteString("// Code generated from core/internal/cost/prices.csv by `make generate`. DO NOT EDIT.\n\npackage cost\n\n")
	b.WriteString("// builtin is the price table without its sources and notes.\nconst builtin = `")
	columns, without := 16, 2 // the source and the note of a price
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		switch {
		case strings.HasPrefix(line, "# table date:"), strings.HasPrefix(line, "model,"), strings.HasPrefix(line, "agent,"):
			fmt.Fprintln(&b, line)
			if strings.HasPrefix(line, "agent,") { // of a factor only the source stays out
				columns, without = strings.Count(line, ",")+1, 1
			}
		case strings.HasPrefix(line, "#"):
		default:
			fields := strings.SplitN(line, ",", columns)
			fmt.Fprintln(&b, strings.Join(fields[:columns-without], ",")+strings.Repeat(",", without))
		}
	}
	b.WriteString("`\n")
	return formatGo(&b)
}
