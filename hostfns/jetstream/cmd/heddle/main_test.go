package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"heddle": main})
}

// password is in addresses, and in nothing that a command prints.
const password = "pa55w0rd"

// TestScripts runs testdata/script, each script with servers of its own. $HOMES are the fixture homes,
// $AGENT is an agent that does what $HEDDLE_SCRIPT says.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	agent := filepath.Join(t.TempDir(), "claude")
	build := exec.Command("go", "build", "-o", agent, "./bindings/internal/scriptedagent")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Values["servers"] = map[string]*server.Server{}
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("HOMES", filepath.Join(root, "testdata", "agents"))
			env.Setenv("AGENT", agent)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"nats": startNATS, "halt": stopNATS, "secret": findSecret, "await": await, "long": writeLong,
		},
	})
}

// kinds are servers that a script can start.
var kinds = map[string]func(*server.Options){
	"open":         func(*server.Options) {},
	"no-jetstream": func(o *server.Options) { o.JetStream = false },
	"users": func(o *server.Options) {
		reads := []string{"$JS.API.INFO", "$JS.API.STREAM.INFO.>", "$JS.API.STREAM.MSG.GET.>", "$JS.API.DIRECT.GET.>", "$JS.API.CONSUMER.>"}
		o.Users = []*server.User{
			{Username: "owner", Password: password},
			{Username: "reader", Password: password, Permissions: &server.Permissions{
				Publish: &server.SubjectPermission{Allow: reads}, Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}}}},
			{Username: "nobody", Password: password, Permissions: &server.Permissions{Publish: &server.SubjectPermission{Deny: []string{"$JS.>"}}}},
		}
	},
	"token": func(o *server.Options) { o.Authorization = password },
}

// startNATS is nats NAME KIND: it starts a server, whose host and port become $NAME. KIND again is the one
// that was stopped.
func startNATS(ts *testscript.TestScript, _ bool, args []string) {
	if args[1] == "old" {
		ts.Setenv(args[0], oldServer(ts))
		return
	}
	o := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: ts.MkAbs("js-" + args[0]), NoSigs: true, NoLog: true}
	if args[1] == "again" {
		_, port, err := net.SplitHostPort(ts.Getenv(args[0]))
		ts.Check(err)
		o.Port, err = strconv.Atoi(port)
		ts.Check(err)
	} else {
		kinds[args[1]](o)
	}
	s, err := server.NewServer(o)
	ts.Check(err)
	s.Start()
	ts.Defer(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(30 * time.Second) {
		ts.Fatalf("the server does not start")
	}
	ts.Value("servers").(map[string]*server.Server)[args[0]] = s
	ts.Setenv(args[0], s.Addr().String())
}

// stopNATS is halt NAME: testscript has a stop of its own.
func stopNATS(ts *testscript.TestScript, _ bool, args []string) {
	s := ts.Value("servers").(map[string]*server.Server)[args[0]]
	s.Shutdown()
	s.WaitForShutdown()
}

// oldServer starts something that says it is nats-server 2.10.
func oldServer(ts *testscript.TestScript) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				fmt.Fprint(c, `INFO {"server_id":"OLD","server_name":"old","version":"2.10.7","proto":1,"headers":true,"max_payload":1048576,"jetstream":true}`+"\r\n")
				for lines := bufio.NewScanner(c); lines.Scan(); {
					if strings.HasPrefix(lines.Text(), "PING") {
						fmt.Fprint(c, "PONG\r\n")
					}
				}
			}()
		}
	}()
	return l.Addr().String()
}

// findSecret is ! secret FILE...: no file, or what the last command printed, has the password. A folder
// means all files in it.
func findSecret(ts *testscript.TestScript, neg bool, args []string) {
	if !neg {
		ts.Fatalf("usage: ! secret FILE...")
	}
	for _, name := range args {
		if name == "stdout" || name == "stderr" {
			refuseSecret(ts, name, ts.ReadFile(name))
			continue
		}
		ts.Check(filepath.WalkDir(ts.MkAbs(name), func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				refuseSecret(ts, path, ts.ReadFile(path))
			}
			return err
		}))
	}
}

func refuseSecret(ts *testscript.TestScript, name, text string) {
	if strings.Contains(text, password) {
		ts.Fatalf("the password is in %s: %s", name, text)
	}
}

// writeLong is long FILE BYTES: a message whose text is as long, and cannot be much shorter.
func writeLong(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
	r, text := rand.New(rand.NewPCG(1, 2)), make([]byte, n)
	for i := range text {
		text[i] = letters[r.IntN(len(letters))]
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(`{"type":"user","content":"`+string(text)+`"}`), 0o600))
}

// await is await FILE TEXT: it waits until a command that runs in the background has written a text.
func await(ts *testscript.TestScript, _ bool, args []string) {
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if data, err := os.ReadFile(ts.MkAbs(args[0])); err == nil && strings.Contains(string(data), args[1]) {
			return
		}
	}
	ts.Fatalf("%s has no %q", args[0], args[1])
}
