package kit

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/hostfns/places"
	"github.com/heddle-dev/heddle/wasm/abi"
)

//go:embed guest/*.wasm guest/hostile.wat
var guests embed.FS

// about is kit.json.
type about struct {
	Kit     int    `json:"kit"`
	ABI     int    `json:"abi"`
	Version string `json:"version"`
}

// copies are the files and folders of the repository that the kit has as they are.
var copies = [][2]string{
	{"docs/how-to-write-a-host.md", "how-to-write-a-host.md"}, {"wasm/abi/ABI.md", "ABI.md"}, {"wasm/abi/abi.json", "abi.json"},
	{"hostfns/places/places.json", "places.json"}, {"LICENSE", "LICENSE"},
	{"testdata/vectors", "vectors"}, {"testdata/sequences", "sequences"}, {"testdata/sql", "sql"},
}

// Write makes the kit's archive out of the repository at root.
func Write(root, archive string) error {
	temp, err := os.MkdirTemp("", "heddle-kit-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	folder := filepath.Join(temp, top)
	if err := WriteHomes(filepath.Join(root, "testdata", "agents"), filepath.Join(folder, "homes")); err != nil {
		return err
	}
	for _, c := range copies {
		if err := copyAll(filepath.Join(root, c[0]), filepath.Join(folder, c[1])); err != nil {
			return err
		}
	}
	if err := os.CopyFS(folder, guests); err != nil {
		return err
	}
	version, err := os.ReadFile(filepath.Join(root, "version.txt"))
	if err != nil {
		return err
	}
	text, err := json.Marshal(about{Version, abi.Version, strings.TrimSpace(string(version))})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "kit.json"), append(text, '\n'), 0o644); err != nil {
		return err
	}
	if err := writeScripts(folder); err != nil {
		return err
	}
	return pack(folder, archive)
}

// copyAll copies a file or a folder.
func copyAll(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return os.CopyFS(to, os.DirFS(from))
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, data, 0o644))
}

// WriteHomes puts the fixture homes of a folder, with their times, below another one as HOME/MOUNT/…:
// what a runner mounts.
func WriteHomes(agents, to string) error {
	prepared := to + "-prepared"
	defer os.RemoveAll(prepared)
	if err := errors.Join(os.RemoveAll(to), bindingstest.Prepare(agents, prepared)); err != nil {
		return err
	}
	homes, err := os.ReadDir(prepared)
	if err != nil {
		return err
	}
	exists := func(path string) bool { info, err := os.Stat(path); return err == nil && info.IsDir() }
	for _, home := range homes {
		found, err := places.Resolve("linux", nil, filepath.Join(prepared, home.Name()), exists)
		if err != nil {
			return err
		}
		for _, place := range found {
			if err := moveMount(place, filepath.Join(to, home.Name(), place.Mount)); err != nil {
				return err
			}
		}
	}
	return nil
}

// moveMount moves a place's folder, or only its files. What does not exist is left out.
func moveMount(place places.Place, to string) error {
	if !place.Found {
		return nil
	}
	files := []string{""}
	if place.Files != nil {
		files = place.Files
	}
	for _, name := range files {
		source, target := filepath.Join(place.Path, filepath.FromSlash(name)), filepath.Join(to, filepath.FromSlash(name))
		if _, err := os.Lstat(source); err != nil {
			continue
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(target), 0o755), os.Rename(source, target)); err != nil {
			return err
		}
	}
	return nil
}

// MountsOf lists the mounts of one of these homes.
func MountsOf(homes, home string) (map[string]string, error) {
	mounts := map[string]string{}
	if home == "" {
		return mounts, nil
	}
	entries, err := os.ReadDir(filepath.Join(homes, home))
	if errors.Is(err, os.ErrNotExist) && home == "empty" {
		return mounts, nil
	}
	for _, e := range entries {
		mounts[e.Name()] = filepath.Join(homes, home, e.Name())
	}
	return mounts, err
}

// scriptHomes are the homes whose sessions the scripts ask for, with the powers that reading them
// takes: a host without the others runs these scripts as well.
var scriptHomes = []struct {
	name   string
	powers []string
}{
	{"mixed", powers},
	{"claude-damaged", []string{Files, Clock, Entropy}},
	{"codex-zst", []string{Files, Zstd, Clock, Entropy}},
	{"opencode-livewal", []string{Files, SQL, Clock, Entropy}},
}

// writeScripts has the native engine answer the same requests on hosts that lack powers, and on
// hosts that lie.
func writeScripts(folder string) error {
	for _, home := range scriptHomes {
		mounts, err := MountsOf(filepath.Join(folder, "homes"), home.name)
		if err != nil {
			return err
		}
		requests, err := scriptRequests(mounts)
		if err != nil {
			return err
		}
		granted := map[string][]string{"all": home.powers, "only-files": {Files}, "nothing": {}}
		for _, absent := range home.powers {
			granted["no-"+absent] = slices.DeleteFunc(slices.Clone(home.powers), func(p string) bool { return p == absent })
		}
		for _, name := range sortedKeys(granted) {
			s := Script{File: home.name + "-" + name, Home: home.name, Cases: requests, Settings: Settings{Powers: granted[name]}}
			s.Store = home.name == "mixed" && slices.Contains(granted[name], SQL)
			if err := s.write(filepath.Join(folder, "absent"), mounts); err != nil {
				return err
			}
		}
		for _, lie := range lies {
			if lie.About == SQL && !slices.Contains(home.powers, SQL) {
				continue // nothing opens a database
			}
			s := Script{File: home.name + "-" + lie.About + "-" + lie.What, Home: home.name, Cases: requests, Settings: Settings{Powers: home.powers, Lies: []Lie{lie}}}
			if err := s.write(filepath.Join(folder, "lies"), mounts); err != nil {
				return err
			}
		}
	}
	return nil
}

// lies are what the hosts of the kit's folder lies answer.
var lies = []Lie{
	{"stat", "PERMISSION_DENIED"}, {"stat", "IO_ERROR"}, {"list", "PERMISSION_DENIED"}, {"list", "IO_ERROR"},
	{"read", "PERMISSION_DENIED"}, {"read", "IO_ERROR"}, {"read", "BAD_REF"}, {"sql", "UNSUPPORTED"}, {"sql", "PERMISSION_DENIED"},
	{"short", "7"}, {"short", "0"}, {"long", "-"}, {"size", "0"}, {"size", "-1"}, {"size", "1000"}, {"time", "0"}, {"time", "-1"},
	{"time", "9223372036854775807"},
}

// scriptRequests are the requests of every script of a home.
func scriptRequests(mounts map[string]string) ([]bindingstest.Case, error) {
	e, err := native.Open(Settings{Mounts: mounts, Powers: powers}.options())
	if err != nil {
		return nil, err
	}
	defer e.Close()
	var list []bindingstest.Case
	add := func(op, request string) {
		list = append(list, bindingstest.Case{Op: op, Name: fmt.Sprintf("%02d", len(list)), Request: []byte(request)})
	}
	for _, op := range []string{"version", "agents.list", "sessions.list", "sessions.totalCost", "sessions.stats"} {
		add(op, `{}`)
	}
	add("sessions.search", `{"text":"the","limit":3}`)
	for _, agent := range sortedKeys(mounts) {
		ids, err := bindingstest.SessionIDs(e, agent)
		if err != nil || len(ids) == 0 {
			continue // a further folder of an agent
		}
		target := fmt.Sprintf(`"agent":%q,"sessionId":%q`, agent, ids[0])
		add("sessions.list", fmt.Sprintf(`{"agent":%q,"limit":3}`, agent))
		add("sessions.get", "{"+target+"}")
		add("sessions.export", "{"+target+`,"format":"markdown"}`)
		add("sessions.doctor", fmt.Sprintf(`{"agent":%q}`, agent))
	}
	add("messages.makeRequestId", `{}`)
	add("store.record", `{"sessionId":"s","messages":[{"type":"user","content":"hi"}]}`)
	add("store.get", `{"sessionId":"s"}`)
	add("store.list", `{}`)
	return list, nil
}

// write has the native engine answer the script and writes it.
func (s Script) write(dir string, mounts map[string]string) error {
	settings := s.Settings
	settings.Mounts, settings.Start, settings.Step, settings.Seed = mounts, FirstTime, 0, 1
	if s.Store {
		temp, err := os.MkdirTemp("", "heddle-kit-store-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		settings.Store = filepath.Join(temp, "heddle.db")
	}
	e, err := native.Open(settings.options())
	if err != nil {
		return err
	}
	defer e.Close()
	cases := slices.Clone(s.Cases)
	for i := range cases {
		cases[i].Response = bindingstest.Answer(e, &cases[i])
	}
	s.Cases = cases
	data := s.format()
	if _, err := parseScript(s.File, data); err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, s.File+".txtar"), data, 0o644))
}

// FirstTime is what the clock of vectors and scripts says, in milliseconds.
const FirstTime = 1795200000000
