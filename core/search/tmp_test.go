package search

import "testing"
import "github.com/heddle-dev/heddle/core/session"

func TestTmp(t *testing.T) {
	q, err := Parse(`kelvin "foo bar" -zzz`, false)
	if err != nil { t.Fatal(err) }
	d := NewDoc(q, Options{MaxHits: 3})
	d.Message(0, &session.Message{Content: "The \u212aELVIN scale foo\n  bar " + "x y z foo bar aKelvinb and so on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on"})
	t.Logf("%v %+v %+v", d.Matched(), d.Stat(), d.Hits())
	s := NewSieve(q)
	t.Log(s.Look([]byte(`{"a":"The \u212aELVIN foo\n\tbar"}`)), s.Possible())
	t.Log(ln(1), ln(2), ln(10), ln(1<<41))
	t.Log(Rank([]Stat{{100, []int64{1}}, {200, []int64{2}}, {1000, []int64{1}}}, 10, []int64{3}))
	for _, x := range []string{"zebra", "k", "s", "sk", "привет", "σας", "日本", "🙂", "task", "a zebra", "core/search"} {
		n := needleOf(x)
		t.Logf("%s units %d word %d probes %d cost %d", x, len(n.units), n.word, len(n.probes.list), n.probes.cost>>16)
	}
}
