package live

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// Gemini names the file of a session by the minute (UTC) in which it begins or is
// resumed. A session that is resumed in the minute of one of its files loses that file.

// awaitMinute waits, before a session of Gemini is resumed, until its minute is over.
func (s *Session) awaitMinute(ctx context.Context) error {
	o := &s.o
	if o.Open.Agent != "gemini" || o.Open.Resume == "" || o.Transport != nil {
		return nil
	}
	now := o.Now()
	if !hasFileOfMinute(homeIn(o.environment()), o.Open.Resume, now) {
		return nil
	}
	left := now.Truncate(time.Minute).Add(time.Minute).Sub(now)
	s.publish(Event{Kind: session.LiveOutputKindDiagnostic, Err: fault.New(fault.Conflict,
		"waiting "+left.Round(time.Second).String()+": gemini loses a session that is resumed in the minute in which it began or was resumed")})
	timer := time.NewTimer(left)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return cancelled(ctx)
	}
}

// homeIn returns the home folder that an environment names.
func homeIn(environment []string) (home string) {
	for _, e := range environment {
		for _, name := range []string{"HOME=", "USERPROFILE="} {
			if value, is := strings.CutPrefix(e, name); is {
				home = value
			}
		}
	}
	return home
}

// hasFileOfMinute reports whether a session of Gemini has a file of this minute.
func hasFileOfMinute(home, id string, now time.Time) bool {
	if len(id) < 8 || home == "" {
		return false
	}
	for _, c := range id[:8] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false // it is no id of Gemini
		}
	}
	name := "session-" + now.UTC().Format("2006-01-02T15-04") + "-" + id[:8] + ".json*"
	found, err := filepath.Glob(filepath.Join(home, ".gemini", "tmp", "*", "chats", name))
	return err == nil && len(found) > 0
}
