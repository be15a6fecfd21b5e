package main

import (
	"bytes"
	"fmt"
	"go/format"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/redact/rules/ending"
)

// macros are the parts that most of the rules share; the table has one byte for each.
var macros = []struct{ text, code string }{
	{`)(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}(`, "\x01"},
	{`(?:[\x60'"\s;]|\\[nr]|$)`, "\x02"},
	{`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`, "\x03"},
}

// namePrefix is how rules find what is before a keyword: up to 50 characters, as few as possible.
// It has no effect on which secret is found, and the table has only its length, so that a search can
// begin where a keyword is.
const namePrefix, maxNamePrefix = `[\w.-]{0,50}?`, 50

// genericRule is the rule that finds anything beside a word such as token.
const genericRule = "generic-api-key"

// backwardRule is the rule of ours that finds what is before its keyword.
const backwardRule = "private-key"

// whole names the rules whose groups are only parts of the secret.
var whole = map[string]bool{"jwt-base64": true, "microsoft-teams-webhook": true}

// lazy names the rule that looks for the last match in a line: earlier ones would stay readable.
const lazyRule, greedyPart, lazyPart = "curl-auth-user",
	`\bcurl\b(?:.*|.*(?:[\r\n]{1,2}.*){1,5})`, `\bcurl\b(?:.*?|.*?(?:[\r\n]{1,2}.*?){1,5})`

// adapted returns the expression of a rule as the table has it, and the greatest length of the
// prefix that it leaves out.
func adapted(r rule) (re string, prefix int, err error) {
	re = r.Regex
	for _, flags := range []string{`(?i)`, ``, `(?i:`} {
		if rest, ok := strings.CutPrefix(re, flags+namePrefix); ok {
			re, prefix = flags+rest, prefix+maxNamePrefix
		}
	}
	if r.ID == lazyRule {
		if !strings.Contains(re, greedyPart) {
			return "", 0, fmt.Errorf("%s has changed: look at it again", r.ID)
		}
		re = strings.Replace(re, greedyPart, lazyPart, 1)
	}
	if !r.own {
		re = ending.Open(r.ID, re)
	}
	if _, err := regexp.Compile(re); err != nil {
		return "", 0, fmt.Errorf("%s: %w", r.ID, err)
	}
	if strings.ContainsAny(re, "\x00\x01\x02\x03\x04\t\n") {
		return "", 0, fmt.Errorf("%s: the expression contains a control character", r.ID)
	}
	return re, prefix, nil
}

func packed(re string) string {
	for _, m := range macros {
		re = strings.ReplaceAll(re, m.text, m.code)
	}
	return re
}

// tableOf writes the table: a line for each allowlist, an empty line, and a line for each rule.
//
//	target TAB stopwords TAB expressions
//	id TAB keywords TAB nearest TAB farthest TAB entropy TAB prefix TAB group TAB allowlists TAB rank TAB expression
//
// nearest and farthest are the bytes from the start of a match to its keyword; farthest is -1 when a
// match need not contain it. entropy is in hundredths. group is -1 for the first group that has text.
// rank is 1 for the rule that is the least certain of what a secret is for, 2 for one that gitleaks
// runs on some files only, and 3 for one of ours that leaves the name to others. Lists are separated by
// NUL. The first allowlist is that of all rules. Rules of gitleaks come before ours.
func tableOf(set ruleSet, shared map[string]allowlist) (string, error) {
	t := tableWriter{shared: map[string]int{}}
	if err := t.addList(set.Allowlist); err != nil {
		return "", err
	}
	for _, name := range slices.Sorted(maps.Keys(shared)) {
		t.shared[name] = t.count
		if err := t.addList(shared[name]); err != nil {
			return "", err
		}
	}
	for _, r := range set.Rules {
		if r.Regex == "" {
			continue // it looks at names of files only
		}
		if err := t.addRule(r); err != nil {
			return "", err
		}
	}
	return t.lists.String() + "\n" + t.rules.String(), nil
}

// tableWriter collects the lines of the table.
type tableWriter struct {
	lists, rules strings.Builder
	count        int            // of the lists
	shared       map[string]int // the numbers of the lists with a name
}

func (t *tableWriter) addList(a allowlist) error {
	if len(a.Commits) > 0 {
		return fmt.Errorf("an allowlist names commits")
	}
	t.count++
	fmt.Fprintf(&t.lists, "%s\t%s\t%s\n", a.RegexTarget, strings.Join(a.StopWords, "\x00"), strings.Join(a.Regexes, "\x00"))
	return nil
}

func (t *tableWriter) addRule(r rule) error {
	var lists []string
	for _, name := range r.Also {
		n, ok := t.shared[name]
		if !ok {
			return fmt.Errorf("%s: no list %q", r.ID, name)
		}
		lists = append(lists, strconv.Itoa(n))
	}
	for _, a := range r.Allowlists {
		if a.Condition == "AND" && len(a.Paths) > 0 || len(a.Regexes)+len(a.StopWords) == 0 {
			continue // it never applies to a text without a file name
		}
		if a.Condition != "" && a.Condition != "AND" && a.Condition != "OR" {
			return fmt.Errorf("%s: condition %q", r.ID, a.Condition)
		}
		if a.Condition == "AND" && len(a.Regexes) > 0 && len(a.StopWords) > 0 {
			return fmt.Errorf("%s: an allowlist with two conditions", r.ID)
		}
		lists = append(lists, strconv.Itoa(t.count))
		if err := t.addList(a); err != nil {
			return err
		}
	}
	line, err := ruleLine(r, lists)
	t.rules.WriteString(line)
	return err
}

func ruleLine(r rule, lists []string) (string, error) {
	re, prefix, err := adapted(r)
	if err != nil {
		return "", err
	}
	if len(r.Keywords) == 0 {
		return "", fmt.Errorf("%s has no keywords", r.ID)
	}
	for _, k := range r.Keywords {
		if len(k) < 2 || k != strings.ToLower(k) || strings.ContainsAny(k, "\x00\t\n") {
			return "", fmt.Errorf("%s: keyword %q", r.ID, k)
		}
	}
	group, rank := r.SecretGroup, 0
	if group == 0 && !whole[r.ID] {
		group = -1
	}
	switch {
	case r.ID == genericRule:
		rank = 1
	case r.Path != "":
		rank = 2
	case r.Weak:
		rank = 3
	}
	nearest, farthest, ok := keywordDistance(re, r.Keywords)
	if !ok && r.own && r.ID != backwardRule {
		return "", fmt.Errorf("%s: a match may begin far from every keyword, so each text would be searched from its start", r.ID)
	}
	if !ok {
		nearest, farthest = 0, -1
	}
	return fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%d\t%d\t%s\t%d\t%s\n", r.ID, strings.Join(r.Keywords, "\x00"), nearest, farthest,
		int(r.Entropy*100+0.5), prefix, group, strings.Join(lists, "\x00"), rank, packed(re)), nil
}

// sourceOf writes the Go file of the table.
func sourceOf(table, version string) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated from gitleaks %s and own.toml by `make generate`. DO NOT EDIT.\n//\n", version)
	b.WriteString("// The rules of gitleaks are Copyright (c) 2019 Zachary Rice, MIT License: rules/gitleaks/LICENSE; the\n// others are of rules/own.toml.\n\npackage redact\n\n")
	b.WriteString("// macros are the parts of expressions for which the table has one byte.\nvar macros = [...]string{\n")
	for _, m := range macros {
		fmt.Fprintf(&b, "%q,\n", m.text)
	}
	b.WriteString("}\n\n// table is the set of rules, in the form that rules.go reads.\nconst table = \"\" +\n")
	lines := strings.SplitAfter(strings.TrimSuffix(table, "\n"), "\n")
	for i, l := range lines {
		fmt.Fprintf(&b, "%q", l)
		if i < len(lines)-1 {
			b.WriteString(" +")
		}
		b.WriteString("\n")
	}
	return format.Source(b.Bytes())
}
