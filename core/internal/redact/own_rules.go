package redact

// Parts of keys in texts: lines of base64, and what numbers, quotes or marks the lines.
const (
	keyGap  = `(?:\s|\\[nrt]|[\\"'+>|,:#→-]|\d)`
	keyLine = `[A-Za-z0-9+/=]`
)

// ownRules are rules for what gitleaks leaves to others: passwords in addresses, the headers of
// requests, and keys that a tool printed in part. They are not named where a rule of gitleaks
// finds the same.
func ownRules(all *allowlist) []rule {
	placeholders := &allowlist{expressions: []string{
		`^[$<{%*\[]`, `(?i)^(?:x+|\.+|pass|passw(?:or)?d|pwd|secret|token|changeme|user|port)$`}}
	words := &allowlist{expressions: []string{`^[^0-9]+$`}}
	return []rule{
		{id: "url-password", keywords: []string{"://"}, near: 2, far: 21, group: 1, rank: rankOwn, allow: []*allowlist{all, placeholders},
			expression: `(?i)[a-z][a-z0-9+.-]{1,20}://[^\s/:@"'<>\\]{0,64}:([^\s/@"'<>\\]{3,128})@`},
		{id: "authorization-header", keywords: []string{"authorization", "bearer"}, entropy: 250, group: 1, rank: rankOwn, allow: []*allowlist{all, words},
			expression: `(?i)(?:authorization\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?(?:bearer|basic|token|apikey)|bearer)[ \t]{1,4}([A-Za-z0-9._~+/=-]{12,})`},
		{id: ruleKey, keywords: []string{"-----begin"}, rank: rankOwn, allow: []*allowlist{all},
			expression: `(?i)-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----(?:` + keyGap + `{0,24}` + keyLine + `{16,})+(?:` + keyGap + `{1,24}` + keyLine + `{1,15})?`},
		{id: ruleKey, keywords: []string{"-----end"}, far: -1, rank: rankOwn, allow: []*allowlist{all},
			expression: `(?i)` + keyLine + `{16,}(?:` + keyGap + `{1,24}` + keyLine + `{16,})*(?:` + keyGap + `{1,24}` + keyLine + `{1,15})?` +
				keyGap + `{0,24}-----END[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----`},
	}
}
