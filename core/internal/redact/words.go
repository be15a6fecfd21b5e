package redact

// wordSet finds the occurrences of a set of words in a text in one pass, in any case of ASCII letters.
type wordSet struct {
	words   []string // in lower case, of at least two bytes, ordered by the slot of their first two bytes
	numbers []uint16 // of the words, as the caller numbered them
	first   [slots + 1]uint16
}

// slots is the number of lists that the words are distributed to.
const slots = 1 << 10

func slotOf(a, b byte) int { return (int(a)*37 + int(b)) & (slots - 1) }

func newWordSet(words []string) *wordSet {
	w := &wordSet{words: make([]string, len(words)), numbers: make([]uint16, len(words))}
	for _, s := range words {
		w.first[slotOf(s[0], s[1])+1]++
	}
	for i := range slots {
		w.first[i+1] += w.first[i]
	}
	next := w.first
	for i, s := range words {
		at := &next[slotOf(s[0], s[1])]
		w.words[*at], w.numbers[*at] = s, uint16(i)
		*at++
	}
	return w
}

// scan calls visit for every occurrence of a word that begins in s[from:end] and lies in s, in
// ascending order, until it returns false. It returns the number of comparisons made.
func (w *wordSet) scan(s string, from, end int, visit func(word, at int) bool) (steps int) {
	if from >= end || len(w.words) == 0 {
		return 0
	}
	a := lower(s[from])
	for i := from; i < end && i+1 < len(s); i++ {
		b := lower(s[i+1])
		slot := slotOf(a, b)
		a = b
		low, high := w.first[slot], w.first[slot+1]
		steps += 1 + int(high-low)
		for j := low; j < high; j++ {
			if hasFoldedPrefix(s[i:], w.words[j]) && !visit(int(w.numbers[j]), i) {
				return steps
			}
		}
	}
	return steps
}

// hasFoldedPrefix reports whether s begins with a word in lower case, in any case.
func hasFoldedPrefix(s, word string) bool {
	if len(s) < len(word) {
		return false
	}
	for i := range len(word) {
		if lower(s[i]) != word[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if c-'A' < 26 {
		return c + 'a' - 'A'
	}
	return c
}
