package heddle

import (
	"context"
	"net/url"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
)

// FollowOptions say how Store.Follow keeps two stores alike.
type FollowOptions struct {
	PullOptions
	// Every is how often the stores are looked at; 0 means half a second. A store on a server that
	// reports what others record is looked at at once.
	Every time.Duration
	// OnSync receives the report of every look that copied something or found a new difference, and
	// of the first one.
	OnSync func(*SyncReport)
	// OnError receives an error, such as that of a server that is away, once; nil when it has passed.
	// The stores are looked at again, after pauses of up to 30 seconds.
	OnError func(error)
}

const (
	// lookEvery is how often Follow looks.
	lookEvery = 500 * time.Millisecond
	// leastPause is the least time between two looks, however fast a store grows.
	leastPause = 50 * time.Millisecond
	// longestPause is the pause after many errors.
	longestPause = 30 * time.Second
	// lookAnyway is how often Follow looks at stores that seem to be as they were.
	lookAnyway = 10 * time.Second
)

// Follow does what Sync does, again and again, until ctx is done, which is no error. An error of the
// first look that says that the stores cannot be used this way is returned.
func (s *Store) Follow(ctx context.Context, other *Store, options FollowOptions) error {
	f := &follower{own: s, other: other, options: options, wake: make(chan struct{}, 1)}
	defer f.stopWatching()
	every := options.Every
	if every <= 0 {
		every = lookEvery
	}
	for pause := time.Duration(0); ; {
		if !f.rest(ctx, pause) {
			return nil
		}
		f.watchStores(ctx)
		err := f.look(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil:
			pause = every
		case !f.began && !isPassing(err):
			return err
		default:
			pause = min(max(2*pause, every), max(longestPause, every))
		}
	}
}

// rest waits until it is time for the next look, and reports false at the end.
func (f *follower) rest(ctx context.Context, pause time.Duration) bool {
	wake := f.wake
	if f.failing != "" { // a server that is away may wake again and again
		wake = nil
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pause):
		return true
	case <-wake:
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(min(pause, leastPause)):
		return true
	}
}

// watched is a store on a server that reports what others record.
type watched struct {
	stop  func()
	woken atomic.Int64
}

// watchStores begins to watch the stores that can be watched and are not yet.
func (f *follower) watchStores(ctx context.Context) {
	for i, s := range []*Store{f.own, f.other} {
		w := &f.watched[i]
		engine, ok := s.h.engine.(bindings.Watcher)
		if !ok || w.stop != nil || !hostfns.IsStoreAddress(s.h.store) {
			continue
		}
		// Without the power it is looked at all the time.
		w.stop, _ = engine.Watch(ctx, "", func() {
			w.woken.Add(1)
			select {
			case f.wake <- struct{}{}:
			default:
			}
		})
	}
}

func (f *follower) stopWatching() {
	for i := range f.watched {
		if stop := f.watched[i].stop; stop != nil {
			stop()
		}
	}
}

// stateOf says what a change of a store changes; empty when that is not known.
func (f *follower) stateOf(i int, s *Store) string {
	if w := &f.watched[i]; w.stop != nil {
		return "woken " + strconv.FormatInt(w.woken.Load(), 10)
	}
	return fileState(s.h.store)
}

// isPassing reports whether an error may be gone the next time.
func isPassing(err error) bool {
	switch fault.CodeOf(err) {
	case fault.IO, fault.Timeout, fault.Conflict:
		return true
	}
	return false
}

// follower is one call of Follow.
type follower struct {
	own, other     *Store
	options        FollowOptions
	watched        [2]watched
	wake           chan struct{}
	pulled, pushed core.PullKnown
	began          bool
	failing        string    // the error that was reported
	seen           [2]string // what the stores were when they were last alike
	looked         time.Time
	differences    int
}

// look brings both stores up to date, unless nothing has changed.
func (f *follower) look(ctx context.Context) error {
	now := [2]string{f.stateOf(0, f.own), f.stateOf(1, f.other)}
	if f.began && f.failing == "" && now == f.seen && now[0] != "" && now[1] != "" && time.Since(f.looked) < lookAnyway {
		return nil
	}
	report, err := f.own.sync(ctx, f.other, f.options.PullOptions, &f.pulled, &f.pushed)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		if text := err.Error(); text != f.failing && (f.began || isPassing(err)) {
			f.failing = text
			f.tell(err)
		}
		return err
	}
	if f.failing != "" {
		f.failing = ""
		f.tell(nil)
	}
	differences := len(report.Pull.Diverged) + len(report.Pull.Problems) + len(report.Push.Problems)
	changed := report.Pull.Events+report.Push.Events > 0 || differences != f.differences
	if f.options.OnSync != nil && (changed || !f.began) {
		f.options.OnSync(report)
	}
	// now was taken before the look, so that what others wrote meanwhile is seen the next time.
	f.began, f.seen, f.looked, f.differences = true, now, time.Now(), differences
	return nil
}

func (f *follower) tell(err error) {
	if f.options.OnError != nil {
		f.options.OnError(err)
	}
}

// fileState says what a change of a store's file changes; empty for a store on a server.
func fileState(file string) string {
	if file == "" || hostfns.IsStoreAddress(file) {
		return ""
	}
	state := "file"
	for _, name := range []string{file, file + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			state += " " + info.ModTime().Format(time.RFC3339Nano) + " " + strconv.FormatInt(info.Size(), 10)
		} else {
			state += " none"
		}
	}
	return state
}

// differentStores returns an error when a pull makes no sense: the two are one store, or there is
// nothing to read.
func differentStores(from, into *Heddle) error {
	same := fault.New(fault.InvalidArgument, "both are the same store").WithHint("name two stores")
	if from == into {
		return same
	}
	if from.store == "" || into.store == "" {
		return nil
	}
	if hostfns.IsStoreAddress(from.store) {
		if hostfns.IsStoreAddress(into.store) && addressKey(from.store) == addressKey(into.store) {
			return same
		}
		return nil
	}
	a, err := os.Stat(from.store)
	if os.IsNotExist(err) {
		return fault.New(fault.BadRef, "there is no store "+from.store).WithHint("check the path of the store to read")
	}
	if b, err2 := os.Stat(into.store); err == nil && err2 == nil && os.SameFile(a, b) {
		return same
	}
	return nil
}

// addressKey is what makes an address a store: not who connects to it, and how. Without a host, the
// context says where the store is.
func addressKey(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	if u.Host == "" {
		return u.Path + "?" + u.Query().Get("context")
	}
	return u.Host + u.Path
}
