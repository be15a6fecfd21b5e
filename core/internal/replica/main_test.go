package replica_test

import (
	"os"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/store/teststore"
)

func TestMain(m *testing.M) { os.Exit(teststore.Main(m)) }
