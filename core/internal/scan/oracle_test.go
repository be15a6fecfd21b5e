package scan_test

import (
	"encoding/json"
	"sort"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// numberValue returns lit as a Value if it is a number literal.
func numberValue(lit string) (scan.Value, bool) {
	v, err := scan.Parse([]byte(lit))
	return v, err == nil && v.Kind() == scan.Number && string(v.Raw()) == lit
}

// decode is encoding/json's reading of b, numbers as literals.
func decode(t *testing.T, b []byte) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("encoding/json on %q: %v", b, err)
	}
	return v
}

// build makes of v what encoding/json would decode.
func build(v scan.Value) any {
	switch v.Kind() {
	case scan.False, scan.True:
		return v.Bool()
	case scan.Number:
		return json.Number(v.Raw())
	case scan.String:
		return v.String()
	case scan.Array:
		list := []any{}
		v.EachElement(func(i int, e scan.Value) bool {
			if i != len(list) {
				panic("Each miscounts")
			}
			list = append(list, build(e))
			return true
		})
		return list
	case scan.Object:
		m := map[string]any{}
		v.EachMember(func(k, e scan.Value) bool {
			m[k.String()] = build(e)
			return true
		})
		return m
	}
	return nil
}

// canonical writes a decoded value the obvious way.
func canonical(dst []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return canon.AppendBool(dst, v)
	case json.Number:
		return append(dst, v...)
	case string:
		return canon.AppendString(dst, v)
	case []any:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = canonical(dst, e)
		}
		return append(dst, ']')
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		dst = append(dst, '{')
		for i, k := range keys {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = canonical(append(canon.AppendString(dst, k), ':'), v[k])
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

// pathsOf lists up to limit paths that Compile accepts and that v contains.
func pathsOf(v any, prefix string, limit int, paths []string) []string {
	m, _ := v.(map[string]any)
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		if k == "" || strings.Contains(k, ".") || strings.Contains(k, "\ufffd") || len(paths) >= limit {
			continue
		}
		path := prefix + k
		if strings.Count(path, ".") >= scan.MaxPathKeys {
			continue
		}
		paths = append(paths, path)
		paths = pathsOf(m[k], path+".", limit, paths)
	}
	return paths
}

// lookup follows a path of keys in a decoded value.
func lookup(v any, path string) (any, bool) {
	for _, key := range strings.Split(path, ".") {
		m, ok := v.(map[string]any)
		if !ok {
			return nil, false
		}
		if v, ok = m[key]; !ok {
			return nil, false
		}
	}
	return v, true
}
