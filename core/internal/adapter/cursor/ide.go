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
	db, modified, err := f.openPresent(globalPath)
	if err != nil || db == nil {
		return f.tolerateError(err)
	}
	f.side.global = db                  // stays open for Walk until the end of the call
	err = f.findComposers(db, modified) // what was found before an error counts
	for _, d := range db.Diagnostics(f.env.Agent) {
		f.env.Diagnose(d)
	}
	return f.tolerateError(err)
}

func (f *finder) findComposers(db *database, modified session.Time) error {
	if err := db.learnTables("cursorDiskKV"); err != nil || !db.HasColumn("cursorDiskKV", "key") {
		return err
	}
	err := db.eachKey(composerPrefix, func(id string, _ int64) {
		if id == "" || id == draftID {
			return
		}
		s := f.sessionFor(id)
		s.places = append(s.places, place{kind: composer, path: globalPath})
		s.modified = session.Latest(s.modified, modified)
		if s.cwd == "" {
			s.cwd = f.side.workspaces[id]
		}
	})
	if err != nil {
		return err
	}
	if err := db.learnTables("ItemTable"); err != nil {
		return err
	}
	if db.HasColumn("ItemTable", "key") {
		data, err := db.readValue("ItemTable", headersKey)
		if err != nil {
			return err
		}
		f.readHeaders(data)
	}
	return f.headerTable(db)
}

// readHeaders reads the index of composers of the builds before the table.
func (f *finder) readHeaders(data []byte) {
	v, err := scan.Parse(data)
	if err != nil {
		return
	}
	v.Get("allComposers").EachElement(func(_ int, e scan.Value) bool {
		f.addHeader(e.Get("composerId").String(), e)
		return true
	})
}

// addHeader takes one entry of an index.
func (f *finder) addHeader(id string, v scan.Value) {
	s := f.side.sessions[id]
	if s == nil || v.Kind() != scan.Object {
		return
	}
	if name := givenTitle(v.Get("name").String()); name != "" {
		s.title = name
	}
	if folder := folderIn(v); folder != "" {
		s.cwd = folder
		f.noteFolder(folder)
	}
	s.updated = session.Latest(s.updated, parseMoment(v.Get("lastUpdatedAt")))
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
	if err := db.learnTables(table); err != nil || !db.HasColumn(table, "composerId") {
		return err
	}
	q := &sqlwal.Paged{Columns: "CAST(composerId AS BLOB), " + db.SelectList(table, "#lastUpdatedAt, #isArchived, #isSubagent, value"),
		From: table + " WHERE 1", Key: []string{"composerId"}, Limit: rowPage}
	return db.EachStable(q, func(_, r []host.Value) error {
		id := string(r[0].Bytes)
		s := f.side.sessions[id]
		if s == nil {
			return nil
		}
		if v, err := scan.Parse(r[4].Bytes); err == nil {
			f.addHeader(id, v)
		}
		t, _ := looseTime(&r[1])
		s.updated = session.Latest(s.updated, t)
		s.archived = s.archived || sqlwal.IntegerOf(&r[2]) != 0
		s.subagent = s.subagent || sqlwal.IntegerOf(&r[3]) != 0
		return nil
	})
}

// workspaceDatabases reads what the workspaces know: which composers are
// theirs, and the tabs of 2024.
func (f *finder) workspaceDatabases() error {
	return f.eachFolder(workspacesPath, func(path, _ string) error {
		folder, err := f.workspaceFolder(path + "/workspace.json")
		if err != nil {
			return err
		}
		path += "/state.vscdb"
		db, modified, err := f.openPresent(path)
		if err != nil || db == nil {
			return f.tolerateError(err)
		}
		defer db.Close()
		if err := db.learnTables("ItemTable"); err != nil || !db.HasColumn("ItemTable", "key") {
			return f.tolerateError(err)
		}
		for _, key := range []string{composersKey, tabsKey} {
			data, err := db.readValue("ItemTable", key)
			if err != nil {
				return f.tolerateError(err)
			}
			v, err := scan.Parse(data)
			if err != nil {
				continue
			}
			v.Get("allComposers").EachElement(func(_ int, e scan.Value) bool {
				if id := e.Get("composerId").String(); id != "" && folder != "" {
					f.side.workspaces[id] = folder
				}
				return true
			})
			f.addTabs(v, path, folder, modified)
		}
		return nil
	})
}

// addTabs adds the chat tabs that hold anything.
func (f *finder) addTabs(v scan.Value, path, folder string, modified session.Time) {
	v.Get("tabs").EachElement(func(_ int, e scan.Value) bool {
		id := e.Get("tabId").String()
		said := false
		e.Get("bubbles").EachElement(func(int, scan.Value) bool {
			said = true
			return false
		})
		if id == "" || !said {
			return true
		}
		s := f.sessionFor(id)
		s.places = append(s.places, place{kind: tab, path: path})
		s.title, s.cwd = givenTitle(e.Get("chatTitle").String()), folder
		s.updated = parseMoment(e.Get("lastSendTime"))
		s.modified = session.Latest(s.modified, modified)
		return true
	})
}

// workspaceFolder reads which folder a workspace is of: that of a workspace of many
// folders is where its file is.
func (f *finder) workspaceFolder(path string) (string, error) {
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
	f.noteFolder(folder)
	return folder, nil
}
