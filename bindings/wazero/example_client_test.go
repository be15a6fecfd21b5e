package wazero_test

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/wazero"
)

// The typed client runs over the sandbox with the same results.
func ExampleNewEngine() {
	h, err := heddle.Open(heddle.Options{Home: "../../testdata/agents/claude/home", Store: "-", Engine: wazero.NewEngine})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close()
	cost, err := h.Sessions.TotalCost(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(cost.TotalUSD, "USD")
	// Output: 0.4097975 USD
}
