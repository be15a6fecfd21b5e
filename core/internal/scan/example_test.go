package scan_test

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

func ExamplePaths_Scan() {
	paths := scan.CompilePaths("type", "message.id", "message.usage.output_tokens") // once
	out := make([]scan.Value, paths.Len())
	rec := []byte(`{"type":"assistant","message":{"id":"msg_1","content":[{"text":"…"}],"usage":{"output_tokens":12}}}`)
	if err := paths.Scan(rec, out); err != nil {
		fmt.Println(err)
	}
	tokens, _ := out[2].Int()
	fmt.Println(out[0].EqualString("assistant"), out[1].String(), tokens)
	// Output: true msg_1 12
}

func ExampleLines() {
	src := strings.NewReader("{\"n\":1}\n\n{\"n\":2}\n{\"n\":")
	lines := scan.NewLines(src, src.Size())
	for {
		rec, ok := lines.NextRecord()
		if !ok {
			break
		}
		fmt.Printf("line %d at %d: %s torn=%v\n", rec.Line, rec.Offset, rec.Bytes, rec.Torn)
	}
	fmt.Println(lines.Err())
	// Output:
	// line 1 at 0: {"n":1} torn=false
	// line 3 at 9: {"n":2} torn=false
	// line 4 at 17: {"n": torn=true
	// <nil>
}

func ExampleSplit() {
	line := scan.Record{Line: 3, Bytes: []byte(`{"type":"user","mess{"type":"assistant"}{"type":"system"}`)}
	scan.SplitRecords(line, func(rec scan.Record) error {
		fmt.Printf("record at %d: %s\n", rec.Offset, rec.Bytes)
		return nil
	}, func(s scan.Skipped) {
		fmt.Printf("skipped %d bytes at %d: %s\n", s.Length, s.Offset, s.Reason)
	})
	// Output:
	// skipped 20 bytes at 0: truncated
	// record at 20: {"type":"assistant"}
	// record at 40: {"type":"system"}
}

func ExampleValue_AppendCanonical() {
	v, _ := scan.Parse([]byte(`{ "b": 1.50, "\u0061": "\/" }`))
	fmt.Printf("%s\n", v.AppendCanonical(nil))
	// Output: {"a":"/","b":1.50}
}

func ExampleValue_ScaledDecimal() {
	v, _ := scan.Parse([]byte(`1.2345e-5`))
	fmt.Println(v.ScaledDecimal(12)) // in units of 1e-12
	// Output: 12345000 true
}
