package pages

import "testing"

func TestList(t *testing.T) {
	var l List[int]
	for round := range 2 {
		n := 3*size + 7
		for i := range n {
			if l.Len() != i {
				t.Fatal(round, i, l.Len())
			}
			l.Append(i)
		}
		*l.At(size) = -1
		c := l.Clone()
		for i := range n {
			want := i
			if i == size {
				want = -1
			}
			if *l.At(i) != want || *c.At(i) != want {
				t.Fatal(i, *l.At(i), *c.At(i))
			}
		}
		c.Append(5)
		if l.Len() != n || c.Len() != n+1 {
			t.Error(l.Len(), c.Len())
		}
		l.Reset()
		if l.Len() != 0 || cap(l.last) > size {
			t.Error("not empty", l.Len(), cap(l.last))
		}
	}
}
