package core

import (
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/session"
)

// EngineVersion is the version in version.txt; a test holds them together.
const EngineVersion = "0.1.0"

// ABIVersion is wasm/abi.Version; a test holds them together.
const ABIVersion = 1

// Version tells what is running.
func (e *Engine) Version() session.Version {
	return session.Version{Version: EngineVersion, ABI: ABIVersion, PriceTable: cost.TableDate}
}
