package session

import (
	"github.com/heddle-dev/heddle/core/internal/order"

	"github.com/heddle-dev/heddle/core/internal/canon"
)

// JSON is any JSON value in canonical form. Nil means absent and is written
// as null where a value is required.
type JSON []byte

// AppendJSON appends the value.
func (j JSON) AppendJSON(dst []byte) []byte {
	if len(j) == 0 {
		return append(dst, "null"...)
	}
	return append(dst, j...)
}

// TextJSON returns s as a JSON string.
func TextJSON(s string) JSON { return canon.AppendString(nil, s) }

// UnifiedID joins an agent's name and a native session id.
func UnifiedID(agent, nativeID string) string { return agent + ":" + nativeID }

// SplitUnifiedID splits a unified id at its first colon; ok is false when
// there is no colon. It does not know which agents exist.
func SplitUnifiedID(id string) (agent, nativeID string, ok bool) {
	for i := 0; i < len(id); i++ {
		if id[i] == ':' {
			return id[:i], id[i+1:], true
		}
	}
	return "", "", false
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	order.SortStrings(keys)
	return keys
}

// AppendRedactions appends a list of redactions as JSON.
func AppendRedactions(dst []byte, list []Redaction) []byte {
	dst = append(dst, '[')
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = list[i].AppendJSON(dst)
	}
	return append(dst, ']')
}
