package filter

import (
	_ "embed"
	"encoding/binary"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // for machines without a table of zones

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/usage"
	"github.com/heddle-dev/heddle/internal/smallfile"
)

// zoneNames lists the zones that this program has a table for.
var zoneNames = strings.Fields(zonesText)

//go:embed zones.txt
var zonesText string

// TimezoneFlag adds --timezone.
func TimezoneFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "timezone", "", "read dates as days in this time `zone`, such as Europe/Berlin (default: the system's)")
	usage.Must(cmd.RegisterFlagCompletionFunc("timezone", func(_ *cobra.Command, _ []string, typed string) (found []string, _ cobra.ShellCompDirective) {
		for _, zone := range zoneNames {
			if strings.HasPrefix(zone, typed) {
				found = append(found, zone)
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}))
}

// Location is the zone that --timezone names, else the system's.
func Location(name string, given bool) (*time.Location, error) {
	if !given {
		return SystemZone(), nil
	}
	if name != "" {
		if loc, err := time.LoadLocation(name); err == nil {
			return loc, nil
		}
	}
	err := usage.Misuse("--timezone: unknown zone %q", name)
	err.Hint = "zones have names such as Europe/Berlin, America/New_York or UTC"
	if near := nearZone(name); near != "" {
		err.Hint = "did you mean " + near + "?"
	}
	return nil, err
}

// SystemZone is the zone of the person: TZ, else the system's setting. The
// variable is read anew: the time package reads it once.
func SystemZone() *time.Location {
	name, set := os.LookupEnv("TZ")
	if !set {
		return nameZone(time.Local, linkedZone("/etc/localtime"))
	}
	name = strings.TrimPrefix(name, ":")
	if name == "" {
		return time.UTC
	}
	if loc, err := time.LoadLocation(name); err == nil {
		return loc
	}
	if data, err := smallfile.Read(name, maxZone); err == nil && filepath.IsAbs(name) {
		if loc, err := time.LoadLocationFromTZData(zoneOfPath(name), data); err == nil {
			return loc
		}
	}
	return ruleZone(name)
}

// maxZone is more than any file of a time zone has.
const maxZone = 1 << 20

// rule is how POSIX writes a zone: EST5EDT,M3.2.0,M11.1.0 or <+03>-3.
var rule = regexp.MustCompile(`^(<[-+A-Za-z0-9]{3,}>|[A-Za-z]{3,})[-+]?[0-9]{1,2}(:[0-9]{2}){0,2}([^0-9:\n][^\n]*)?$`)

// ruleZone is the zone of a rule, UTC when it is not a rule. The time package reads
// rules at the end of a file of a zone's changes, so this makes one that has no
// changes.
func ruleZone(name string) *time.Location {
	if !rule.MatchString(name) {
		return time.UTC
	}
	block := func() []byte {
		head := append([]byte("TZif2"), make([]byte, 15)...)
		for _, n := range []uint32{0, 0, 0, 0, 1, 4} { // one offset, of UTC, and its name
			head = binary.BigEndian.AppendUint32(head, n)
		}
		return append(append(head, make([]byte, 6)...), "UTC\x00"...)
	}
	data := append(append(block(), block()...), "\n"+name+"\n"...)
	if loc, err := time.LoadLocationFromTZData(name, data); err == nil {
		return loc
	}
	return time.UTC
}

// nameZone is a location under the name of its zone. Without one, or when the
// name means another clock, it stays Local.
func nameZone(loc *time.Location, name string) *time.Location {
	if name == "" {
		return loc
	}
	if other, err := time.LoadLocation(name); err == nil && slices.Equal(bindings.ZoneOf(other).Changes, bindings.ZoneOf(loc).Changes) {
		return other
	}
	return loc
}

// linkedZone is the zone whose file a link leads to.
func linkedZone(path string) string {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	return zoneOfPath(target)
}

// zoneOfPath is the zone of a file in a table of zones, "" for other files.
func zoneOfPath(path string) string {
	_, name, _ := strings.Cut(filepath.ToSlash(path), "/zoneinfo/")
	for _, part := range []string{"posix/", "right/"} {
		name = strings.TrimPrefix(name, part)
	}
	return name
}

// nearZone finds the zone that somebody may have meant: written in another
// case, without its continent, or with a slip.
func nearZone(name string) string {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimSpace(s)))
	}
	want := plain(name)
	if want == "" {
		return ""
	}
	best, least := "", 1+len(want)/4
	for _, zone := range zoneNames {
		have := plain(zone)
		_, city, _ := strings.Cut(have, "/")
		if have == want || city == want || strings.HasSuffix(have, "/"+want) {
			return zone
		}
		if d := min(usage.EditDistance(have, want), usage.EditDistance(city, want)); d < least || d == least && best == "" {
			best, least = zone, d
		}
	}
	return best
}

// ZoneIn is a location as the engine reads days with it.
func ZoneIn(loc *time.Location) *session.Zone {
	z := bindings.ZoneOf(loc)
	out := session.NewZone(z.Name, int64(z.Changes[0].OffsetSeconds))
	for _, c := range z.Changes[1:] {
		at, _, _ := session.ParseTime(c.At)
		out.Change(int64(at), int64(c.OffsetSeconds))
	}
	return out
}
