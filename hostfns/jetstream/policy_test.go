package jetstream_test

import (
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns/jetstream"
	"github.com/heddle-dev/heddle/internal/storetest"
)

// TestPolicyOfServer: a program that has the store open obeys a policy that another one sets, and who only
// records cannot set one.
func TestPolicyOfServer(t *testing.T) {
	const secret = "ghp_" + "a8Kd93hfLw02mXz71QpVbnR5tYcE6uJsG4iO"
	s := startServer(t, func(o *server.Options) {
		all := &server.Permissions{}
		records := &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: []string{"$JS.API.INFO", "$JS.API.STREAM.INFO.>", "$JS.API.STREAM.MSG.GET.>", "$JS.API.DIRECT.GET.>", "$JS.API.CONSUMER.>", "heddle.team.>"}},
			Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}}}
		o.Users = []*server.User{{Username: "admin", Password: "a", Permissions: all}, {Username: "ci", Password: "c", Permissions: records}}
	})
	as := func(user string) string { return strings.Replace(s.ClientURL(), "://", "://"+user+"@", 1) + "/team" }
	if _, err := jetstream.Init(t.Context(), as("admin:a"), jetstream.Options{Env: noEnv}); err != nil {
		t.Fatal(err)
	}
	admin, ci := storetest.Open(t, t.TempDir(), as("admin:a")), storetest.Open(t, t.TempDir(), as("ci:c"))
	record := func(id string) string {
		t.Helper()
		if _, err := ci.Store.Record(t.Context(), id, heddle.User("the key "+secret)); err != nil {
			t.Fatal(err)
		}
		return storetest.Contents(t, admin)[id]
	}
	if got := record("before"); !strings.Contains(got, secret) {
		t.Errorf("without a policy: %s", got)
	}
	if err := ci.Store.SetPolicy(t.Context(), heddle.StorePolicy{Redact: true}); fault.CodeOf(err) != fault.Unsupported {
		t.Errorf("who records sets a policy: %v", err)
	}
	if err := admin.Store.SetPolicy(t.Context(), heddle.StorePolicy{Redact: true}); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if p, err := ci.Store.Policy(t.Context()); err != nil || p.Redact {
			break
		} else if time.Now().After(deadline) {
			t.Fatal("the policy does not arrive")
		}
	}
	if got := record("after"); got == "" || strings.Contains(got, secret) {
		t.Errorf("with a policy: %s", got)
	}
}
