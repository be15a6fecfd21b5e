package jetstream_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/jetstream"
)

// authority signs certificates. file has its own, as NATS_CA names it.
type authority struct {
	t    *testing.T
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string
}

func newAuthority(t *testing.T, name string) *authority {
	t.Helper()
	a := &authority{t: t, key: newKey(t)}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &a.key.PublicKey, a.key)
	if err == nil {
		a.cert, err = x509.ParseCertificate(der)
	}
	if err != nil {
		t.Fatal(err)
	}
	a.file = writePEM(t, name+".pem", "CERTIFICATE", der)
	return a
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func writePEM(t *testing.T, name, kind string, der []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	writeFile(t, path, string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})))
	return path
}

// sign makes a certificate for 127.0.0.1, or for a client, and the files of it and its key.
func (a *authority) sign(name string, until time.Time) (cert tls.Certificate, certFile, keyFile string) {
	a.t.Helper()
	key := newKey(a.t)
	template := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-2 * time.Hour), NotAfter: until,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	secretKey, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, writePEM(a.t, name+".pem", "CERTIFICATE", der), writePEM(a.t, name+".key", "PRIVATE KEY", secretKey)
}

// config is that of a server; clients need a certificate when it asks for one.
func (a *authority) config(until time.Time, clients bool) *tls.Config {
	cert, _, _ := a.sign("server", until)
	c := &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	if clients {
		c.ClientAuth, c.ClientCAs = tls.RequireAndVerifyClientCert, x509.NewCertPool()
		c.ClientCAs.AddCert(a.cert)
	}
	return c
}

// freePort returns a port for a WebSocket: the server does not say which one it has.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// settings is an environment.
func settings(values map[string]string) jetstream.Options {
	return jetstream.Options{Env: func(name string) string { return values[name] }, Timeout: 2 * time.Second}
}

// isUsable makes a store, writes to it and reads it.
func isUsable(t *testing.T, address string, o jetstream.Options) {
	t.Helper()
	if _, err := jetstream.Init(t.Context(), address, o); err != nil {
		t.Fatal(err)
	}
	s, err := jetstream.Open(t.Context(), address, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	j := s.Journal(t.Context())
	hosttest.AppendOne(t, j, "a", 0, hosttest.MessageEvents(1, "x"))
	if got := hosttest.ReadPayloads(t, j, "a", 0); got != "x" {
		t.Errorf("reads %q", got)
	}
}

// TestTLS: connections by TLS and by WebSockets are encrypted, and the server's certificate counts.
func TestTLS(t *testing.T) {
	ours, others := newAuthority(t, "ours"), newAuthority(t, "others")
	_, cert, key := ours.sign("client", time.Now().Add(time.Hour))
	_, otherCert, otherKey := others.sign("stranger", time.Now().Add(time.Hour))
	trusting := map[string]string{"NATS_CA": ours.file}
	known := map[string]string{"NATS_CA": ours.file, "NATS_CERT": cert, "NATS_KEY": key}
	for _, scheme := range []string{"tls", "wss"} {
		start := func(t *testing.T, until time.Time, clients bool) (address string) {
			c, port := ours.config(until, clients), freePort(t)
			s := startServer(t, func(o *server.Options) {
				if scheme == "tls" {
					o.TLSConfig, o.TLS, o.TLSTimeout = c, true, 5
				} else {
					o.Websocket = server.WebsocketOpts{Host: "127.0.0.1", Port: port, TLSConfig: c}
				}
			})
			if scheme == "tls" {
				port = s.Addr().(*net.TCPAddr).Port
			}
			return fmt.Sprintf("%s://u:%s@127.0.0.1:%d/team", scheme, secret, port)
		}
		refused := func(t *testing.T, address string, o jetstream.Options, words string) {
			t.Helper()
			began := time.Now()
			_, err := jetstream.Open(t.Context(), address, o)
			code := fault.IO
			if strings.HasPrefix(words, "NATS_") {
				code = fault.InvalidArgument
			}
			wantError(t, "open", err, code, words)
			t.Log(err)
			if strings.Contains(fmt.Sprint(err), ours.file) || time.Since(began) > time.Minute {
				t.Errorf("%v, after %v", err, time.Since(began))
			}
		}
		t.Run(scheme, func(t *testing.T) {
			address := start(t, time.Now().Add(time.Hour), false)
			isUsable(t, address, settings(trusting))
			refused(t, address, settings(nil), "certificate")
			refused(t, address, settings(map[string]string{"NATS_CA": others.file}), "certificate")
			refused(t, strings.Replace(address, "127.0.0.1", "localhost", 1), settings(trusting), "certificate")
			refused(t, address, settings(map[string]string{"NATS_CA": filepath.Join(t.TempDir(), "none.pem")}), "NATS_CA")
			refused(t, address, settings(map[string]string{"NATS_CA": key}), "NATS_CA")
		})
		t.Run(scheme+" with client certificates", func(t *testing.T) {
			address := start(t, time.Now().Add(time.Hour), true)
			isUsable(t, address, settings(known))
			refused(t, address, settings(trusting), "certificate")
			refused(t, address, settings(map[string]string{"NATS_CA": ours.file, "NATS_CERT": otherCert, "NATS_KEY": otherKey}), "certificate")
			refused(t, address, settings(map[string]string{"NATS_CA": ours.file, "NATS_CERT": cert, "NATS_KEY": otherKey}), "NATS_KEY")
			refused(t, address, settings(map[string]string{"NATS_CA": ours.file, "NATS_CERT": cert}), "NATS_KEY")
		})
		t.Run(scheme+", expired", func(t *testing.T) {
			refused(t, start(t, time.Now().Add(-time.Minute), false), settings(trusting), "certificate")
		})
		t.Run(scheme+" to a server without it", func(t *testing.T) {
			port := freePort(t)
			s := startServer(t, func(o *server.Options) {
				o.Websocket = server.WebsocketOpts{Host: "127.0.0.1", Port: port, NoTLS: true}
			})
			if scheme == "tls" {
				port = s.Addr().(*net.TCPAddr).Port
			}
			refused(t, fmt.Sprintf("%s://u:%s@127.0.0.1:%d/team", scheme, secret, port), settings(trusting), "TLS")
		})
	}
	t.Run("nats to a server with TLS", func(t *testing.T) {
		s := startServer(t, func(o *server.Options) {
			o.TLSConfig, o.TLS, o.TLSTimeout = ours.config(time.Now().Add(time.Hour), false), true, 5
		})
		isUsable(t, s.ClientURL()+"/team", settings(trusting)) // the server asks for it
	})
	t.Run("ws", func(t *testing.T) {
		port := freePort(t)
		startServer(t, func(o *server.Options) {
			o.Websocket = server.WebsocketOpts{Host: "127.0.0.1", Port: port, NoTLS: true}
		})
		isUsable(t, fmt.Sprintf("ws://127.0.0.1:%d/team", port), settings(nil))
	})
}

// TestCredentials: who connects is what the address, the environment or a nats context says.
func TestCredentials(t *testing.T) {
	t.Run("user and password", func(t *testing.T) {
		s := startServer(t, func(o *server.Options) { o.Username, o.Password = "u", secret })
		isUsable(t, withUser(s.ClientURL()+"/team", "u"), settings(nil))
		isUsable(t, s.ClientURL()+"/other", settings(map[string]string{"NATS_USER": "u", "NATS_PASSWORD": secret}))
		_, err := jetstream.Open(t.Context(), withUser(s.ClientURL()+"/team", "other"), quick)
		wantError(t, "another user", err, fault.IO, "credentials")
		_, err = jetstream.Open(t.Context(), s.ClientURL()+"/team", quick)
		wantError(t, "nobody", err, fault.IO, "credentials")
	})
	t.Run("token", func(t *testing.T) {
		s := startServer(t, func(o *server.Options) { o.Authorization = secret })
		isUsable(t, strings.Replace(s.ClientURL(), "nats://", "nats://"+secret+"@", 1)+"/team", settings(nil))
		isUsable(t, s.ClientURL()+"/other", settings(map[string]string{"NATS_TOKEN": secret}))
		isUsable(t, s.ClientURL()+"/third", settings(map[string]string{"NATS_USER": secret}))
		_, err := jetstream.Open(t.Context(), strings.Replace(s.ClientURL(), "nats://", "nats://"+secret+"x@", 1)+"/team", quick)
		wantError(t, "another token", err, fault.IO, "credentials")
	})
	t.Run("nkey", func(t *testing.T) {
		seed, public := newSeed(t, nkeys.PrefixByteUser)
		other, _ := newSeed(t, nkeys.PrefixByteUser)
		s := startServer(t, func(o *server.Options) { o.Nkeys = []*server.NkeyUser{{Nkey: public}} })
		isUsable(t, s.ClientURL()+"/team", settings(map[string]string{"NATS_NKEY": seed}))
		_, err := jetstream.Open(t.Context(), s.ClientURL()+"/team", settings(map[string]string{"NATS_NKEY": other}))
		wantError(t, "another nkey", err, fault.IO, "credentials")
		broken := filepath.Join(t.TempDir(), "broken")
		writeFile(t, broken, "SU"+secret)
		_, err = jetstream.Open(t.Context(), s.ClientURL()+"/team", settings(map[string]string{"NATS_NKEY": broken}))
		wantError(t, "no nkey", err, fault.InvalidArgument, "NATS_NKEY")
	})
	t.Run("credentials file", testCredentialsFile)
}

// newSeed writes a new seed to a file.
func newSeed(t *testing.T, kind nkeys.PrefixByte) (file, public string) {
	t.Helper()
	pair := newPair(t, kind)
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "seed")
	writeFile(t, file, string(seed))
	return file, publicKey(t, pair)
}

func newPair(t *testing.T, kind nkeys.PrefixByte) nkeys.KeyPair {
	t.Helper()
	pair, err := nkeys.CreatePair(kind)
	if err != nil {
		t.Fatal(err)
	}
	return pair
}

func publicKey(t *testing.T, pair nkeys.KeyPair) string {
	t.Helper()
	key, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// testCredentialsFile has a server with an operator, who has signed an account, which has signed a user.
func testCredentialsFile(t *testing.T) {
	operator, account, user := newPair(t, nkeys.PrefixByteOperator), newPair(t, nkeys.PrefixByteAccount), newPair(t, nkeys.PrefixByteUser)
	system := newPair(t, nkeys.PrefixByteAccount)
	accountClaims := jwt.NewAccountClaims(publicKey(t, account))
	accountClaims.Limits.JetStreamLimits = jwt.JetStreamLimits{DiskStorage: -1, MemoryStorage: -1, Streams: -1, Consumer: -1}
	resolver := &server.MemAccResolver{}
	for pair, claims := range map[nkeys.KeyPair]*jwt.AccountClaims{account: accountClaims, system: jwt.NewAccountClaims(publicKey(t, system))} {
		signed, err := claims.Encode(operator)
		if err == nil {
			err = resolver.Store(publicKey(t, pair), signed)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s := startServer(t, func(o *server.Options) {
		o.TrustedKeys, o.AccountResolver, o.SystemAccount = []string{publicKey(t, operator)}, resolver, publicKey(t, system)
	})
	credentials := func(until time.Time) string {
		claims := jwt.NewUserClaims(publicKey(t, user))
		claims.Expires = until.Unix()
		signed, err := claims.Encode(account)
		if err != nil {
			t.Fatal(err)
		}
		seed, err := user.Seed()
		if err != nil {
			t.Fatal(err)
		}
		text, err := jwt.FormatUserConfig(signed, seed)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "user.creds")
		writeFile(t, file, string(text))
		return file
	}
	good := credentials(time.Now().Add(time.Hour))
	isUsable(t, s.ClientURL()+"/team", settings(map[string]string{"NATS_CREDS": good}))
	folder := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", folder)
	if err := os.MkdirAll(filepath.Join(folder, "nats", "context"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(folder, "nats", "context", "mine.json"), fmt.Sprintf(`{"url":%q,"creds":%q}`, s.ClientURL(), good))
	isUsable(t, "nats:///other?context=mine", settings(nil))
	_, err := jetstream.Open(t.Context(), s.ClientURL()+"/team", settings(map[string]string{"NATS_CREDS": credentials(time.Now().Add(-time.Hour))}))
	wantError(t, "expired", err, fault.IO, "credentials")
	_, err = jetstream.Open(t.Context(), s.ClientURL()+"/team", settings(map[string]string{"NATS_CREDS": filepath.Join(folder, "none.creds")}))
	wantError(t, "a file that is missing", err, fault.InvalidArgument, "NATS_CREDS")
	writeFile(t, filepath.Join(folder, "broken.creds"), "-----BEGIN NATS USER JWT-----\n"+secret+"\n------END NATS USER JWT------\n")
	_, err = jetstream.Open(t.Context(), s.ClientURL()+"/team", settings(map[string]string{"NATS_CREDS": filepath.Join(folder, "broken.creds")}))
	wantError(t, "a file without a user", err, fault.IO, "")
	t.Log(err)
}
