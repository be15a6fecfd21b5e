package pages

import (
	"strings"
	"testing"
)

func TestTexts(t *testing.T) {
	texts := []string{"", "a", "0f8fad5b-d9cb-469f-a165-70867728950e", "0F8fad5b-d9cb-469f-a165-70867728950e", "0f8fad5b-d9cb-469f-a165-70867728950g",
		"0f8fad5b-d9cb-469f-a165_70867728950e", strings.Repeat("é", 127), strings.Repeat("x", 253), strings.Repeat("y", 254), strings.Repeat("z", 300), strings.Repeat("long", 100_000)}
	var l Texts
	for range 2 {
		n := 0
		add := func(s string) { l.Add(s); n++ }
		for range 400 {
			for _, s := range texts[:len(texts)-1] {
				add(s)
			}
		}
		for range 3 {
			add(texts[len(texts)-1])
		}
		add("end")
		for i := range l.Len() {
			want := texts[i%(len(texts)-1)]
			switch {
			case i == n-1:
				want = "end"
			case i >= n-4:
				want = texts[len(texts)-1]
			}
			if got := l.At(i); got != want {
				t.Fatalf("%d: %.40q, want %.40q", i, got, want)
			}
		}
		l.Reset()
	}
}
