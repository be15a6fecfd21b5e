package main

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// serveNpm serves the tarballs of a folder as a registry does, on loopback.
func serveNpm(t *testing.T, folder string) (url string) {
	t.Helper()
	tarballs, err := filepath.Glob(filepath.Join(folder, "*.tgz"))
	if err != nil || len(tarballs) == 0 {
		t.Fatal("no tarballs", err)
	}
	packages := map[string]map[string]any{}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	for _, path := range tarballs {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal([]byte(untar(t, path)["package/package.json"].text), &m); err != nil {
			t.Fatal(err)
		}
		sum := sha512.Sum512(data)
		m["dist"] = map[string]string{"tarball": server.URL + "/-/" + filepath.Base(path), "integrity": "sha512-" + base64.StdEncoding.EncodeToString(sum[:])}
		packages[m["name"].(string)] = m
	}
	mux.Handle("/-/", http.StripPrefix("/-/", http.FileServer(http.Dir(folder))))
	mux.HandleFunc("/", func(w http.ResponseWriter, req *http.Request) {
		name := strings.TrimPrefix(req.URL.Path, "/")
		m, ok := packages[name]
		if !ok {
			http.NotFound(w, req)
			return
		}
		version := m["version"].(string)
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"name": name, "dist-tags": map[string]string{"latest": version}, "versions": map[string]any{version: m}})
	})
	return server.URL
}
