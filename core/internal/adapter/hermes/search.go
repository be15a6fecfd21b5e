package hermes

import (
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// Propose implements adapter.Searcher: the database looks through its messages
// for pieces of the words, titles are compared here. Hermes' own FTS5 tables are
// not asked: a virtual table is code that the file's writer chooses. A word that
// is too short restricts nothing; sessions in files are always proposed.
func (reader) Propose(env *adapter.Env, ix *adapter.Index, words []string) (ids []string, ok bool, err error) {
	s, isOurs := ix.Side.(*side)
	if !isOurs {
		return nil, false, fault.New(fault.Internal, "not an index of this adapter")
	}
	proposed := map[*info]bool{}
	told := map[*store]bool{}
	for _, st := range s.stores {
		found, tells, err := st.proposeMatches(words)
		if err != nil {
			return nil, false, err
		}
		told[st], ok = tells, ok || tells
		for in := range found {
			proposed[in] = true
		}
	}
	if !ok {
		return nil, false, nil
	}
	for i := range ix.Refs {
		in := s.infos[ix.Refs[i].ID]
		if in == nil || !told[in.store] || proposed[in.root] {
			ids = append(ids, ix.Refs[i].ID)
		}
	}
	order.SortStrings(ids)
	return ids, true, nil
}

// proposeMatches returns the conversations that may hold all words; ok is false when
// no word can be looked up.
func (s *store) proposeMatches(words []string) (found map[*info]bool, ok bool, err error) {
	l := lookup{store: s, db: s.db.Borrow()}
	defer l.db.Close()
	if ready, err := l.learnTables(); !ready {
		return nil, false, err
	}
	for _, w := range words {
		pieces := searchPieces(w)
		if len(pieces) == 0 {
			continue
		}
		one := map[*info]bool{}
		if err := l.findWord(pieces, one); err != nil {
			if fault.CodeOf(err) == fault.Timeout {
				return nil, false, err
			}
			return nil, false, nil // a damaged table decides nothing
		}
		for _, in := range s.order {
			if mayHold(in.title, w) {
				one[in.root] = true
			}
		}
		if ok {
			for in := range found {
				if !one[in] {
					delete(found, in)
				}
			}
		} else {
			found, ok = one, true
		}
	}
	return found, ok, nil
}

// lookup asks one database.
type lookup struct {
	store *store
	db    *sqlwal.DB
}

// learnTables learns the tables.
func (l *lookup) learnTables() (bool, error) {
	if err := l.db.LoadTables(tableSessions, tableMessages); err != nil {
		return false, onlyTimeout(err)
	}
	return l.db.HasColumn(tableMessages, "content") && l.db.HasColumn(tableMessages, "session_id"), nil
}

// onlyTimeout keeps only an error that ends everything.
func onlyTimeout(err error) error {
	if fault.CodeOf(err) == fault.Timeout {
		return err
	}
	return nil
}

// firstIdeograph is about where scripts begin that are written without blanks
// between words and that have no upper case.
const firstIdeograph = 0x2E80

// leastRunes is the length of the shortest piece that is worth looking for.
const leastRunes = 3

// searchPieces cuts a word where the text may have something else in its place, as
// stored JSON has for quotes and as any white space stands for the blanks of a
// phrase, and keeps what is long enough.
func searchPieces(word string) []string {
	var out []string
	keep := func(p string) {
		if utf8.RuneCountInString(p) >= leastRunes {
			out = append(out, p)
		}
	}
	from := 0
	for i, r := range word {
		if r <= ' ' || r == '"' || r == '\\' || r == '/' || r == 0x7f || r == utf8.RuneError {
			keep(word[from:i])
			from = i + utf8.RuneLen(r)
			if r == utf8.RuneError {
				from = i + 1
			}
		}
	}
	keep(word[min(from, len(word)):])
	return out
}

// jsonEscapes are the JSON spellings of the characters of a piece that are not
// ASCII, in parts that survive a second quoting; nil without any.
// Below 0x1000 they are one short part, for letters of either case.
func jsonEscapes(piece string) []string {
	const hex = "0123456789abcdef"
	var out []string
	for _, r := range piece {
		switch {
		case r < 0x80:
		case r < 0x1000:
			out = append(out, `\u0`)
		case r > 0xffff:
			out = append(out, `\ud`)
		default:
			out = append(out, string([]byte{'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15]}))
		}
	}
	return out
}

// twins are the two characters beyond ASCII that differ from an ASCII letter
// in case only, as they are and as JSON escapes them.
var twins = [...]twin{{'k', "\u212a", `\u212a`}, {'s', "\u017f", `\u017f`}}

type twin struct {
	letter        byte
	sign, escaped string
}

// occursIn reports whether a text has the twin's letter.
func (t *twin) occursIn(s string) bool {
	return strings.IndexByte(s, t.letter) >= 0 || strings.IndexByte(s, t.letter-'a'+'A') >= 0
}

// replaceSign puts the letter in the sign's place.
func (t *twin) replaceSign(s string) string {
	return strings.ReplaceAll(s, t.sign, string(rune(t.letter)))
}

// findWord adds the conversations that hold all pieces of a word in one message.
func (l *lookup) findWord(pieces []string, found map[*info]bool) error {
	cond, args := l.matchCondition(pieces)
	q := &sqlwal.Paged{From: "(SELECT DISTINCT m.session_id AS id FROM " + tableMessages + " m WHERE " + cond + ") WHERE 1", Args: args,
		Key: []string{"id"}, Limit: sessionPage}
	return l.db.EachStable(q, func(key, _ []host.Value) error {
		if in := l.store.infos[string(key[0].Bytes)]; in != nil {
			found[in.root] = true
		}
		return nil
	})
}

// listContent is content that is a list without the NUL before it: LIKE sees
// nothing after a NUL. Content with a NUL further on is always looked at.
const (
	isList      = "substr(CAST(m.content AS BLOB), 1, 1) = X'00'"
	listContent = "CAST(substr(CAST(m.content AS BLOB), 2) AS TEXT)"
	hiddenText  = "instr(substr(CAST(m.content AS BLOB), 2), X'00') > 0"
)

// matchCondition is the condition for a message that may hold all pieces.
func (l *lookup) matchCondition(pieces []string) (string, []host.Value) {
	var cond []string
	var args []host.Value
	holds := func(value string) string {
		var all []string
		for _, p := range pieces {
			like := func(p string) string {
				args = append(args, sqlwal.TextValue(likePattern(p)))
				return value + " LIKE ? ESCAPE '!'"
			}
			one := like(p)
			if esc := jsonEscapes(p); esc != nil {
				for i, e := range esc {
					esc[i] = like(e)
				}
				one += " OR " + strings.Join(esc, " AND ")
			}
			for _, t := range twins {
				if t.occursIn(p) {
					one += " OR " + like(t.escaped) + " OR instr(" + value + ", ?) > 0"
					args = append(args, sqlwal.TextValue(t.sign))
				}
			}
			all = append(all, "("+one+")")
		}
		return strings.Join(all, " AND ")
	}
	cond = append(cond, hiddenText, isList+" AND "+holds(listContent))
	for _, c := range []string{"content", "reasoning", "reasoning_content", "reasoning_details", "codex_reasoning_items", "tool_calls", "tool_name"} {
		if l.db.HasColumn(tableMessages, c) {
			cond = append(cond, holds("m."+c))
		}
	}
	return strings.Join(cond, " OR "), args
}

// likePattern is the LIKE pattern for a text. Letters beyond ASCII stand for any
// character: LIKE knows no upper case of them.
func likePattern(s string) string {
	out := []byte{'%'}
	for _, r := range s {
		switch {
		case r == '%' || r == '_' || r == '!':
			out = append(out, '!', byte(r))
		case r >= 0x80 && r < firstIdeograph:
			out = append(out, '_')
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return string(append(out, '%'))
}

// mayHold reports whether a title may hold a word, regardless of what is taken for the
// upper case of letters beyond ASCII, and for white space.
func mayHold(title, word string) bool {
	for i := range twins {
		title, word = twins[i].replaceSign(title), twins[i].replaceSign(word)
	}
	for more := true; more; {
		var part string
		if part, word, more = text.Cut(word, " "); !mayHoldPart(title, part) {
			return false
		}
	}
	return true
}

func mayHoldPart(title, word string) bool {
	for i := 0; i+len(word) <= len(title); i++ {
		if sameFold(title[i:i+len(word)], word) {
			return true
		}
	}
	for _, r := range word {
		if r >= 0x80 && r < firstIdeograph {
			return utf8.RuneCountInString(title) < len(title)
		}
	}
	return false
}

func sameFold(a, b string) bool {
	for i := 0; i < len(a); i++ {
		if lowerASCII(a[i]) != lowerASCII(b[i]) {
			return false
		}
	}
	return true
}

func lowerASCII(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}
