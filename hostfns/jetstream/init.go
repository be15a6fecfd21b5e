package jetstream

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
)

// Made says what Init has made.
type Made struct {
	Log, Cache string // names of the streams
	Replicas   int
	Storage    string // "file" or "memory"
	MaxBytes   int64  // limit of the log; 0 without one
	New        bool   // the log did not exist
}

// Init makes the streams of a store. The address may say replicas (1, 3 or 5;
// by default 3 in a cluster), storage (file or memory) and max-bytes (10GB).
// A store that exists remains as it is, but for these settings where the
// address has them.
func Init(ctx context.Context, addr string, opts Options) (*Made, error) {
	s, asked, err := dial(ctx, addr, opts)
	if err != nil {
		return nil, err
	}
	defer s.nc.Close()
	log, err := s.logConfig(asked)
	if err != nil {
		return nil, err
	}
	j := s.Journal(ctx)
	if err := j.hasJetStream(); err != nil {
		return nil, err
	}
	made := &Made{Log: s.log, Cache: s.cache, New: true}
	if info, err := j.streamInfo(s.log, nil); err == nil {
		made.New = false
		if info.Config.Metadata[metaStore] == "" {
			return nil, fault.New(fault.Conflict, "the stream "+s.log+" is there already, and is not a store of heddle").At(s.path, 0, 0).WithHint("choose another name")
		}
		log = keepSettings(log, info.Config, asked)
	} else if fault.CodeOf(err) != fault.BadRef {
		return nil, err
	}
	info, err := s.makeStream(ctx, log)
	if err != nil {
		return nil, s.initError(err)
	}
	made.Replicas, made.Storage, made.MaxBytes = info.Config.Replicas, strings.ToLower(info.Config.Storage.String()), max(0, info.Config.MaxBytes)
	cache := jetstream.StreamConfig{Name: s.cache, Description: "Cached states of a store of heddle. It may be deleted.", Subjects: []string{s.prefix + "s.*"},
		MaxMsgsPerSubject: 1, Storage: log.Storage, Replicas: 1, AllowDirect: true, Metadata: map[string]string{metaStore: log.Metadata[metaStore]}}
	if _, err := s.makeStream(ctx, cache); err != nil {
		return nil, s.initError(err)
	}
	return made, nil
}

// makeStream makes or updates a stream, as soon as the cluster can.
func (s *Store) makeStream(ctx context.Context, config jetstream.StreamConfig) (info *jetstream.StreamInfo, err error) {
	err = s.Journal(ctx).retry(func(ctx context.Context) error {
		stream, err := s.js.CreateOrUpdateStream(ctx, config)
		if err == nil {
			info = stream.CachedInfo()
		}
		return err
	})
	return info, err
}

// initError adds what is usually wrong when a stream cannot be made.
func (s *Store) initError(err error) error {
	if apiCode(err) != 0 && strings.Contains(err.Error(), "eplicas") {
		return fault.New(fault.Unsupported, "this server cannot keep that many replicas").At(s.path, 0, 0).WithHint("a cluster of three nodes keeps 3; a single server keeps 1: ?replicas=1")
	}
	return s.translate(err)
}

// hasJetStream returns an error when the account has no JetStream at all.
func (j *Journal) hasJetStream() error {
	ctx, cancel := j.s.tryContext(j.ctx)
	defer cancel()
	if _, err := j.s.nc.RequestWithContext(ctx, j.s.api+"INFO", nil); errors.Is(err, nats.ErrNoResponders) {
		return noJetStream(j.s.path)
	}
	return nil // another error is that of the next request, too
}

// logConfig returns the configuration of the log.
func (s *Store) logConfig(asked map[string]string) (c jetstream.StreamConfig, err error) {
	id := hostfns.SystemEntropy().ID()
	c = jetstream.StreamConfig{Name: s.log, Description: "A store of heddle: sessions of coding agents.",
		Subjects: []string{s.prefix + "e.*", s.prefix + "i.*", s.prefix + "p.*.*", s.prefix + "g"},
		MaxMsgs:  -1, MaxBytes: -1, MaxMsgsPerSubject: -1, Discard: jetstream.DiscardNew, Replicas: 1,
		AllowDirect: true, AllowAtomicPublish: true, AllowMsgTTL: true,
		Metadata: map[string]string{metaFormat: strconv.Itoa(FormatVersion), metaStore: hexID(id)}}
	if s.nc.ConnectedClusterName() != "" {
		c.Replicas = 3
	}
	if v := asked["replicas"]; v != "" {
		if c.Replicas, err = strconv.Atoi(v); err != nil || c.Replicas < 1 || c.Replicas > 5 {
			return c, badAddress("replicas is 1 to 5")
		}
	}
	switch asked["storage"] {
	case "", "file":
	case "memory":
		c.Storage = jetstream.MemoryStorage
	default:
		return c, badAddress("storage is file or memory")
	}
	if v := asked["max-bytes"]; v != "" {
		n, ok := parseSize(v)
		if !ok {
			return c, badAddress("max-bytes is a number of bytes, or 10GB")
		}
		c.MaxBytes = n
	}
	return c, nil
}

// keepSettings leaves what a log has and the address does not mention.
func keepSettings(c, has jetstream.StreamConfig, asked map[string]string) jetstream.StreamConfig {
	c.Metadata[metaStore], c.Metadata[metaFormat] = has.Metadata[metaStore], has.Metadata[metaFormat]
	if asked["replicas"] == "" {
		c.Replicas = has.Replicas
	}
	if asked["storage"] == "" {
		c.Storage = has.Storage
	}
	if asked["max-bytes"] == "" {
		c.MaxBytes = has.MaxBytes
	}
	return c
}

func hexID(id [16]byte) string {
	const digits = "0123456789abcdef"
	b := make([]byte, 0, 32)
	for _, c := range id {
		b = append(b, digits[c>>4], digits[c&15])
	}
	return string(b)
}
