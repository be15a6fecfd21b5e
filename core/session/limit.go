package session

// Limits of requests.
const (
	// NoLimit is the Limit of a request for everything. Limit is the default when it is 0, because a
	// Go request has the same value for a 0 and for an omitted field.
	NoLimit = 1 << 52
	// DefaultListLimit is how many sessions a list returns when the request names no limit.
	DefaultListLimit = 100
	// DefaultSearchLimit is how many sessions a search returns when the request names no limit.
	DefaultSearchLimit = 50
	// DefaultSearchHits is how many matching messages a search shows of each session.
	DefaultSearchHits = 3
	// DefaultStatsLimit is how many tools, models and files sessions.stats returns of each when the
	// request names no limit.
	DefaultStatsLimit = 20
)
