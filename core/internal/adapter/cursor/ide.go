package cursor

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/session"
)

// The IDE's indexes: which composers and tabs there are. Keys of ItemTable.
const (
	headersKey   = "composer.composerHeaders" // of all composers, before they went into a table
	composersKey = "composer.composerData"    // of one workspace
	tabsKey      = "workbench.panel.aichat.view.aichat.chatdata"
)

// globalDatabase finds the composers of the IDE.
func (f *finder) globalDatabase() error {
	db, modified, err := f.present(globalPath)
	if err != nil || db == nil {
		return f.failed(err)
	}
	f.side.global = db              // stays open for Walk until the end of the call
	err = f.composers(db, modified) // what was found before an error counts
	for _, d := range db.Diagnostics(f.env.Agent) {
		f.env.Diagnose(d)
	}
	return f.failed(err)
}

func (f *finder) composers(db *database, modified session.Time) error {
	if err := db.learn("cursorDiskKV"); err != nil || !db.Has("cursorDiskKV", "key") {
		return err
	}
	err := db.keys(composerPrefix, func(id string, _ int64) {
		if id == "" || id == draftID {
			return
		}
		s := f.session(id)
		s.places = append(s.places, place{kind: composer, path: globalPath})
		s.modified = session.Latest(s.modified, modified)
		if s.cwd == "" {
			s.cwd = f.side.workspaces[id]
		}
	})
	if err != nil {
		return err
	}
	if err := db.learn("ItemTable"); err != nil {
		return err
	}
	if db.Has("ItemTable", "key") {
		data, err := db.value("ItemTable", headersKey)
		if err != nil {
			return err
		}
		f.headers(data)
	}
	return f.headerTable(db)
}

// headers reads the index of composers of the builds before the table.
func (f *finder) headers(data []byte) {
	v, err := scan.Parse(data)
	if err != nil {
		return
	}
	v.Get("allComposers").Each(func(_ int, e scan.Value) bool {
		f.header(e.Get("composerId").String(), e)
		return true
	})
}

// header takes one entry of an index.
func (f *finder) header(id string, v scan.Value) {
	s := f.side.sessions[id]
	if s == nil || v.Kind() != scan.Object {
		return
	}
	if name := title(v.Get("name").String()); name != "" {
		s.title = name
	}
	if folder := folderIn(v); folder != "" {
		s.cwd = folder
		f.folder(folder)
	}
	s.updated = session.Latest(s.updated, moment(v.Get("lastUpdatedAt")))
	s.archived = s.archived || v.Get("isArchived").Bool()
	if parent := v.Get("subagentInfo.parentComposerId").String(); parent != "" {
		s.subagent, s.parent = true, parent
	}
}

// folderIn returns the folder of a composer's workspace.
func folderIn(v scan.Value) string {
	uri := v.Get("workspaceIdentifier.uri")
	if path := uri.Get("fsPath").String(); path != "" {
		return path
	}
	return folderOf(uri.Get("external").String())
}

// headerTable reads the index of composers of the builds from 3.x on.
func (f *finder) headerTable(db *database) error {
	const table = "composerHeaders"
	if err := db.learn(table); err != nil || !db.Has(table, "composerId") {
		return err
	}
	q := &sqlwal.Paged{Columns: "CAST(composerId AS BLOB), " + db.List(table, "#lastUpdatedAt, #isArchived, #isSubagent, value"),
		From: table + " WHERE 1", Key: []string{"composerId"}, Limit: rowPage}
	return db.EachStable(q, func(_, r []host.Value) error {
		id := string(r[0].Bytes)
		s := f.side.sessions[id]
		if s == nil {
			return nil
		}
		if v, err := scan.Parse(r[4].Bytes); err == nil {
			f.header(id, v)
		}
		t, _ := looseTime(&r[1])
		s.updated = session.Latest(s.updated, t)
		s.archived = s.archived || sqlwal.Integer(&r[2]) != 0
		s.subagent = s.subagent || sqlwal.Integer(&r[3]) != 0
		return nil
	})
}

// workspaceDatabases reads what the workspaces know: which composers are
// theirs, and the tabs of 2024.
func (f *finder) workspaceDatabases() error {
	return f.below(workspacesPath, func(path, _ string) error {
		folder, err := f.workspace(path + "/workspace.json")
		if err != nil {
			return err
		}
		path += "/state.vscdb"
		db, modified, err := f.present(path)
		if err != nil || db == nil {
			return f.failed(err)
		}
		defer db.Close()
		if err := db.learn("ItemTable"); err != nil || !db.Has("ItemTable", "key") {
			return f.failed(err)
		}
		for _, key := range []string{composersKey, tabsKey} {
			data, err := db.value("ItemTable", key)
			if err != nil {
				return f.failed(err)
			}
			v, err := scan.Parse(data)
			if err != nil {
				continue
			}
			v.Get("allComposers").Each(func(_ int, e scan.Value) bool {
				if id := e.Get("composerId").String(); id != "" && folder != "" {
					f.side.workspaces[id] = folder
				}
				return true
			})
			f.tabs(v, path, folder, modified)
		}
		return nil
	})
}

// tabs adds the chat tabs that hold anything.
func (f *finder) tabs(v scan.Value, path, folder string, modified session.Time) {
	v.Get("tabs").Each(func(_ int, e scan.Value) bool {
		id := e.Get("tabId").String()
		said := false
		e.Get("bubbles").Each(func(int, scan.Value) bool {
			said = true
			return false
		})
		if id == "" || !said {
			return true
		}
		s := f.session(id)
		s.places = append(s.places, place{kind: tab, path: path})
		s.title, s.cwd = title(e.Get("chatTitle").String()), folder
		s.updated = moment(e.Get("lastSendTime"))
		s.modified = session.Latest(s.modified, modified)
		return true
	})
}

// workspace reads which folder a workspace is of: that of a workspace of many
// folders is where its file is.
func (f *finder) workspace(path string) (string, error) {
	data, err := adapter.ReadFile(f.env, path, maxSideBytes)
	if err != nil {
		if code := fault.CodeOf(err); code == fault.Timeout {
			return "", err
		}
		return "", nil
	}
	v, err := scan.Parse(data)
	if err != nil {
		return "", nil
	}
	folder := folderOf(v.Get("folder").String())
	if file := folderOf(v.Get("workspace").String()); folder == "" && file != "" {
		folder = file[:max(strings.LastIndexByte(file, '/'), 0)]
	}
	f.folder(folder)
	return folder, nil
}
