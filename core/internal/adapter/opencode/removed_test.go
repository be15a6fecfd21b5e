package opencode_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
)

// Rule: messages that a revert removed still count what they spent, once, and
// only those that are gone.
func TestRemovedMessagesCount(t *testing.T) {
	const id = "ses_e06006162ffeHSZWXw2o3ZzGnM"
	for _, fixture := range []string{"opencode", "opencode-livewal"} {
		e := env(home(t, fixture), nil)
		ix := discover(t, e)
		for _, want := range []adapter.Want{everything, {Usage: true}} {
			if got := total(records(t, e, ix, ix.FindRef(id), want)); got.InputTokens != 16482+8314 || got.OutputTokens != 148+25 {
				t.Errorf("%s: %+v", fixture, got)
			}
		}
		for _, r := range records(t, e, ix, ix.FindRef(id), everything) {
			if r.Kind == adapter.Message && r.ID == "msg_1f9ff9fdb001VMVlFjp4IWFngH" {
				t.Error("a removed message is shown")
			}
		}
	}
	// An event may speak of a message that is there again, or be damaged.
	path := filepath.Join(t.TempDir(), "opencode.db")
	copyFile(t, agents+"opencode"+share+"/opencode.db", path)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, stmt := range []string{
		`INSERT INTO event SELECT 'evt_zz1', session_id, 900, 'message.removed.1', json_object('messageID', id) FROM message WHERE session_id = '` + id + `' LIMIT 1`,
		`INSERT INTO event VALUES ('evt_zz2', '` + id + `', 901, 'message.removed.1', '{"messageID":7')`,
		`INSERT INTO event VALUES ('evt_zz3', '` + id + `', 902, 'message.removed.1', '{"messageID":"msg_unknown"}')`,
		`INSERT INTO event VALUES (x'00', '` + id + `', 903, 'message.removed.1', '{}')`,
	} {
		if _, err := db.Exec(stmt); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	e := env(open(t, filepath.Dir(path)), nil)
	ix := discover(t, e)
	if got := total(records(t, e, ix, ix.FindRef(id), adapter.Want{Usage: true})); got.InputTokens != 16482+8314 {
		t.Errorf("%+v", got)
	}
}
