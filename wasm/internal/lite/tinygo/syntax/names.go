//go:build tinygo

package syntax

import "unicode"

// unicodeTable returns the table of a name in a pattern, the table of what matches
// it regardless of case, and -1 where everything else is meant.
func unicodeTable(name string) (tab, fold *unicode.RangeTable, sign int) {
	name = canonicalName(name)
	join := func(pairs []rune) []rune { return cleanClass(&pairs) }
	switch name {
	case "Any":
		return anyTable, anyTable, +1
	case "Assigned":
		unassigned := TableOf(packedTables, "Cn", join)
		return unassigned, unassigned, -1
	case "Ascii":
		return asciiTable, asciiFoldTable, +1
	case "Lc":
		name = "LC"
	}
	if t := TableOf(packedTables, name, join); t != nil {
		fold := unicode.FoldCategory[name]
		if fold == nil {
			fold = unicode.FoldScript[name]
		}
		return t, fold, +1
	}
	categoryAliases.once.Do(initCategoryAliases)
	if actual := categoryAliases.m[name]; actual != "" {
		return TableOf(packedTables, actual, join), unicode.FoldCategory[actual], +1
	}
	return nil, nil, 0
}
