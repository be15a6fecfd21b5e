package adapter

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// placePrefix begins the keys of requests for which the agent has none.
const placePrefix = "import:"

// PlaceKey is what a copy in the store calls a request for which the agent has no
// key: its session and its number there.
func PlaceKey(unified string, number int) string {
	return placePrefix + unified + "#" + text.FormatInt(int64(number))
}

// TimedKey adds the time of a request to its key when that is a place: a session
// that was continued on two machines has different requests there.
func TimedKey(key string, at session.Time) string {
	if !strings.HasPrefix(key, placePrefix) {
		return key
	}
	return key + "@" + text.FormatInt(int64(at))
}
