//go:build wasip1

package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/core/session"
)

// kind is what a flag takes.
type kind int

const (
	yes    kind = iota // nothing: it is given or not
	text               // a text
	texts              // a text, and again
	number             // a whole number
	moment             // a date, a time or an age
)

func (k kind) example() string { return [...]string{"", " TEXT", " TEXT", " N", " TIME"}[k] }

// flag is a flag that sets a field of a request.
type flag struct {
	name, field string
	kind        kind
	about       string
}

// everywhere are flags of all verbs; they are no fields.
var everywhere = []flag{{name: "json"}, {name: "quiet"}, {name: "help"}}

// flags are the fields that were given, by their names, as JSON.
type flags map[string][]byte

// parse takes the words and the flags of a verb apart. What follows -- is words.
func (v *verb) parse(args []string) (words []string, given flags, err error) {
	given = flags{}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(words, args[i+1:]...), given, nil
		}
		if arg == "-q" || arg == "-h" {
			arg = map[string]string{"-q": "--quiet", "-h": "--help"}[arg]
		}
		if len(arg) < 2 || arg[0] != '-' {
			words = append(words, arg)
			continue
		}
		name, value, attached := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		f := v.flag(name)
		if f == nil || !strings.HasPrefix(arg, "--") {
			return nil, nil, misuse("unknown flag %s", arg)
		}
		if !attached && f.kind != yes {
			if i++; i == len(args) {
				return nil, nil, misuse("--%s needs a value", name)
			}
			value = args[i]
		}
		if err := given.set(f, value, attached); err != nil {
			return nil, nil, err
		}
	}
	return words, given, nil
}

func (v *verb) flag(name string) *flag {
	for _, list := range [][]flag{v.flags, everywhere} {
		for i := range list {
			if list[i].name == name {
				return &list[i]
			}
		}
	}
	return nil
}

// set reads a flag's value.
func (given flags) set(f *flag, value string, attached bool) error {
	field := f.field
	if field == "" {
		field = f.name
	}
	switch f.kind {
	case yes:
		on, err := strconv.ParseBool(value)
		if attached && err != nil {
			return misuse("--%s is true or false, not %q", f.name, value)
		}
		if on || !attached {
			given[field] = []byte("true")
		}
	case number:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 0 {
			return misuse("--%s must be a number, 0 or more, not %q", f.name, value)
		}
		given[field] = []byte(strconv.FormatInt(n, 10))
	case texts:
		list := given[field]
		if list == nil {
			list = []byte("[]")
		}
		if len(list) > 2 {
			list = append(list[:len(list)-1], ",]"...)
		}
		given[field] = append(append(list[:len(list)-1], session.TextJSON(value)...), ']')
	case moment:
		at := absolute(value, time.Now())
		if _, ok := session.ParseMoment(at); !ok {
			return misuse("--%s must be a date (2026-07-01), a time (2026-07-01T09:00:00Z) or an age (12h, 7d, 2w), not %q", f.name, value)
		}
		given[field] = session.TextJSON(at)
	default:
		given[field] = session.TextJSON(value)
	}
	return nil
}

// request is the fields as a JSON object.
func (given flags) request() []byte {
	b := []byte{'{'}
	for _, field := range slices.Sorted(maps.Keys(given)) {
		if field == "json" || field == "quiet" || field == "help" {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(b, session.TextJSON(field)...), ':'), given[field]...)
	}
	return append(b, '}')
}

// units are those of an age.
var units = map[byte]time.Duration{'w': 7 * 24 * time.Hour, 'd': 24 * time.Hour, 'h': time.Hour, 'm': time.Minute, 's': time.Second}

// oldest bounds ages: a hundred years.
const oldest = 100 * 365 * 24 * time.Hour

// absolute turns an age such as 2w or 1d12h into a time; anything else is left for the engine to read.
func absolute(s string, now time.Time) string {
	age, rest := time.Duration(0), s
	for rest != "" {
		n := strings.IndexAny(rest, "wdhms")
		if n < 1 {
			return s
		}
		count, err := strconv.ParseFloat(rest[:n], 64)
		part := count * float64(units[rest[n]])
		if err != nil || strings.Trim(rest[:n], "0123456789.") != "" || part > float64(oldest-age) {
			return s
		}
		age, rest = age+time.Duration(part), rest[n+1:]
	}
	if s == "" {
		return s
	}
	return now.Add(-age).UTC().Format("2006-01-02T15:04:05.000Z")
}
