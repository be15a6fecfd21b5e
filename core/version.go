package core

import (
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/session"
)

// EngineVersion is the version in version.txt; a test holds them together.
const EngineVersion = "0.1.0"

// ABIVersion is wasm/abi.Version; a test holds them together.
const ABIVersion = 1

// Version returns the versions of the engine, of its ABI and of its price table.
func (e *Engine) Version(_ session.VersionRequest) (*session.Version, error) {
	return &session.Version{Version: EngineVersion, ABI: ABIVersion, PriceTable: cost.TableDate}, nil
}
