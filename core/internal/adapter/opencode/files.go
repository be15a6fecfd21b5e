package opencode

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// The JSON stores: storage/ of 1.0 and 1.1, project/<dir>/storage/session/ of
// 0.1 to 0.5.

// finder collects the sessions of the JSON stores.
type finder struct {
	env  *adapter.Env
	ix   *adapter.Index
	side *side
}

// listFolder returns a folder's entries; one that is not there has none, one that
// cannot be read is a diagnostic.
func listFolder(env *adapter.Env, defects adapter.Defects, folder string) ([]host.Info, error) {
	entries, err := env.Host.Files.List(folder)
	if err == nil {
		return entries, nil
	}
	switch fault.CodeOf(err) {
	case fault.Timeout:
		return nil, err
	case fault.BadRef:
	default:
		defects.Log().Diagnose(fault.DiagnosticOf(env.Agent, err))
	}
	return nil, nil
}

// addStorage finds sessions in storage/session/<project>/<id>.json.
func (f *finder) addStorage() error {
	projects, err := listFolder(f.env, f.env, storageRoot+"/session")
	if err != nil {
		return err
	}
	for _, p := range projects {
		if p.Kind == host.Dir {
			if err := f.addSessions(storageRoot + "/session/" + p.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// addProjects finds sessions in project/<dir>/storage/session/info/<id>.json.
func (f *finder) addProjects() error {
	dirs, err := listFolder(f.env, f.env, projectRoot)
	if err != nil {
		return err
	}
	for _, d := range dirs {
		if d.Kind == host.Dir {
			if err := f.addSessions(projectRoot + "/" + d.Name + projectSuffix + "/info"); err != nil {
				return err
			}
		}
	}
	return nil
}

// addSessions adds the session files of a folder whose ids are not known yet:
// the stores are looked through from the newest on.
func (f *finder) addSessions(folder string) error {
	files, err := listFolder(f.env, f.env, folder)
	if err != nil {
		return err
	}
	for _, e := range files {
		id, ok := fileID(e)
		if !ok && e.Kind == host.Link {
			f.env.Diagnose(fault.Diagnostic{Code: fault.PermissionDenied, Agent: f.env.Agent, Path: folder + "/" + e.Name,
				Message: "symbolic link leaves its mount", Hint: "the session in its target is not read"})
		}
		if !ok || f.side.infos[id] != nil {
			continue
		}
		path := folder + "/" + e.Name
		s := &info{}
		if e.Size <= maxInfoBytes {
			if s, err = readInfo(f.env, path); err != nil {
				if fault.CodeOf(err) == fault.Timeout {
					return err
				}
				s = &info{} // Walk reports what is wrong with it
			}
		}
		f.side.infos[id] = s
		ref := s.completeRef(adapter.Ref{ID: id, Path: path, Size: e.Size, ModTime: session.TimeOfMillis(e.ModTime)})
		if parseVersion(s.version) < versionSteps {
			if err := f.boundTimes(&ref); err != nil {
				return err
			}
		}
		f.ix.Refs = append(f.ix.Refs, ref)
		if poll := f.env.Host.Poll; poll != nil && len(f.ix.Refs)%256 == 0 {
			if err := poll.Poll(0, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// boundTimes corrects the times of a session of 0.x, whose file is not written
// when a turn ends: the newest file of a message is an upper bound, and
// Updated looks into it.
func (f *finder) boundTimes(ref *adapter.Ref) error {
	_, messages, _ := foldersOf(ref)
	files, err := listFolder(f.env, f.env, messages)
	if err != nil {
		return err
	}
	ref.Updated = 0
	for _, e := range files {
		ref.ModTime = session.Latest(ref.ModTime, session.TimeOfMillis(e.ModTime))
	}
	return nil
}

// lastTime returns the time of a 0.x session's last record, absent when its
// last message was never finished.
func lastTime(env *adapter.Env, s *info, ref *adapter.Ref) (session.Time, error) {
	_, folder, _ := foldersOf(ref)
	files, err := listFolder(env, env, folder)
	if err != nil {
		return 0, err
	}
	for i := len(files) - 1; i >= 0; i-- {
		id, ok := fileID(files[i])
		if !ok {
			continue
		}
		data, err := adapter.ReadFile(env, folder+"/"+files[i].Name, maxFileBytes)
		if err != nil {
			return 0, err
		}
		m, _, err := parseMessage(id, data)
		if err != nil || m.turn && m.completed == 0 {
			return 0, nil
		}
		return session.Latest(s.updated, session.Latest(m.created, m.completed)), nil
	}
	return s.updated, nil
}

// fileID returns the id that a file of a store is named by.
func fileID(e host.Info) (string, bool) {
	id, ok := strings.CutSuffix(e.Name, fileSuffix)
	return id, ok && id != "" && e.Kind == host.File
}

func readInfo(env *adapter.Env, path string) (*info, error) {
	data, err := adapter.ReadFile(env, path, maxFileBytes)
	if err != nil {
		return nil, err
	}
	return parseInfo(data)
}

// fileWalk walks a session of a JSON store.
type fileWalk struct {
	walker
	path     string // of the session file
	messages string // folder
	parts    string // folder; the message's folder is in it
	first    error  // first defect
	objects  int64
}

func newFileWalk(w walker, ref *adapter.Ref) *fileWalk {
	f := &fileWalk{walker: w}
	f.path, f.messages, f.parts = foldersOf(ref)
	return f
}

// foldersOf derives a session's folders from the place of its file: the one of
// its messages, and the one in which its messages' folders of parts are.
func foldersOf(ref *adapter.Ref) (path, messages, parts string) {
	root := storageRoot
	parts = root + "/part/"
	if strings.HasPrefix(ref.Path, projectRoot+"/") {
		root = ref.Path[:text.LastIndex(ref.Path, "/info/")]
		parts = root + "/part/" + ref.ID + "/"
	}
	return ref.Path, root + "/message/" + ref.ID, parts
}

func (f *fileWalk) walkFiles() error {
	data, err := f.readFile(f.path)
	if err != nil {
		return err
	}
	var raw []byte
	err = f.parseObject(f.path, data, func(object []byte) error {
		s, err := parseInfo(object)
		if err == nil {
			f.info, raw = s, object
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := f.visitFacts(raw); err != nil {
		return err
	}
	files, err := listFolder(f.env, f.out, f.messages)
	if err != nil {
		return err
	}
	for _, e := range files {
		if id, ok := fileID(e); ok {
			if err := f.visitFile(id, f.messages+"/"+e.Name); err != nil {
				return err
			}
		} else if err := f.reportIrregular(f.messages, e); err != nil {
			return err
		}
	}
	if f.objects == 0 && f.first != nil {
		return f.first
	}
	return nil
}

// readFile reads a file; nil when it cannot be read, which is a skip.
func (f *fileWalk) readFile(path string) ([]byte, error) {
	data, err := adapter.ReadFile(f.env, path, maxFileBytes)
	if err == nil {
		return data, f.pace.Count(f.env, f.log, 1, int64(len(data)))
	}
	if fault.CodeOf(err) == fault.Timeout {
		return nil, err
	}
	return nil, f.reportDefect(path, err)
}

// reportDefect reports a file that cannot be read.
func (f *fileWalk) reportDefect(path string, err error) error {
	if f.first == nil {
		f.first = err
	}
	return f.log.ReportSkip(path, 0, 0, skipReason(err))
}

// parseObject gives a file's JSON object to parse. When bytes that do not belong
// there surround it, the first object among them is taken, and they count
// as skips.
func (f *fileWalk) parseObject(path string, data []byte, parse func(object []byte) error) error {
	if data == nil {
		return nil
	}
	data = scan.TrimBOM(data)
	err := parse(data)
	if err == nil {
		f.objects++
		return nil
	}
	before, told := f.objects, false
	var strict error
	skip := func(at int64, reason string) {
		told = true
		if e := f.log.ReportSkip(path, 0, at, reason); e != nil && strict == nil {
			strict = e
		}
	}
	if split := scan.SplitRecords(scan.Record{Bytes: data}, func(part scan.Record) error {
		if f.objects > before || parse(part.Bytes) != nil {
			skip(part.Offset, string(scan.Glued))
		} else {
			f.objects++
		}
		return nil
	}, func(s scan.Skipped) { skip(s.Offset, string(s.Reason)) }); split != nil {
		return split
	}
	if f.objects == before && f.first == nil {
		f.first = unreadableError(path, err)
	}
	if !told { // a file of nothing but white space
		skip(0, skipReason(err))
	}
	return strict
}

// unreadableError is the error of a session that cannot be read at all.
func unreadableError(path string, err error) error {
	d, ok := err.(*scan.Defect)
	if !ok {
		return err
	}
	return fault.New(fault.ParseError, "nothing of the session can be read: "+skipReason(err)).At(path, 0, int64(d.Offset)).
		WithHint("the file is damaged or not of this format")
}

// reportIrregular reports an entry that is named like a record but is no file: a
// device, a folder, a link that leaves the mount. It is never opened.
func (f *fileWalk) reportIrregular(folder string, e host.Info) error {
	if e.Kind == host.File || !strings.HasSuffix(e.Name, fileSuffix) {
		return nil
	}
	return f.log.ReportSkip(folder+"/"+e.Name, 0, 0, "not a file")
}

// visitFile visits a message with its parts.
func (f *fileWalk) visitFile(id, path string) error {
	data, err := f.readFile(path)
	if err != nil {
		return err
	}
	var m message
	var vals *messageValues
	found := false
	err = f.parseObject(path, data, func(object []byte) (err error) {
		f.log.Drift.Inspect(f.env.Agent, object)
		m, vals, err = parseMessage(id, object)
		found = err == nil
		return err
	})
	if err != nil || !found {
		return err
	}
	m.path = path
	switch {
	case isFirst(vals):
		m.parts = firstParts(vals, m.role, f.want)
	case f.want.UsageOnly() && !m.turn:
	default:
		if m.parts, err = f.partsOf(&m); err != nil {
			return err
		}
	}
	return f.visitMessage(&m)
}

// partsOf reads the parts of a message in the order of their ids.
func (f *fileWalk) partsOf(m *message) ([]part, error) {
	folder := f.parts + m.id
	files, err := listFolder(f.env, f.out, folder)
	if err != nil {
		return nil, err
	}
	out := make([]part, 0, len(files))
	for _, e := range files {
		id, ok := fileID(e)
		if !ok {
			if err := f.reportIrregular(folder, e); err != nil {
				return nil, err
			}
			continue
		}
		path := folder + "/" + e.Name
		data, err := f.readFile(path)
		if err != nil {
			return nil, err
		}
		err = f.parseObject(path, data, func(object []byte) error {
			f.log.Drift.Inspect(f.env.Agent, object)
			p, err := parsePart(id, object, m.role, f.want)
			if err == nil {
				p.path = path
				out = append(out, p)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
