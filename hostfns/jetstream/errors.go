package jetstream

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/heddle-dev/heddle/core/fault"
)

// Codes of the server's errors that we tell apart.
const (
	codeAccountFull     = 10002
	codeNoPeers         = 10005
	codeUnavailable     = 10008
	codeNotLeader       = 10009
	codeResources       = 10023
	codeMemoryFull      = 10028
	codeNoMessage       = 10037
	codeNotForAccount   = 10039
	codeStorageFull     = 10047
	codeNameTaken       = 10058
	codeNoStream        = 10059
	codeWrongLast       = 10071
	codeReplicas        = 10074
	codeNotEnabled      = 10076
	codeStoreFailed     = 10077
	codeLimitRequired   = 10113
	codeWrongLastAtOnce = 10164
	codeAtomicDisabled  = 10174
	codeIncompleteBatch = 10176
	codeTooManyBatches  = 10210
)

// apiCode returns the server's code of an error, 0 when the server sent none.
func apiCode(err error) int {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return int(api.ErrorCode)
	}
	return 0
}

// isConflict reports that a message or head was not what a batch expects.
func isConflict(err error) bool {
	code := apiCode(err)
	return code == codeWrongLast || code == codeWrongLastAtOnce
}

// isPassing reports an error that another try may not have: the leader is being
// elected, the connection is being made again, or the server has much to do.
func isPassing(err error) bool {
	switch apiCode(err) {
	case codeUnavailable, codeNotLeader, codeIncompleteBatch, codeTooManyBatches:
		return true
	case 0:
		return errors.Is(err, nats.ErrNoResponders) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) ||
			errors.Is(err, context.Canceled) || errors.Is(err, nats.ErrReconnectBufExceeded) || errors.Is(err, nats.ErrConnectionReconnecting) || errors.Is(err, nats.ErrDisconnected) ||
			errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, errStrangeAnswer)
	}
	return false
}

// translate returns our error for one of the server or the client. It never
// quotes an address, which may contain credentials.
func (s *Store) translate(err error) error {
	var own *fault.Error
	if err == nil || errors.As(err, &own) {
		return err
	}
	if s.deniedNow() && isPassing(err) {
		return fault.New(fault.Unsupported, "this NATS user may not do this").At(s.path, 0, 0).
			WithHint("the user needs the permissions that docs/nats.md lists")
	}
	switch code := apiCode(err); code {
	case codeNotEnabled, codeNotForAccount:
		return noJetStream(s.path)
	case codeNoStream:
		return s.missing()
	case codeAtomicDisabled:
		return fault.New(fault.Unsupported, "the log does not allow atomic batches").At(s.path, 0, 0).
			WithHint("make the store first: docs/nats.md")
	case codeAccountFull, codeResources, codeMemoryFull, codeStorageFull, codeStoreFailed:
		return fault.Wrap(fault.IO, "the NATS server has no room", err).At(s.path, 0, 0).
			WithHint("raise the limits of the account or of the log, or compact the store")
	case codeWrongLast, codeWrongLastAtOnce:
		return fault.Wrap(fault.IO, "other writers were faster at every try", err).At(s.path, 0, 0).
			WithHint("it passes: repeat with the same request id")
	case 0:
	default:
		return fault.Wrap(fault.IO, "the NATS server refuses the request ("+strconv.Itoa(code)+")", err).At(s.path, 0, 0)
	}
	if errors.Is(err, context.Canceled) {
		return fault.New(fault.Timeout, "the call was cancelled")
	}
	away := fault.Wrap(fault.IO, "the NATS server does not answer", err)
	if errors.Is(err, nats.ErrReconnectBufExceeded) { // its text is about the client's settings
		away = fault.New(fault.IO, "the NATS server does not answer: the connection is lost")
	}
	return away.At(s.path, 0, 0).
		WithHint("is the server running, and are a majority of its nodes? What was acknowledged is stored; repeat the rest with the same request id")
}

func noJetStream(path string) error {
	return fault.New(fault.Unsupported, "the NATS server has no JetStream for this account").At(path, 0, 0).
		WithHint("start nats-server with -js, or allow JetStream in the account")
}

// missing is the error of a store that was never made.
func (s *Store) missing() error {
	return fault.New(fault.BadRef, "the NATS server has no store \""+s.name+"\"").At(s.path, 0, 0).
		WithHint("make it first: docs/nats.md")
}

// connectError returns the error of a connection that was not made.
func connectError(path string, err error) error {
	var own *fault.Error
	switch {
	case errors.As(err, &own):
		return err
	case isTLSError(err):
		return tlsError(path, err)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked), errors.Is(err, nats.ErrAccountAuthExpired):
		return fault.New(fault.IO, "the NATS server refuses the credentials").At(path, 0, 0).
			WithHint("name them in the address, in a nats context (?context=NAME), or in NATS_USER and NATS_PASSWORD or NATS_CREDS")
	case errors.Is(err, nats.ErrNoServers), errors.Is(err, nats.ErrTimeout):
		return fault.New(fault.IO, "no NATS server answers").At(path, 0, 0).WithHint("is the server running, and are the host and the port right?")
	}
	return fault.New(fault.IO, "no connection to the NATS server: "+withoutSecrets(err)).At(path, 0, 0).
		WithHint("check the host, the port, the TLS files and the nats context")
}

func isTLSError(err error) bool {
	return errors.Is(err, nats.ErrTLS) || errors.Is(err, nats.ErrSecureConnWanted) || strings.Contains(err.Error(), "tls: ")
}

// tlsError says which side refuses the other. What the libraries say may quote the names of files.
func tlsError(path string, err error) error {
	var header tls.RecordHeaderError
	var refused *tls.CertificateVerificationError
	switch {
	case errors.As(err, &header), errors.Is(err, nats.ErrSecureConnWanted):
		return fault.New(fault.IO, "the NATS server has no TLS at this port").At(path, 0, 0).
			WithHint("is the port right? nats:// and ws:// connect without TLS")
	case errors.As(err, &refused):
		return fault.New(fault.IO, "the certificate of the NATS server is refused: "+refusal(refused.Err)).At(path, 0, 0).
			WithHint("name the authority's certificate in NATS_CA or in the nats context, and the host as the certificate does")
	}
	return fault.New(fault.IO, "the NATS server refuses the certificate of this side, or asks for one").At(path, 0, 0).
		WithHint("name a certificate that the server accepts in NATS_CERT, and its key in NATS_KEY")
}

// refusal says why a certificate is not valid.
func refusal(err error) string {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &unknown):
		return "nobody knows who signed it"
	case errors.As(err, &host):
		return "it is for another host"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "it has expired, or is not valid yet"
	}
	return "it is not valid"
}

// withoutSecrets says what kind of error it is. Errors of contexts and URLs
// quote what they could not read, so only those of the network are repeated.
func withoutSecrets(err error) string {
	var network interface{ Timeout() bool }
	if errors.As(err, &network) {
		return "the network says no"
	}
	return "the settings cannot be used"
}
