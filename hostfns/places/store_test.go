package places_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
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

func TestRefuseAddress(t *testing.T) {
	for store, refused := range map[string]bool{
		"nats://u:pa55w0rd@host:4222/team": true, "postgres://host/x": true,
		"heddle.db": false, "-": false, "": false, "/a/b://c": false, "./x://y": false, `C:\heddle.db`: false,
	} {
		err := places.RefuseAddress(store)
		if refused != (err != nil) || refused && (fault.CodeOf(err) != fault.Unsupported || strings.Contains(err.Error(), "pa55w0rd")) {
			t.Errorf("%q: %v", store, err)
		}
	}
}
