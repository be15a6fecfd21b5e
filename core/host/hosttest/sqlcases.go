package hosttest

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
)

// SQLSuite is testdata/sql: what every SQLite driver must answer. README.md
// there explains the two files.
type SQLSuite struct {
	Databases map[string]SQLDatabase `json:"databases"`
	Cases     []SQLCase              `json:"cases"`
	Batches   []SQLBatches           `json:"batches"`
	Images    map[string]SQLImage    `json:"-"` // databases.json
}

// SQLDatabase says how a database is made.
type SQLDatabase struct {
	Setup   []SQLStatement `json:"setup"`
	Log     []SQLStatement `json:"log"`
	Cut     int64          `json:"cut"`     // bytes
	Content *[]byte        `json:"content"` // the file itself
}

// SQLImage is a database as files.
type SQLImage struct {
	Files    map[string][]byte `json:"files"`
	PageSize int64             `json:"pageSize,omitempty"`
	Pages    int64             `json:"pages,omitempty"`
	Overlay  [][2]int64        `json:"overlay,omitempty"`
}

// SQLCase is one query and what it must answer.
type SQLCase struct {
	Name  string       `json:"name"`
	DB    string       `json:"db"`
	Needs string       `json:"needs"`
	SQL   string       `json:"sql"`
	Args  []SQLValue   `json:"args"`
	Rows  [][]SQLValue `json:"rows"`
	Error string       `json:"error"`
}

// SQLBatches is a sequence of batches and queries on one writable database.
type SQLBatches struct {
	Name  string    `json:"name"`
	Steps []SQLStep `json:"steps"`
}

// SQLStep is a batch when Exec is not nil, else a query.
type SQLStep struct {
	Exec  []SQLStatement `json:"exec"`
	SQL   string         `json:"sql"`
	Args  []SQLValue     `json:"args"`
	Rows  [][]SQLValue   `json:"rows"`
	Error string         `json:"error"`
}

// SQLStatement is a statement: in JSON a string, or an object with "sql" and
// "args".
type SQLStatement struct {
	SQL  string
	Args []SQLValue
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *SQLStatement) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &s.SQL)
	}
	var full struct {
		SQL  string     `json:"sql"`
		Args []SQLValue `json:"args"`
	}
	err := json.Unmarshal(b, &full)
	s.SQL, s.Args = full.SQL, full.Args
	return err
}

// SQLValue is a value in the suite's exact encoding.
type SQLValue struct {
	host.Value
	digest string // of a long blob, whose bytes are not stated
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *SQLValue) UnmarshalJSON(b []byte) error {
	var in struct {
		I, R, S, T, B, U *string
		Z                *[2]json.RawMessage
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	var err error
	switch {
	case in.I != nil:
		v.Kind = host.Integer
		v.Int, err = strconv.ParseInt(*in.I, 10, 64)
	case in.R != nil:
		var bits uint64
		bits, err = strconv.ParseUint(*in.R, 16, 64)
		v.Kind, v.Real = host.Real, math.Float64frombits(bits)
	case in.S != nil:
		v.Kind, v.Bytes = host.Text, []byte(*in.S)
	case in.T != nil:
		v.Kind = host.Text
		v.Bytes, err = hex.DecodeString(*in.T)
	case in.B != nil:
		v.Kind = host.Blob
		v.Bytes, err = hex.DecodeString(*in.B)
	case in.U != nil:
		v.Kind, v.Bytes = host.Blob, []byte(*in.U)
	case in.Z != nil:
		v.Kind, v.digest = host.Blob, string(in.Z[0])+" bytes "+string(in.Z[1])
	}
	return err
}

// equalsValue reports whether got is exactly v.
func (v SQLValue) equalsValue(got host.Value) bool {
	if v.digest != "" {
		return got.Kind == host.Blob && hexDigest(got.Bytes) == v.digest
	}
	return got.Kind == v.Kind && got.Int == v.Int && math.Float64bits(got.Real) == math.Float64bits(v.Real) &&
		string(got.Bytes) == string(v.Bytes)
}

func hexDigest(b []byte) string {
	return fmt.Sprintf("%d bytes \"%08x\"", len(b), crc32.ChecksumIEEE(b))
}

// LoadSQLSuite reads testdata/sql of this repository.
func LoadSQLSuite(t testing.TB) SQLSuite {
	t.Helper()
	var suite SQLSuite
	for name, into := range map[string]any{"cases.json": &suite, "databases.json": &suite.Images} {
		b, err := os.ReadFile(Testdata(t, "sql", name))
		if os.IsNotExist(err) && name == "databases.json" {
			continue // about to be made
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return suite
}

// Testdata returns the path of something in the repository's testdata folder.
func Testdata(t testing.TB, elements ...string) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return filepath.Join(append([]string{folder, "testdata"}, elements...)...)
		}
		if filepath.Dir(folder) == folder {
			t.Fatal("not inside the repository")
		}
		folder = filepath.Dir(folder)
	}
}
