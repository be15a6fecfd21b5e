package catalog

import "testing"

func TestTarget(t *testing.T) {
	if a, id, err := new(Catalog).resolveTarget("", "", "claude:x:y", ""); a != "claude" || id != "x:y" || err != nil {
		t.Error(a, id, err)
	}
	for _, c := range [][3]string{{"", "", ""}, {"claude", "", ""}, {"", "x", ""}, {"claude", "x", "claude:x"}, {"", "", "x"}, {"", "", "claude:"}} {
		if _, _, err := new(Catalog).resolveTarget(c[0], c[1], c[2], ""); err == nil {
			t.Errorf("%q is accepted", c)
		}
		if c == [3]string{} {
			continue
		}
		if _, _, err := new(Catalog).resolveTarget(c[0], c[1], c[2], "last"); err == nil {
			t.Errorf("%q is accepted beside ref", c)
		}
	}
}
