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
	meta, err := toml.DecodeFile(path, &set)
	if err != nil {
		return set, err
	}
	for _, k := range meta.Keys() {
		if !slices.Contains(known, k[len(k)-1]) {
			return set, fmt.Errorf("%s: unknown member %s", path, k)
		}
	}
	if len(set.Rules) < 100 {
		return set, fmt.Errorf("%s: only %d rules", path, len(set.Rules))
	}
	return set, nil
}
