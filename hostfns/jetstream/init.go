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

	CacheReplicas int
	CacheMaxBytes int64 // limit of the cache; 0 without one
}

// Init makes the streams of a store. The address may say replicas (1 to 5; by
// default 3 in a cluster), storage (file or memory) and max-bytes (10GB). A store
// that exists remains as it is; when the address asks for another setting, that is
// CONFLICT. A cache that is missing is made again.
func Init(ctx context.Context, addr string, opts Options) (*Made, error) {
	s, asked, err := dial(ctx, addr, opts)
	if err != nil {
		return nil, err
	}
	defer s.nc.Close()
	want, err := s.logConfig(asked)
	if err != nil {
		return nil, err
	}
	if err := s.Journal(ctx).hasJetStream(); err != nil {
		return nil, err
	}
	log, found, err := s.findLog(ctx, want, asked)
	if err == nil && !found {
		if log, err = s.makeStream(ctx, want); apiCode(err) == codeNameTaken { // another program was faster
			log, found, err = s.findLog(ctx, want, asked)
		}
	}
	if err != nil {
		return nil, s.initError(err)
	}
	cache, err := s.makeCache(ctx, log)
	if err != nil {
		return nil, s.initError(err)
	}
	return &Made{Log: s.log, Cache: s.cache, Replicas: log.Replicas, Storage: storageName(log), MaxBytes: max(0, log.MaxBytes), New: !found,
		CacheReplicas: cache.Replicas, CacheMaxBytes: max(0, cache.MaxBytes)}, nil
}

// findLog returns the log that exists, if it is what the address asks for.
func (s *Store) findLog(ctx context.Context, want jetstream.StreamConfig, asked map[string]string) (has jetstream.StreamConfig, found bool, err error) {
	info, err := s.Journal(ctx).streamInfo(s.log, nil)
	if fault.CodeOf(err) == fault.BadRef {
		return has, false, nil
	}
	if err != nil {
		return has, false, err
	}
	has = info.Config
	if has.Metadata[metaStore] == "" {
		return has, true, fault.New(fault.Conflict, "the stream "+s.log+" is there already, and is not a store of heddle").At(s.path, 0, 0).WithHint("choose another name")
	}
	if _, err := s.formatOf(has.Metadata); err != nil {
		return has, true, err
	}
	var other []string
	if asked["replicas"] != "" && want.Replicas != has.Replicas {
		other = append(other, "replicas="+strconv.Itoa(has.Replicas))
	}
	if asked["storage"] != "" && want.Storage != has.Storage {
		other = append(other, "storage="+storageName(has))
	}
	if asked["max-bytes"] != "" && want.MaxBytes != has.MaxBytes {
		limit := "no max-bytes"
		if has.MaxBytes > 0 {
			limit = "max-bytes=" + strconv.FormatInt(has.MaxBytes, 10)
		}
		other = append(other, limit)
	}
	if len(other) == 0 {
		return has, true, nil
	}
	return has, true, fault.New(fault.Conflict, "the store exists with other settings: "+strings.Join(other, ", ")).At(s.path, 0, 0).
		WithHint("leave the settings out to use it as it is, or change the stream " + s.log + " with the nats command")
}

func storageName(c jetstream.StreamConfig) string { return strings.ToLower(c.Storage.String()) }

// cacheShare is the part of the log's limit that limits the cache.
const cacheShare = 10

// makeCache makes the cache of a log, unless it exists. When it is full it forgets the oldest states.
func (s *Store) makeCache(ctx context.Context, log jetstream.StreamConfig) (jetstream.StreamConfig, error) {
	if info, err := s.Journal(ctx).streamInfo(s.cache, nil); err == nil {
		return info.Config, nil
	} else if fault.CodeOf(err) != fault.BadRef {
		return jetstream.StreamConfig{}, err
	}
	c := jetstream.StreamConfig{Name: s.cache, Description: "Cached states of a store of heddle. It may be deleted.", Subjects: []string{s.prefix + "s.*"},
		MaxMsgsPerSubject: 1, MaxBytes: -1, Discard: jetstream.DiscardOld, Storage: log.Storage, Replicas: 1, AllowDirect: true, Metadata: map[string]string{metaStore: log.Metadata[metaStore]}}
	if log.MaxBytes > 0 {
		c.MaxBytes = max(1, log.MaxBytes/cacheShare)
	}
	return s.makeStream(ctx, c)
}

// makeStream makes a stream, as soon as the cluster can.
func (s *Store) makeStream(ctx context.Context, config jetstream.StreamConfig) (made jetstream.StreamConfig, err error) {
	err = s.Journal(ctx).retry(func(ctx context.Context) error {
		stream, err := s.js.CreateStream(ctx, config)
		if err == nil {
			made = stream.CachedInfo().Config
		}
		return err
	})
	return made, err
}

// initError adds what is usually wrong when a stream cannot be made.
func (s *Store) initError(err error) error {
	switch apiCode(err) {
	case codeNoPeers, codeReplicas:
		return fault.New(fault.Unsupported, "the servers cannot keep that many replicas, or that many bytes").At(s.path, 0, 0).
			WithHint("a cluster of three nodes keeps 3 replicas, a single server one: ?replicas=1")
	case codeLimitRequired:
		return fault.New(fault.InvalidArgument, "this account keeps only streams with a limit").At(s.path, 0, 0).
			WithHint("add one to the address, such as ?max-bytes=10GB")
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

func hexID(id [16]byte) string {
	const digits = "0123456789abcdef"
	b := make([]byte, 0, 32)
	for _, c := range id {
		b = append(b, digits[c>>4], digits[c&15])
	}
	return string(b)
}
