package search_test

import (
	"fmt"

	"github.com/heddle-dev/heddle/core/internal/search"
	"github.com/heddle-dev/heddle/core/session"
)

func Example() {
	q, err := search.Parse(`"auth module" fix -draft`, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	// First the stored bytes: most sessions are ruled out here.
	sieve := search.NewSieve(q)
	sieve.ScanChunk([]byte(`{"type":"user","message":{"content":"Fix the\nAUTH module"}}` + "\n"))
	fmt.Println("possible:", sieve.MayMatch())

	// Then the text of the rest.
	doc := search.NewDoc(q, search.Options{MaxHits: 3})
	doc.AddMessage(0, &session.Message{Role: session.RoleUser, Content: "Fix the\nAUTH module"})
	doc.SetLength(62)
	fmt.Println("matched:", doc.IsMatch())
	for _, hit := range doc.Hits() {
		fmt.Println(hit.Field, hit.Snippet, hit.Ranges)
	}
	fmt.Println(search.Rank([]search.Stat{doc.RankStat()}, 1, []int64{1, 1}))
	// Output:
	// possible: true
	// matched: true
	// content Fix the AUTH module [{0 3} {8 19}]
	// [1]
}

func ExampleParse() {
	_, err := search.Parse("-draft", false)
	fmt.Println(err)
	// Output:
	// INVALID_ARGUMENT: the search text has no word to search for; add a word that must occur, not only ones that must not
}

func ExampleQuery_MayMatchRecord() {
	q, _ := search.Parse("kelvin", false)
	fmt.Println(q.MayMatchRecord([]byte(`{"text":"0 \u212aELVIN"}`)), q.MayMatchRecord([]byte(`{"text":"0 C"}`)))
	// Output: true false
}

func ExampleRank() {
	docs := []search.Stat{{Length: 4000, TF: []int64{1}}, {Length: 2000, TF: []int64{3}}}
	fmt.Println(search.Rank(docs, 50, []int64{2}))
	// Output: [0.52 1]
}
