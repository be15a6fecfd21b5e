package hostfns_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns"
)

// password is in addresses of these tests, and in no error.
const password = "pa55w0rd"

func TestIsStoreAddress(t *testing.T) {
	for store, want := range map[string]bool{
		"nats://host:4222/team": true, "NATS://host/team": true, "tls://host/team": true, "nats:/host/team": true, "nats:team": true, "wss:x": true, "postgres://host/x": true,
		"heddle.db": false, "-": false, "": false, "/a/b://c": false, "./nats://y": false, "./nats:y": false, `C:\heddle.db`: false, "C://heddle.db": false, "notes:monday.db": false,
	} {
		if got := hostfns.IsStoreAddress(store); got != want {
			t.Errorf("%q is an address: %v, want %v", store, got, want)
		}
	}
}

func TestNoDriver(t *testing.T) {
	for _, address := range []string{"nats://u:" + password + "@host:4222/team", "nats:" + password, "postgres://u:" + password + "@host/x"} {
		_, err := hostfns.Open(hostfns.Options{Home: t.TempDir(), Stores: map[string]string{core.StorePath: address}})
		e := fault.From(err)
		if err == nil || e.Code != fault.Unsupported || e.Hint == "" || strings.Contains(err.Error(), password) || strings.Contains(e.Hint, password) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// memoryDriver has one store, in memory.
type memoryDriver struct {
	journal host.Journal
	closed  int
}

func (d *memoryDriver) OpenStore(address string) (hostfns.RemoteStore, error) {
	if strings.HasSuffix(address, "/") {
		return nil, fault.New(fault.InvalidArgument, "no name")
	}
	return d, nil
}

func (d *memoryDriver) InitStore(context.Context, string) (*hostfns.StoreSetup, error) {
	return &hostfns.StoreSetup{}, nil
}
func (d *memoryDriver) Address() string                      { return "memory://one" }
func (d *memoryDriver) Journal(context.Context) host.Journal { return d.journal }
func (d *memoryDriver) Close() error                         { d.closed++; return nil }

func TestStoreDriver(t *testing.T) {
	d := &memoryDriver{journal: hosttest.NewJournal()}
	hostfns.RegisterStoreDriver(d, "memory")
	if list := strings.Join(hostfns.StoreSchemes(), " "); list != "memory" {
		t.Errorf("the schemes are %s", list)
	}
	home := t.TempDir()
	open := func(address string) (*hostfns.Native, error) {
		return hostfns.Open(hostfns.Options{Home: home, Stores: map[string]string{core.StorePath: address}})
	}
	if _, err := open("memory://u:" + password + "@/"); fault.CodeOf(err) != fault.InvalidArgument {
		t.Errorf("a bad address: %v", err)
	}
	_, err := hostfns.Open(hostfns.Options{Home: home, Stores: map[string]string{core.StorePath: "memory://one", "other/x.db": filepath.Join(home, "x.db")}})
	if fault.CodeOf(err) != fault.InvalidArgument {
		t.Errorf("two stores: %v", err)
	}
	for store, want := range map[string]string{"memory://u:" + password + "@one": "memory://one", "memory://" + password + "/": "", "nats:" + password: "", "heddle.db": "heddle.db"} {
		if got := hostfns.StoreName(store); got != want {
			t.Errorf("%s is named %q", store, got)
		}
	}
	d.closed = 0
	n, err := open("Memory://one")
	if err != nil {
		t.Fatal(err)
	}
	call := n.Call(t.Context(), nil)
	if call.Host.Journal != d.journal || call.Host.SQL == nil {
		t.Error("the host has not the driver's journal, or no SQL for the agents' databases")
	}
	call.Release()
	if err := n.Close(); err != nil || d.closed != 1 {
		t.Errorf("closed %d times, %v", d.closed, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a second driver of a scheme was accepted")
		}
	}()
	hostfns.RegisterStoreDriver(d, "memory")
}
