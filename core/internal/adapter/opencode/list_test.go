package opencode_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter/opencode"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	lantern = "/home/dev/projects/lantern"
	tide    = "/home/dev/projects/tide-table"
	cafe    = "/home/dev/projects/café notes"
	tour    = "Toy lantern project 🏮 tour"
)

type row struct {
	tail     string // of the id
	title    string
	turns    int64
	messages int64
	model    string
	cwd      string
}

// lists says what each home holds, newest first, as a person reads it out of
// the files.
var lists = map[string][]row{
	"opencode": {
		{"HNABm2LV2PPWIb", "Shared session", 1, 2, "mock-model", lantern},
		// Prompts of "Compacted": long, after compaction, aborted with half an
		// answer. Beside them the summary, the user's own command with its
		// output, and the notice.
		{"EOmbeNPcGJ5i0c", "Compacted", 3, 10, "mock-model", lantern},
		{"HSZWXw2o3ZzGnM", "Reverted and continued", 2, 4, "mock-model", lantern},
		{"mLWNdL5cGrsOMG", "Child of served", 1, 2, "mock-model", lantern},
		{"T5LkLq67b0Y8u7", "Served session", 1, 6, "mock-model", lantern},
		{"eyp15432LQp2aE", "Served session (fork #1)", 1, 6, "mock-model", lantern},
		{"xzjRKiUzhOuBGv", tour, 0, 1, "mock-model", lantern}, // killed
		{"DiBIRnP33axpgg", tour, 0, 1, "mock-model", lantern}, // interrupted without a trace
		{"1A8hkQlXEkx2To", tour, 1, 2, "mock-model", lantern},
		{"8zFKWmCsHaf1Sl", tour, 0, 2, "mock-model", lantern}, // refused by the provider
		{"BPjascr4Ir0y8I", tour, 1, 4, "mock-model", cafe},
		{"7Ej030uH5Zo6tY", tour, 1, 4, "mock-model", cafe},
		{"T21VdamgBqvgCO", tour, 1, 6, "mock-model-two", cafe},
		{"EqPEMIpFk2dwyF", tour, 1, 11, "mock-model", tide},
		{"ses_imported0000000000000000", tour, 1, 11, "mock-model", lantern},
		{"9DEbzFU4bnTz4S", "Second tour – Zweite (fork #1)", 4, 8, "mock-model-two", lantern}, // two answers each, this one's last
		{"WEsTIy6GUH5R9R", "Second tour – Zweite", 3, 6, "mock-model", lantern},
		{"mop7kWGp0xf5Ex", tour, 1, 2, "mock-model", lantern},
	},
	"opencode-0.1.174": {
		{"OjibLr91gRwehZ", tour, 1, 4, "mock-model", tide},
		{"kaIEW910ZFihj8", tour, 1, 2, "mock-model", tide},
		{"7TrIvHj5C07x8W", tour, 2, 13, "mock-model", tide},
		{"A5d3xx8GQL7fFk", tour, 2, 4, "mock-model-two", lantern},
	},
	"opencode-0.5.29": {
		{"1C92QJuZGPabxK", "Done.", 1, 4, "mock-model", tide},
		{"dgpk0l9Tqrv31m", "Delegating.", 1, 4, "mock-model", tide},
		{"uGPZ9u4BGwpskl", "I'll look around first.", 2, 13, "mock-model", tide},
		{"QiGfBpgGZ5yBNI", "**Lantern** is a tiny toy tool that prints a greeting for a harbour keeper. 🏮 It has two parts:...", 2, 4, "mock-model-two", lantern},
	},
	"opencode-1.1.65": {
		{"S92ZGg6jLy8Osh", tour + " (fork #1)", 3, 6, "mock-model", lantern},
		{"nV1shFLdCpdxOD", tour, 1, 4, "mock-model", tide},
		{"DezYpFVWTcDsxO", tour, 1, 4, "mock-model", tide},
		{"xC8n4t7l3J3Lc", tour, 2, 13, "mock-model", tide},
		{"iF7lRa7vrAELsF", tour, 2, 4, "mock-model-two", lantern},
	},
	"opencode-upgrade": {
		{"elI79okWKexMGX", tour + " (fork #1)", 3, 6, "mock-model", lantern},
		{"IwQM6Bq8v0CpVF", tour, 2, 13, "mock-model", tide},
		{"SxJsztkzWJICUC", tour, 2, 4, "mock-model-two", lantern},
		{"eG66537TpTtfio", tour + " (fork #1)", 0, 0, "", lantern}, // a fork that failed
		{"CCDPGZoZy0mhRT", tour, 3, 15, "mock-model", tide},
		{"zhG1uOug4ZFeT4", tour, 1, 11, "mock-model", tide},
		{"iztkDRCSWP3RS0", tour, 3, 6, "mock-model-two", lantern},
		{"KrudlzncWmL7ux", tour, 1, 2, "mock-model", lantern},
		{"oEzXLR0xGhb3lp", tour + " (fork #1)", 3, 6, "mock-model", lantern},
		{"rNhjf4zpFi9ApO", tour, 2, 4, "mock-model-two", lantern},
		{"mkQIMEwZc9MaUG", tour, 2, 13, "mock-model", tide},
		{"Dm8q2IuqBQ5QYh", "I'll look around first.", 2, 13, "mock-model", tide},
		{"3SdymDnusrc2mU", "**Lantern** is a tiny toy tool that prints a greeting for a harbour keeper. 🏮 It has two parts:...", 2, 4, "mock-model-two", lantern},
		{"ZFBC04WCRTgKzh", tour, 2, 13, "mock-model", tide},
		{"20hvWbq7ZMByi4", tour, 2, 4, "mock-model-two", lantern},
	},
}

func TestLists(t *testing.T) {
	for fixture, rows := range lists {
		t.Run(fixture, func(t *testing.T) {
			got := listFolder(t, fixture, session.ListRequest{Agent: opencode.Name})
			for i, s := range got {
				if i == len(rows) {
					t.Fatalf("%d sessions, want %d; too many: %s", len(got), len(rows), s.SessionID)
				}
				id, w := s.SessionID, rows[i]
				have := row{id[max(0, len(id)-len(w.tail)):], s.Title, s.TurnCount, s.MessageCount, s.Model, s.Cwd}
				if have != w {
					t.Errorf("%d: got %+v\nwant %+v", i, have, w)
				}
			}
			if len(got) < len(rows) {
				t.Errorf("%d sessions, want %d", len(got), len(rows))
			}
		})
	}
}

// listFolder lists a fixture; no diagnostic is expected.
func listFolder(t testing.TB, fixture string, req session.ListRequest) []session.SessionSummary {
	t.Helper()
	got, err := catalog.New(home(t, fixture), func(d fault.Diagnostic) { t.Errorf("diagnostic %+v", d) }).List(req)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestSubagentsAreListedOnRequest: children of a task tool are no sessions of
// their own, children made over the API are.
func TestSubagentsAreListedOnRequest(t *testing.T) {
	for fixture, want := range map[string]int{"opencode": 1, "opencode-0.5.29": 1, "opencode-1.1.65": 1} {
		n := 0
		for _, s := range listFolder(t, fixture, session.ListRequest{Agent: opencode.Name, Subagents: true}) {
			if s.IsSubagent {
				n++
				if s.ParentSessionID == "" {
					t.Errorf("%s: %s has no parent", fixture, s.SessionID)
				}
			}
		}
		if n != want {
			t.Errorf("%s: %d subagents, want %d", fixture, n, want)
		}
	}
	child := get(t, "opencode", "mLWNdL5cGrsOMG")
	if child.IsSubagent || child.ParentSessionID != "ses_e06007494ffeT5LkLq67b0Y8u7" || !child.Archived {
		t.Errorf("child made over the API: subagent %v, parent %q, archived %v", child.IsSubagent, child.ParentSessionID, child.Archived)
	}
}

// The time that orders a list before anything is walked is the one that the
// walk finds.
func TestUpdatedIsThatOfTheWalk(t *testing.T) {
	for fixture := range lists {
		e := env(home(t, fixture), nil)
		ix := discover(t, e)
		for _, s := range listFolder(t, fixture, session.ListRequest{Agent: opencode.Name, Subagents: true}) {
			ref := ix.FindRef(s.SessionID)
			at := ref.Updated
			if at == 0 {
				var err error
				if at, err = opencode.New().Updated(e, ix, ref); err != nil {
					t.Fatal(err)
				}
			}
			if at != s.UpdatedAt {
				t.Errorf("%s %s: updated %s, the walk says %s", fixture, s.SessionID, at, s.UpdatedAt)
			}
		}
	}
}
