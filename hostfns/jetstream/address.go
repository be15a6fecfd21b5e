package jetstream

import (
	"crypto/tls"
	"crypto/x509"
	"math"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/synadia-io/orbit.go/natscontext"

	"github.com/heddle-dev/heddle/core/fault"
)

// Schemes are the beginnings of addresses, without "://".
func Schemes() []string { return []string{"nats", "tls", "ws", "wss"} }

// address is what "nats://user:password@host:4222,other:4222/team?context=x" says. It is never shown:
// it may contain credentials.
type address struct {
	servers []string // with scheme, without credentials
	user    *url.Userinfo
	store   string // "team"
	context string
	init    map[string]string // options of Init
}

// maxStoreBytes bounds a store's name, which is part of the names of streams.
const maxStoreBytes = 64

// parseAddress reads an address. Its errors quote nothing of it but the store's name.
func parseAddress(s string) (address, error) {
	a := address{init: map[string]string{}}
	scheme, rest, ok := strings.Cut(s, "://")
	scheme = strings.ToLower(scheme)
	known := false
	for _, k := range Schemes() {
		known = known || k == scheme
	}
	if !ok || !known {
		return a, badAddress("the address of a store on NATS begins with nats://")
	}
	rest, query, _ := strings.Cut(rest, "?")
	at := strings.LastIndexByte(rest, '/')
	if at < 0 || at == len(rest)-1 {
		return a, badAddress("the address has no name of a store")
	}
	hosts := rest[:at]
	a.store = rest[at+1:]
	if !isStoreName(a.store) {
		return a, badAddress("the name of a store has 1 to 64 letters, digits, '-' and '_'")
	}
	if at := strings.LastIndexByte(hosts, '@'); at >= 0 {
		u, err := url.Parse("nats://" + hosts[:at] + "@host")
		if err != nil {
			return a, badAddress("the user or password of the address is not encoded as in a URL")
		}
		a.user, hosts = u.User, hosts[at+1:]
	}
	for host := range strings.SplitSeq(hosts, ",") {
		if host == "" && hosts != "" || strings.ContainsAny(host, " \t/@") {
			return a, badAddress("the address has a host without a name")
		}
		if host != "" {
			a.servers = append(a.servers, scheme+"://"+host)
		}
	}
	return a, a.parseQuery(query)
}

// withoutCredentials returns the address as it may be shown.
func (a *address) withoutCredentials() string {
	if len(a.servers) == 0 {
		return "nats:///" + a.store
	}
	scheme, _, _ := strings.Cut(a.servers[0], "://")
	hosts := make([]string, len(a.servers))
	for i, server := range a.servers {
		hosts[i] = strings.TrimPrefix(server, scheme+"://")
	}
	return scheme + "://" + strings.Join(hosts, ",") + "/" + a.store
}

func badAddress(what string) error {
	return fault.New(fault.InvalidArgument, what).WithHint("an address is nats://host:4222/team; nats:///team is a store at the server of the selected nats context")
}

func isStoreName(s string) bool {
	for i := range len(s) {
		if leadOf(s[i]) != 0 {
			return false
		}
	}
	return s != "" && len(s) <= maxStoreBytes
}

// parseQuery reads the options after the question mark.
func (a *address) parseQuery(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return badAddress("the options of the address are not encoded as in a URL")
	}
	for key, list := range values {
		switch key {
		case "context":
			a.context = list[0]
		case "replicas", "storage", "max-bytes":
			a.init[key] = list[0]
		default:
			return badAddress("the address has an unknown option; it may have context, replicas, storage and max-bytes")
		}
	}
	return nil
}

// connect connects with the credentials of the address, of the nats context, or
// of the environment variables that the nats command reads.
func (a *address) connect(env func(string) string, opts []nats.Option) (*nats.Conn, natscontext.Settings, error) {
	name := a.context
	if name == "" {
		name = env("NATS_CONTEXT")
	}
	servers := a.servers
	if len(servers) == 0 && name == "" && env("NATS_URL") != "" {
		servers = strings.Split(env("NATS_URL"), ",")
	}
	if a.user != nil {
		opts = append(opts, userOrToken(a.user.Username(), a.user.Password))
	}
	secure, err := tlsFiles(env)
	if err != nil {
		return nil, natscontext.Settings{}, err
	}
	opts = append(opts, secure...)
	if name != "" || len(servers) == 0 {
		if len(servers) > 0 {
			opts = append(opts, func(o *nats.Options) error { o.Servers = servers; return nil })
		}
		return natscontext.Connect(name, opts...)
	}
	if a.user == nil {
		more, err := credentials(env)
		if err != nil {
			return nil, natscontext.Settings{}, err
		}
		opts = append(opts, more...)
	}
	nc, err := nats.Connect(strings.Join(servers, ","), opts...)
	return nc, natscontext.Settings{}, err
}

// userOrToken returns who connects. A user without a password is a token, as in the nats command.
func userOrToken(user string, password func() (string, bool)) nats.Option {
	if p, ok := password(); ok {
		return nats.UserInfo(user, p)
	}
	return nats.Token(user)
}

// credentials returns what the variables of the nats command say about who connects.
func credentials(env func(string) string) ([]nats.Option, error) {
	var opts []nats.Option
	if user := env("NATS_USER"); user != "" {
		password := env("NATS_PASSWORD")
		opts = append(opts, userOrToken(user, func() (string, bool) { return password, password != "" }))
	}
	if token := env("NATS_TOKEN"); token != "" {
		opts = append(opts, nats.Token(token))
	}
	if file := env("NATS_CREDS"); file != "" {
		if _, err := os.ReadFile(file); err != nil {
			return nil, badFile("the file of NATS_CREDS cannot be read")
		}
		opts = append(opts, nats.UserCredentials(file))
	}
	if file := env("NATS_NKEY"); file != "" {
		o, err := nats.NkeyOptionFromSeed(file)
		if err != nil {
			return nil, badFile("the file of NATS_NKEY cannot be read, or is no seed")
		}
		opts = append(opts, o)
	}
	return opts, nil
}

// tlsFiles returns what they say about certificates.
func tlsFiles(env func(string) string) ([]nats.Option, error) {
	var opts []nats.Option
	switch cert, key := env("NATS_CERT"), env("NATS_KEY"); {
	case cert != "" && key != "":
		if _, err := tls.LoadX509KeyPair(cert, key); err != nil {
			return nil, badFile("the files of NATS_CERT and NATS_KEY cannot be read, or are not a certificate and its key")
		}
		opts = append(opts, nats.ClientCert(cert, key))
	case cert != "" || key != "":
		return nil, badFile("NATS_CERT and NATS_KEY need each other")
	}
	if ca := env("NATS_CA"); ca != "" {
		if text, err := os.ReadFile(ca); err != nil || !x509.NewCertPool().AppendCertsFromPEM(text) {
			return nil, badFile("the file of NATS_CA cannot be read, or has no certificates")
		}
		opts = append(opts, nats.RootCAs(ca))
	}
	return opts, nil
}

// badFile is the error of a variable whose file cannot be used. It says neither the file's name nor
// what is in it.
func badFile(what string) error {
	return fault.New(fault.InvalidArgument, what).WithHint("check the environment variable; docs/nats.md lists all of them")
}

func envOr(env func(string) string) func(string) string {
	if env == nil {
		return os.Getenv
	}
	return env
}

// sizeUnits are the units of sizes, the largest first.
var sizeUnits = []struct {
	name  string
	bytes int64
}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}}

// parseSize reads "10GB", "512MB" or a number of bytes.
func parseSize(s string) (int64, bool) {
	for _, unit := range sizeUnits {
		if number, ok := strings.CutSuffix(strings.ToUpper(s), unit.name); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 32)
			return n * unit.bytes, err == nil && n > 0 && n <= math.MaxInt64/unit.bytes
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && n > 0
}
