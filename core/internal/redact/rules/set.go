package main

import (
	"fmt"
	"slices"

	"github.com/BurntSushi/toml"
)

// ruleSet is the part of gitleaks' configuration that the table is made of.
type ruleSet struct {
	Allowlist allowlist
	Rules     []rule
}

type rule struct {
	ID, Regex, Path string
	Keywords        []string
	Entropy         float64
	SecretGroup     int
	Allowlists      []allowlist

	own  bool     // whether the rule is ours; only those have the members below
	Weak bool     // whether a rule that finds the same names it
	Also []string // the names of lists that allow a match
}

// ownSet is the set of our own rules. Source, Found and Ignored of a rule are for readers and tests.
type ownSet struct {
	Lists map[string]allowlist
	Rules []struct {
		rule
		Source         string
		Found, Ignored []string
	}
}

type allowlist struct {
	Condition, RegexTarget             string
	Paths, Regexes, Commits, StopWords []string
}

// known lists the members of a rule and of an allowlist that the table accounts for. Any other is an
// error: a new feature of gitleaks must be looked at before its rules are used.
var known = []string{"id", "description", "regex", "path", "keywords", "entropy", "secretGroup", "allowlists",
	"condition", "regexTarget", "paths", "regexes", "stopwords", "title", "minVersion", "allowlist", "rules"}

func readSet(path string) (ruleSet, error) {
	var set ruleSet
	if err := readTOML(path, &set, known); err != nil {
		return set, err
	}
	if len(set.Rules) < 100 {
		return set, fmt.Errorf("%s: only %d rules", path, len(set.Rules))
	}
	return set, nil
}

// readOwn reads our own rules. Each has a source, and true and false cases.
func readOwn(path string) (rules []rule, lists map[string]allowlist, err error) {
	var set ownSet
	if err := readTOML(path, &set, nil); err != nil {
		return nil, nil, err
	}
	for _, r := range set.Rules {
		if r.Source == "" || len(r.Found) == 0 || len(r.Ignored) == 0 {
			return nil, nil, fmt.Errorf("%s: %s needs a source, found and ignored", path, r.ID)
		}
		r.rule.own = true
		rules = append(rules, r.rule)
	}
	return rules, set.Lists, nil
}

func readTOML(path string, into any, members []string) error {
	meta, err := toml.DecodeFile(path, into)
	if err != nil {
		return err
	}
	if unknown := meta.Undecoded(); members == nil && len(unknown) > 0 {
		return fmt.Errorf("%s: unknown member %s", path, unknown[0])
	}
	for _, k := range meta.Keys() {
		if members != nil && !slices.Contains(members, k[len(k)-1]) {
			return fmt.Errorf("%s: unknown member %s", path, k)
		}
	}
	return nil
}
