package transcript

import (
	"strings"
	"testing"
)

func TestTextList(t *testing.T) {
	texts := []string{"", "a", "0f8fad5b-d9cb-469f-a165-70867728950e", "0F8fad5b-d9cb-469f-a165-70867728950e", "0f8fad5b-d9cb-469f-a165-70867728950g",
		"0f8fad5b-d9cb-469f-a165_70867728950e", strings.Repeat("é", 127), strings.Repeat("x", 253), strings.Repeat("y", 254), strings.Repeat("z", 300), strings.Repeat("long", 100_000)}
	var l textList
	for range 2 {
		var places []uint32
		for range 400 {
			for _, s := range texts[:len(texts)-1] {
				places = append(places, l.add(s))
			}
		}
		for range 3 {
			places = append(places, l.add(texts[len(texts)-1]))
		}
		places = append(places, l.add("end"))
		for i, place := range places {
			want := texts[i%(len(texts)-1)]
			switch {
			case i == len(places)-1:
				want = "end"
			case i >= len(places)-4:
				want = texts[len(texts)-1]
			}
			if got := l.at(place); got != want {
				t.Fatalf("%d: %.40q, want %.40q", i, got, want)
			}
		}
		l.reset()
	}
}
