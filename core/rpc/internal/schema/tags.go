package schema

// tagOps are the operations on tags of sessions.
var tagOps = []Op{
	{ID: 80, Name: "sessions.tag", Doc: "Adds tags to a session and removes tags from it. They are kept in the store; the agent's own files do not change. Tags of the run index and of recordings cannot be removed. The tags of a session that is gone can be removed.",
		Request: "TagRequest", Result: "SessionTags", Errors: withErrors(changeErrors, "AGENT_NOT_FOUND", "LIMIT_EXCEEDED")},
	{ID: 81, Name: "sessions.tags", Doc: "Lists all tags, in byte order: those of sessions.tag, of the run index and of recordings.",
		Request: "TagsRequest", Result: "[]TagCount", Errors: []string{"UNSUPPORTED", "TIMEOUT"}},
}

// tagRequests are the requests of tagOps.
var tagRequests = []Type{
	{Name: "TagRequest", In: true, Doc: "A session, and how its tags change. A tag is text of 1 to 128 bytes without control characters and without blanks at its ends.", Fields: append(sessionRefFields(),
		Field{Name: "add", Go: "Add", Type: "[]string", Optional: true, Doc: "The tags to add; a session has at most 100."},
		Field{Name: "remove", Go: "Remove", Type: "[]string", Optional: true, Doc: "The tags to remove; the session need not have them."},
	)},
	{Name: "TagsRequest", In: true, Doc: "The request for all tags, without fields."},
}

// tagTypes are the results of tagOps.
var tagTypes = []Type{
	{Name: "SessionTags", Doc: "The tags of a session that the store keeps.", Fields: []Field{
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Doc: "The session; for a copy in the store, its original."},
		{Name: "tags", Go: "Tags", Type: "[]string", Doc: "Its tags in the store, in byte order."},
	}},
	{Name: "TagCount", Doc: "A tag and how many sessions have it.", Fields: []Field{
		{Name: "tag", Go: "Tag", Type: "string", Doc: "The tag."},
		{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "The number of sessions with this tag, including sessions that are no longer on disk."},
	}},
}
