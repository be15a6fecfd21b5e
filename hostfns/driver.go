package hostfns

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// StoreDriver opens stores that are not files, by their addresses. No error of a driver quotes an
// address, which may contain credentials.
type StoreDriver interface {
	// OpenStore returns the store at an address. It makes no connection: the first call that uses
	// the store does. An address with a mistake is INVALID_ARGUMENT.
	OpenStore(address string) (RemoteStore, error)
	// InitStore makes the store at an address. A store that is there remains as it is; when it is
	// not what the address asks for, that is CONFLICT.
	InitStore(ctx context.Context, address string) (*StoreSetup, error)
}

// RemoteStore is a store that a driver has opened. It is safe for concurrent use.
type RemoteStore interface {
	// Address is the store's address without credentials.
	Address() string
	// Journal returns the store's journal for one call: what it waits for ends when ctx is done.
	Journal(ctx context.Context) host.Journal
	// Close disconnects. No call may run.
	Close() error
}

// StoreSetup describes a store that InitStore has made or found.
type StoreSetup struct {
	Store    string        `json:"store"` // its address, without credentials
	New      bool          `json:"new"`   // it did not exist
	Replicas int           `json:"replicas"`
	Storage  string        `json:"storage"`            // "file" or "memory"
	MaxBytes int64         `json:"maxBytes,omitempty"` // of each replica; 0 for no limit
	Streams  []StoreStream `json:"streams"`
	// Costs are sentences about what the store takes, and what limits it.
	Costs []string `json:"costs"`
}

// StoreStream is one part of a store on a server.
type StoreStream struct {
	Name     string `json:"name"`
	Replicas int    `json:"replicas"`
	Storage  string `json:"storage"`
	MaxBytes int64  `json:"maxBytes,omitempty"`
	// Purpose says what it is for.
	Purpose string `json:"purpose"`
}

// drivers are the registered drivers by the scheme of their addresses.
var drivers struct {
	sync.RWMutex
	byScheme map[string]StoreDriver
}

// RegisterStoreDriver makes stores usable whose addresses begin with one of the schemes, such as
// "nats" for nats://host:4222/team. A package of a driver does it when it is imported. It panics
// when another driver has a scheme.
func RegisterStoreDriver(d StoreDriver, schemes ...string) {
	drivers.Lock()
	defer drivers.Unlock()
	if drivers.byScheme == nil {
		drivers.byScheme = map[string]StoreDriver{}
	}
	for _, scheme := range schemes {
		if _, taken := drivers.byScheme[scheme]; taken {
			panic("hostfns: two drivers of stores for " + scheme + "://")
		}
		drivers.byScheme[scheme] = d
	}
}

// StoreSchemes lists the schemes of the registered drivers.
func StoreSchemes() []string {
	drivers.RLock()
	defer drivers.RUnlock()
	var list []string
	for scheme := range drivers.byScheme {
		list = append(list, scheme)
	}
	slices.Sort(list)
	return list
}

// natsSchemes are those of the driver that this project has. An address that lacks its slashes
// must not become a file.
var natsSchemes = []string{"nats", "tls", "ws", "wss"}

// schemeOf returns the scheme of an address in lower case; empty for the path of a file.
func schemeOf(store string) string {
	scheme, rest, found := strings.Cut(store, ":")
	scheme = strings.ToLower(scheme)
	if !found || len(scheme) < 2 || strings.ContainsAny(scheme, `/\.`) { // C: is a drive
		return ""
	}
	if strings.HasPrefix(rest, "//") || slices.Contains(natsSchemes, scheme) {
		return scheme
	}
	return ""
}

// IsStoreAddress reports whether a store is named by an address, such as nats://host:4222/team,
// and not by the path of a file.
func IsStoreAddress(store string) bool { return schemeOf(store) != "" }

// FindStoreDriver returns the driver of an address; UNSUPPORTED without one.
func FindStoreDriver(address string) (StoreDriver, error) {
	scheme := schemeOf(address)
	drivers.RLock()
	d := drivers.byScheme[scheme]
	drivers.RUnlock()
	switch {
	case d != nil:
		return d, nil
	case slices.Contains(natsSchemes, scheme):
		return nil, fault.New(fault.Unsupported, "this program has no driver for stores on NATS").
			WithHint(`import _ "github.com/heddle-dev/heddle/hostfns/jetstream", or name a file`)
	}
	return nil, fault.New(fault.Unsupported, "no driver has stores at such addresses").WithHint("a store is a file, or on NATS: nats://host:4222/team")
}

// StoreName returns how messages name a store: the path of a file, an address without credentials,
// and "" for an address that no driver takes.
func StoreName(store string) string {
	if !IsStoreAddress(store) {
		return store
	}
	driver, err := FindStoreDriver(store)
	if err != nil {
		return ""
	}
	opened, err := driver.OpenStore(store)
	if err != nil {
		return ""
	}
	defer opened.Close()
	return opened.Address()
}

// openRemote opens the store of Stores that is no file; nil without one.
func openRemote(stores map[string]string) (RemoteStore, error) {
	var remote RemoteStore
	for _, store := range stores {
		if !IsStoreAddress(store) {
			continue
		}
		if len(stores) > 1 {
			return nil, fault.New(fault.InvalidArgument, "a store at an address is the only one of its host")
		}
		d, err := FindStoreDriver(store)
		if err != nil {
			return nil, err
		}
		if remote, err = d.OpenStore(store); err != nil {
			return nil, err
		}
	}
	return remote, nil
}
