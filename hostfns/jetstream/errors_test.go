package jetstream_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/jetstream"
)

// secret is in every address of these tests, and in no error.
const secret = "pa55w0rd"

func wantError(t *testing.T, what string, err error, code fault.Code, words string) {
	t.Helper()
	e := fault.From(err)
	if err == nil || e.Code != code || e.Hint == "" || !strings.Contains(err.Error(), words) {
		t.Errorf("%s: %v, want %s with a hint and %q", what, err, code, words)
	}
	if err != nil && strings.Contains(err.Error(), secret) {
		t.Errorf("%s: the password is in %q", what, err)
	}
}

// quick gives up soon.
var quick = jetstream.Options{Env: noEnv, Timeout: 500 * time.Millisecond}

func TestBadAddresses(t *testing.T) {
	for _, address := range []string{
		"http://u:" + secret + "@h/team", "nats://u:" + secret + "@h", "nats://u:" + secret + "@h/", "nats://u:" + secret + "@h/a.b",
		"nats://u:" + secret + "@h/" + strings.Repeat("x", 65), "nats://u:" + secret + "%zz@h/team", "nats://u:" + secret + "@h,,i/team",
		"nats://u:" + secret + "@h/team?password=" + secret, "nats://u:" + secret + "@h/team?%zz=" + secret, secret,
	} {
		_, err := jetstream.Open(t.Context(), address, quick)
		wantError(t, address, err, fault.InvalidArgument, "")
	}
	s := startServer(t, nil)
	for _, options := range []string{"replicas=x", "replicas=9", "storage=tape", "max-bytes=much"} {
		_, err := jetstream.Init(t.Context(), s.ClientURL()+"/team?"+options, quick)
		wantError(t, options, err, fault.InvalidArgument, "")
	}
	_, err := jetstream.Init(t.Context(), s.ClientURL()+"/team?replicas=3", quick)
	wantError(t, "replicas of one server", err, fault.Unsupported, "replicas")
}

func TestNoServer(t *testing.T) {
	_, err := jetstream.Open(t.Context(), "nats://u:"+secret+"@127.0.0.1:1/team", quick)
	wantError(t, "no server", err, fault.IO, "answers")
	_, err = jetstream.Open(t.Context(), "nats://u:"+secret+"@127.0.0.1:1/team?context="+secret, quick)
	wantError(t, "no context", err, fault.IO, "settings")
}

func TestNoStore(t *testing.T) {
	s := startServer(t, nil)
	_, err := jetstream.Open(t.Context(), s.ClientURL()+"/team", quick)
	wantError(t, "no store", err, fault.BadRef, "no store")
}

func TestNoJetStream(t *testing.T) {
	s := startServer(t, func(o *server.Options) { o.JetStream = false })
	_, err := jetstream.Open(t.Context(), s.ClientURL()+"/team", quick)
	wantError(t, "open", err, fault.Unsupported, "JetStream")
	_, err = jetstream.Init(t.Context(), s.ClientURL()+"/team", quick)
	wantError(t, "init", err, fault.Unsupported, "JetStream")
}

// withUser returns the address for a user.
func withUser(address, user string) string {
	return strings.Replace(address, "nats://", "nats://"+user+":"+secret+"@", 1)
}

func TestPermissions(t *testing.T) {
	s := startServer(t, func(o *server.Options) {
		o.Users = []*server.User{
			{Username: "owner", Password: secret},
			{Username: "reader", Password: secret, Permissions: &server.Permissions{
				Publish:   &server.SubjectPermission{Allow: []string{"$JS.API.INFO", "$JS.API.STREAM.INFO.>", "$JS.API.STREAM.MSG.GET.>", "$JS.API.DIRECT.GET.>", "$JS.API.CONSUMER.>"}},
				Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}}}},
			{Username: "nobody", Password: secret, Permissions: &server.Permissions{Publish: &server.SubjectPermission{Deny: []string{"$JS.>"}}}},
		}
	})
	address := s.ClientURL() + "/team"
	if _, err := jetstream.Init(t.Context(), withUser(address, "owner"), quick); err != nil {
		t.Fatal(err)
	}
	hosttest.AppendOne(t, openJournal(t, withUser(address, "owner")), "a", 0, hosttest.MessageEvents(1, "x"))
	_, err := jetstream.Open(t.Context(), withUser(address, "stranger"), quick)
	wantError(t, "a stranger", err, fault.IO, "credentials")
	_, err = jetstream.Open(t.Context(), withUser(address, "nobody"), quick)
	wantError(t, "nobody", err, fault.Unsupported, "may not")
	reader, err := jetstream.Open(t.Context(), withUser(address, "reader"), quick)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	j := reader.Journal(t.Context())
	if got := hosttest.ReadPayloads(t, j, "a", 0); got != "x" {
		t.Errorf("the reader reads %q", got)
	}
	_, err = j.Append(appendX("a", 1))
	wantError(t, "a reader's append", err, fault.Unsupported, "may not")
}

func TestFullServer(t *testing.T) {
	s := startServer(t, nil)
	address := s.ClientURL() + "/team"
	if _, err := jetstream.Init(t.Context(), address+"?max-bytes=300KB", quick); err != nil {
		t.Fatal(err)
	}
	j := openJournal(t, address)
	hosttest.AppendOne(t, j, "a", 0, hosttest.MessageEvents(1, noise(1, 100_000)))
	head := int64(1)
	var err error
	for ; head < 20 && err == nil; head++ {
		w := appendX("a", head)
		w[0].Events[0].Payload = []byte(noise(uint64(head), 50_000))
		_, err = j.Append(w)
	}
	wantError(t, "a full log", err, fault.IO, "room")
	if info, err := j.Stream("a"); err != nil || info.Head != head-1 {
		t.Errorf("the head is %d, want %d, %v", info.Head, head-1, err)
	}
	hosttest.VerifyJournal(t, j)
}

func TestServerGone(t *testing.T) {
	s := startServer(t, nil)
	address := makeStore(t, s, "team")
	store, err := jetstream.Open(t.Context(), address, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	j := store.Journal(t.Context())
	hosttest.AppendOne(t, j, "a", 0, hosttest.MessageEvents(1, "x"))
	s.Shutdown()
	_, err = j.Append(appendX("a", 1))
	wantError(t, "append", err, fault.IO, "does not answer")
	_, err = j.Stream("a")
	wantError(t, "read", err, fault.IO, "the connection is lost")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Journal(ctx).Stream("a"); fault.CodeOf(err) != fault.Timeout {
		t.Errorf("a cancelled call: %v, want TIMEOUT", err)
	}
}

// TestDeletedStore: the log is deleted while programs use it, and made again under the same name.
func TestDeletedStore(t *testing.T) {
	s := startServer(t, nil)
	address, js := makeStore(t, s, "team"), direct(t, s)
	store, err := jetstream.Open(t.Context(), address, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	j := store.Journal(t.Context())
	hosttest.AppendOne(t, j, "small", 0, hosttest.MessageEvents(1, "x"))
	hosttest.AppendOne(t, j, "large", 0, hosttest.MessageEvents(10, noise(1, 20_000)))
	if _, err := j.Streams("", 10); err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), "HEDDLE_team"); err != nil {
		t.Fatal(err)
	}
	// refused makes calls that need the server.
	refused := func(code fault.Code, words string) {
		t.Helper()
		for name, call := range map[string]func() error{
			"append to a small session": func() error { _, err := j.Append(appendX("small", 1)); return err },
			"append to a large session": func() error { _, err := j.Append(appendX("large", 1)); return err },
			"append anew":               func() error { _, err := j.Append(appendX("new", 5)); return err },
		} {
			if err := call(); err == nil || fault.CodeOf(err) != code && fault.CodeOf(err) != fault.Conflict {
				t.Errorf("%s: %v, want %s", name, err, code)
			}
		}
		_, err := j.Stream("small")
		wantError(t, "a session", err, code, words)
	}
	refused(fault.BadRef, "no store")
	_, err = j.Streams("", 10)
	wantError(t, "list", err, fault.BadRef, "no store")
	makeStore(t, s, "team")
	hosttest.AppendOne(t, openJournal(t, address), "other", 0, hosttest.MessageEvents(100, "y"))
	refused(fault.IO, "made again")
	if got := hosttest.ReadPayloads(t, openJournal(t, address), "other", 0); got != "y" {
		t.Errorf("the new store has %q", got)
	}
}

// TestForeignMessages: other programs put messages with strange subjects into the log.
func TestForeignMessages(t *testing.T) {
	s := startServer(t, nil)
	address, js := makeStore(t, s, "team"), direct(t, s)
	hosttest.AppendOne(t, openJournal(t, address), "a", 0, hosttest.MessageEvents(1, "x"))
	for _, subject := range []string{"e.!4", "e.~2E", "e.\u00e9", "e." + strings.Repeat("x", 3000), "i.x", "i.0123456789abcdef", "p.a.b", "p.!4.x", "g", "s.!", "s.a"} {
		if _, err := js.Publish(t.Context(), "heddle.team."+subject, []byte("strange\nlines of 4 words")); err != nil {
			t.Fatal(err)
		}
	}
	j := openJournal(t, address)
	if got := hosttest.ReadPayloads(t, j, "a", 0); got != "x" {
		t.Errorf("reads %q", got)
	}
	infos, err := j.Streams("", 10)
	if err != nil || len(infos) != 2 || infos[0].Name != "a" {
		t.Errorf("lists %v, %v", infos, err)
	}
	var found []string
	if err := j.Verify(func() error { return nil }, func(stream string, _ int64, what string) { found = append(found, stream+": "+what) }); err != nil || len(found) < 2 {
		t.Errorf("the check finds %q, %v", found, err)
	}
	hosttest.AppendOne(t, j, "a", 1, hosttest.MessageEvents(2, "y"))
	if err := j.VacuumOlder(0); err != nil {
		t.Error(err)
	}
	if got := hosttest.ReadPayloads(t, j, "a", 0); got != "x y" {
		t.Errorf("reads %q", got)
	}
}

// TestBusyWriters: a write that lost every race says that it may be repeated.
func TestBusyWriters(t *testing.T) {
	for _, code := range []int{10071, 10164} {
		err := jetstream.Translate(code)
		wantError(t, "busy", err, fault.IO, "faster")
		if hint := fault.From(err).Hint; !strings.Contains(hint, "same request id") {
			t.Errorf("the hint of %d is %q", code, hint)
		}
	}
}
