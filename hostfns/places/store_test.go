package places_test

import (
	"testing"

	"github.com/heddle-dev/heddle/hostfns/places"
)

func TestStoreFile(t *testing.T) {
	for _, c := range []struct {
		os, home string
		env      map[string]string
		want     string // "" = an error
	}{
		{"linux", "", map[string]string{"HOME": "/home/me"}, "/home/me/.local/share/heddle/heddle.db"},
		{"linux", "", map[string]string{"HOME": "/home/me", "XDG_DATA_HOME": "/data/"}, "/data/heddle/heddle.db"},
		{"linux", "", map[string]string{"HOME": "/home/me", "XDG_DATA_HOME": "relative"}, "/home/me/.local/share/heddle/heddle.db"},
		{"linux", "", map[string]string{"HOME": "/home/me", "XDG_DATA_HOME": ""}, "/home/me/.local/share/heddle/heddle.db"},
		{"linux", "", map[string]string{"XDG_DATA_HOME": "/data"}, "/data/heddle/heddle.db"},
		{"linux", "/copy/", map[string]string{"HOME": "/home/me", "XDG_DATA_HOME": "/data"}, "/copy/.local/share/heddle/heddle.db"},
		{"linux", "/", nil, "/.local/share/heddle/heddle.db"},
		{"freebsd", "", map[string]string{"HOME": "/home/me"}, "/home/me/.local/share/heddle/heddle.db"},
		{"darwin", "", map[string]string{"HOME": "/Users/me", "XDG_DATA_HOME": "/data"}, "/Users/me/Library/Application Support/heddle/heddle.db"},
		{"darwin", "/copy", map[string]string{"HOME": "/Users/me"}, "/copy/Library/Application Support/heddle/heddle.db"},
		{"windows", "", map[string]string{"USERPROFILE": `C:\Users\me`, "APPDATA": `D:\Roaming\`}, `D:\Roaming\heddle\heddle.db`},
		{"windows", "", map[string]string{"USERPROFILE": `C:\Users\me`, "HOME": "/c/Users/me"}, `C:\Users\me\AppData\Roaming\heddle\heddle.db`},
		{"windows", `C:\copy`, map[string]string{"APPDATA": `D:\Roaming`}, `C:\copy\AppData\Roaming\heddle\heddle.db`},
		{"windows", `\\server\me`, nil, `\\server\me\AppData\Roaming\heddle\heddle.db`},
		{"linux", "", nil, ""},
		{"linux", "relative", map[string]string{"HOME": "/home/me", "XDG_DATA_HOME": "/data"}, ""},
		{"darwin", "", map[string]string{"XDG_DATA_HOME": "/data"}, ""},
		{"windows", "", map[string]string{"HOME": "/home/me"}, ""},
	} {
		got, err := places.StoreFile(c.os, func(name string) string { return c.env[name] }, c.home)
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s, home %q, %v: %q, %v; want %q", c.os, c.home, c.env, got, err, c.want)
		}
	}
}
