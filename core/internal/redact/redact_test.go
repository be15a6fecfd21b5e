package redact

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

const (
	githubToken = "ghp_0kQ3zV9xW2bN7mL4sT8yR1cF6hJ5pD2aG0eU"
	awsKey      = "AKIAQ3ZVXW2BN7MLSTYR"
)

// keyLines are lines of a key.
var keyLines = strings.Repeat(strings.Repeat("MIIEvQ0kQ3zV9xW2", 4)+"\n", 3)

func TestTexts(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "the key of the matter: tokens are counted", "the key of the matter: tokens are counted"},
		{"token", "use " + githubToken + " now", "use [redacted:github-pat] now"},
		{"assignment", "export API_KEY=" + githubToken, "export API_KEY=[redacted:github-pat]"},
		{"generic", `password = "x9Kq2LmZ7pRt4Wv8"`, `password = "[redacted:generic-api-key]"`},
		{"allowed", "AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"},
		{"low entropy", "ghp_" + strings.Repeat("a", 36), "ghp_" + strings.Repeat("a", 36)},
		{"key", "-----BEGIN PRIVATE KEY-----\n" + strings.Repeat("MIIEvQ0kQ3zV9xW2", 8) + "\n-----END PRIVATE KEY-----\nrest", "[redacted:private-key]\nrest"},
		{"quoted line", `x\n` + awsKey + `\n`, `x\n[redacted:aws-access-token]\n`},
		{"JSON in a text", `{"a": "{\"api_key\":\"x9Kq2LmZ7pRt4Wv8\"}" , "b":[1]}`, `{"a": "{\"api_key\":\"[redacted:generic-api-key]\"}" , "b":[1]}`},
		{"lines of JSON", "{\"n\":1}\n{\"api_key\":\"{\\\"api_key\\\":\\\"x9Kq2LmZ7pRt4Wv8\\\"}\"}\n{", "{\"n\":1}\n{\"api_key\":\"{\\\"api_key\\\":\\\"[redacted:generic-api-key]\\\"}\"}\n{"},
		{"two", githubToken + "," + awsKey, "[redacted:github-pat],[redacted:aws-access-token]"},
		{"curl", "curl -u ann:s3cr3tpw x; curl -u bob:0th3rpw99 y", "curl -u [redacted:curl-auth-user] x; curl -u [redacted:curl-auth-user] y"},
		{"email", "Ann <ann.lee+x@mail.example.org>, bob@x.co.", "Ann <[redacted:email]>, [redacted:email]."},
		{"quoted email", `x "a\nann@example.org\u003cbob@example.org"`, `x "a\n[redacted:email]\u003c[redacted:email]"`},
		{"no email", "a@b @types/node@1.2.3 git@github.com:x/y x@1.2", "a@b @types/node@1.2.3 git@github.com:x/y x@1.2"},
		{"home", "/home/ann/x /home/ann.lee /Users/bob/y", "~/x ~ ~/y"},
		{"end of sentence", "it is in /home/ann.", "it is in ~."},
		{"quoted", `"/home/ann"`, `"~"`},
		{"escaped", `\/home\/ann\/x`, `~\/x`},
		{"encoded", "file:///home/ann/x %2Fhome%2Fann%2Fx", "file://~/x ~%2Fx"},
		{"windows", `C:\Users\ann\x C:/Users/ann/x C:\\Users\\ann\\x c:\users\ann`, `~\x ~/x ~\\x ~`},
		{"spaces", `C:\Users\Ann Lee\Desktop and C:\Users\ann is here`, `~\Desktop and ~ is here`},
		{"unix on windows", "/mnt/c/Users/ann/x /c/Users/ann/x", "~/x ~/x"},
		{"volume", "/var/home/ann/x", "~/x"},
		{"flag", "cc -I/home/ann/include", "cc -I~/include"},
		{"folder name", "/root/.claude/projects/-home-ann-work/x C--Users-ann-work", "/root/.claude/projects/~-work/x C--Users-ann-work"},
		{"no home", "src/home/index.ts /users/1 $HOME/x /home --home-dir https://home/x /home/$USER", "src/home/index.ts /users/1 $HOME/x /home --home-dir https://home/x /home/$USER"},
		{"nobody's", `/Users/Shared/x C:\Users\Public\x`, `/Users/Shared/x C:\Users\Public\x`},
		{"password in an address", "postgres://ann:hunter2@db/x https://ann:hunter2@example.org/x?a=b:c@d", "postgres://ann:[redacted:url-password]@db/x https://ann:[redacted:url-password]@example.org/x?a=b:c@d"},
		{"token in an address", "https://ann:" + githubToken + "@github.com/x", "https://ann:[redacted:github-pat]@github.com/x"},
		{"no password", "redis://u:$PW@h http://h:80/a@b x://u:<pw>@h y://u:password@h z://h", "redis://u:$PW@h http://h:80/a@b x://u:<pw>@h y://u:password@h z://h"},
		{"header", "authorization: Bearer x9Kq2LmZ7pRt4Wv8", "authorization: Bearer [redacted:authorization-header]"},
		{"quoted header", `{"Authorization": "Basic dXNlcjp3b3JkMTIz"} bearer x9Kq2LmZ7pRt4Wv8.`, `{"Authorization": "Basic [redacted:authorization-header]"} bearer [redacted:authorization-header]`},
		{"no header", "the bearer authentication/authorization is a Basic concept; bearer $TOKEN", "the bearer authentication/authorization is a Basic concept; bearer $TOKEN"},
		{"quoted quotes", `curl -d "{\"api_key\": \"x9Kq2LmZ7pRt4Wv8\"}"`, `curl -d "{\"api_key\": \"[redacted:generic-api-key]\"}"`},
		{"beginning of a key", "a\n-----BEGIN RSA PRIVATE KEY-----\n" + keyLines + "MIIEv\n... 20 lines more", "a\n[redacted:private-key]\n... 20 lines more"},
		{"end of a key", "     7→" + strings.ReplaceAll(keyLines, "\n", "\n     8→") + "MIIEv==\n     9→-----END PRIVATE KEY-----\nrest", "     7→[redacted:private-key]\nrest"},
		{"no key", "-----BEGIN PRIVATE KEY----- and -----END PRIVATE KEY-----", "-----BEGIN PRIVATE KEY----- and -----END PRIVATE KEY-----"},
		{"redacted before", "[redacted:email] key=[redacted:github-pat] ann@example.org", "[redacted:email] key=[redacted:github-pat] [redacted:email]"},
	} {
		if got := New().Text(c.in); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestKnownOwner(t *testing.T) {
	r := New("/home/ann-lee/work", "")
	in := "x/home/ann-lee/y -home-ann-lee-work C--Users-ann-lee-x host:/home/ann-lee"
	if got, want := r.Text(in), "x~/y ~-work ~-x host:~"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCounts(t *testing.T) {
	r := New()
	r.Text("ann@example.org " + githubToken + " bob@example.org /home/ann/x")
	if got, want := fmt.Sprint(r.Counts()), "[{email 2} {github-pat 1} {home-path 1}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestJSONValues(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`null`, `null`},
		{`{"a":[1,-2.5,true,{"b":"ann@example.org"}],"c":{}}`, `{"a":[1,-2.5,true,{"b":"[redacted:email]"}],"c":{}}`},
		{`{"api_key":"x9Kq2LmZ7pRt4Wv8","n":"x9Kq2LmZ7pRt4Wv8"}`, `{"api_key":"[redacted:generic-api-key]","n":"x9Kq2LmZ7pRt4Wv8"}`},
		{`{"/home/ann/z":1,"/home/bob/a":2}`, `{"~/a":2,"~/z":1}`},
		{`{"ann@example.org":1,"bob@example.org":2,"cat@example.org":3}`, `{"[redacted:email]":1,"[redacted:email] (2)":2,"[redacted:email] (3)":3}`},
		{`"a\n\"/home/ann\" é"`, `"a\n\"~\" é"`},
		{`{"argv":["curl","/home/ann"]}`, `{"argv":["curl","~"]}`},
	} {
		got := New().JSON(session.JSON(c.in))
		if string(got) != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.in, got, c.want)
		}
		if again := New().JSON(got); string(again) != c.want {
			t.Errorf("%s: a second time it becomes %s", c.in, again)
		}
	}
}

// TestStepsAreLinear doubles hostile texts: work that grows faster than they do is an error.
func TestStepsAreLinear(t *testing.T) {
	for _, unit := range []string{
		"a", "@", "a@", "a@b.c", "key", "key=", "key=a", "keytokenapi", "eyJhbGciOiJIUzI1NiJ9aaaaaaaaa.", "ey", `.ey\n`,
		"-----BEGIN PRIVATE KEY-----\n", "-----BEGIN ", "curl ", "curl -u a:bcd ", "curl -u ", "curl\n-u\n", "secret data: kind: ", "kind: secret\n",
		"data:\n a: ", "sk-", "AKIA", githubToken, githubToken + " ", "/home/", "/home/a", `\\\\home`, `C:\Users\a b c`, "-home-", "home", "[redacted:", "[redacted:email]",
		"xoxb-1", "sgp_ 0123456789abcdef0123456789abcdef0123456 ", "é", "\xff", "ops_eyJ", "hvs.a", "fm2_", "password=\"", "%2Fhome%2F", "a.", "sourcegraph a ", "://", "a://b:c", "a://b:cde@f.gh ", "bearer ", "authorization: ", "-----END PRIVATE KEY-----", "abcd0123", "abcdefgh0123456\n", `\\"`, `\\\\\\"`, `{\\"key\\":`,
		"-----BEGIN PRIVATE KEY-----abcdefgh01234567", "abcdefgh01234567-----END ", "openai T3BlbkFJ",
		"\x1b[", "\x1b]", "\x1b[31m", "\u009b", "&amp;", "&", "%25", "%2525", "***", "\u200b", `\u001b[`, "sk-a\n", "ghp_abcdef\n", "ghp_\n│ ", "a b: │\n", strings.Repeat("x", 80) + "\n",
		"password", "password ", "password is ", "token ", "-token ", "cookie: a=b; ", "cookie: ", "docker login ", "mysql -p ", "curl -u a", "echo a |", "?token=", "session", "sess=aaaaaaaaaaaaaaaaaaaaaaaa",
		"SECRET_KEY: ", "d\": \"", "Private-Lines: 1\n", "otpauth://", "wandb ", "discord ", "<<<\"", "ldap ", "gpg -p", "xoxb-", "_live_", "ab_live_0123456789abcdef", ":*:", "a:5432:b:c:", "://u:", "prod:",
	} {
		small, large := stepsFor(unit, 1<<13), stepsFor(unit, 1<<15)
		if large > 5*small+10_000 || large > 4000<<15 {
			t.Errorf("%q: %d steps for 8 KB, %d for 32 KB", unit, small, large)
		}
	}
}

func stepsFor(unit string, size int) int {
	r := New()
	r.Text(strings.Repeat(unit, size/len(unit)+1))
	return r.Steps()
}

// TestIdempotence redacts texts full of secrets twice.
func TestIdempotence(t *testing.T) {
	r := New()
	random := rand.New(rand.NewSource(2))
	for range 3 {
		for i := range r.rules {
			s := randomText(random, r, i)
			once := r.Text(s)
			if twice := New().Text(once); twice != once {
				t.Errorf("%q\n once %q\ntwice %q", s, once, twice)
			}
		}
	}
}

func FuzzText(f *testing.F) {
	r := New()
	w := readTwin(f)
	random := rand.New(rand.NewSource(3))
	for i := range r.rules {
		if testing.Short() && i%4 > 0 {
			continue
		}
		f.Add(randomText(random, r, i))
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1<<11 {
			return
		}
		r := New()
		// The twin folds runes that are no ASCII letters, and knows nothing of what is redacted.
		if !strings.ContainsAny(s, "\u212a\u017f\u0130") && !strings.Contains(s, opening) {
			if got, want := secretSpans(r, w, s), fmt.Sprint(w.spans(s)); got != want {
				t.Errorf("%q\n got %s\nwant %s", s, got, want)
			}
		}
		once := r.Text(s)
		if twice := New().Text(once); twice != once {
			t.Errorf("%q\n once %q\ntwice %q", s, once, twice)
		}
		quoted, _ := json.Marshal(strings.ToValidUTF8(s, "?"))
		if out := New().JSON(session.JSON(quoted)); !json.Valid(out) {
			t.Errorf("%s is no JSON", out)
		}
	})
}

// TestDeepJSON: the deepest values that are read are redacted like others.
func TestDeepJSON(t *testing.T) {
	for _, side := range [][2]string{{"[", "]"}, {`{"a":`, "}"}, {`[{"a":`, "}]"}} {
		open, end := strings.Repeat(side[0], 4_990), strings.Repeat(side[1], 4_990)
		got := string(New().JSON(session.JSON(open + `"ann@example.org"` + end)))
		if got != open+`"[redacted:email]"`+end {
			t.Errorf("%s: %.300s", side[0], strings.TrimLeft(got, side[0]))
		}
	}
}
