package main

import (
	"encoding/json"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// abiJSON renders the ABI and the operation table for tools that read JSON.
func abiJSON() []byte {
	type field struct {
		Name     string `json:"name"`
		Type     string `json:"type"`
		Optional bool   `json:"optional,omitempty"`
		Unit     string `json:"unit,omitempty"`
		Default  string `json:"default,omitempty"`
		Doc      string `json:"doc"`
	}
	type typ struct {
		Name   string  `json:"name"`
		Doc    string  `json:"doc"`
		Fields []field `json:"fields"`
	}
	type op struct {
		ID      uint32   `json:"id"`
		Name    string   `json:"name"`
		Request string   `json:"request"`
		Result  string   `json:"result"`
		Null    bool     `json:"null,omitempty"`
		Errors  []string `json:"errors"`
		Doc     string   `json:"doc"`
	}
	types := func(in []schema.Type) []typ {
		out := []typ{}
		for _, t := range in {
			o := typ{Name: t.Name, Doc: t.Doc, Fields: []field{}}
			for _, f := range t.Fields {
				o.Fields = append(o.Fields, field{f.Name, f.Type, f.Optional, f.Unit, f.Default, f.Doc})
			}
			out = append(out, o)
		}
		return out
	}
	ops := []op{}
	for _, o := range schema.Ops {
		errs := o.Errors
		if errs == nil {
			errs = []string{}
		}
		ops = append(ops, op{o.ID, o.Name, o.Request, o.Result, o.Null, errs, o.Doc})
	}
	doc := map[string]any{
		"abiVersion": abi.Version,
		"module":     abi.ModuleName,
		"exports": map[string]string{"memory": "memory", "_initialize": "() -> ()", "abi_version": "() -> i32", "alloc": "(i32) -> i32",
			"call": "(i32, i32, i32) -> i64", "release": "(i32) -> ()"},
		"imports": map[string]string{"host_call": "(i32, i32, i32, i32, i32) -> i64", "host_take": "(i32, i32) -> i32",
			"file_read": "(i32, i32, i64, i32, i32) -> i64", "poll": "(i64, i64) -> i32"},
		"hostCalls": map[string]uint32{"powers": abi.CallPowers, "stat": abi.CallStat, "list": abi.CallList, "sql_open": abi.CallSQLOpen,
			"sql_query": abi.CallSQLQuery, "sql_exec": abi.CallSQLExec, "sql_close": abi.CallSQLClose, "zstd": abi.CallZstd, "now": abi.CallNow, "id": abi.CallID},
		"powers": map[string]uint32{"files": abi.PowerFiles, "sql": abi.PowerSQL, "zstd": abi.PowerZstd, "clock": abi.PowerClock, "entropy": abi.PowerEntropy, "poll": abi.PowerPoll, "prices": abi.PowerPrices},
		"codes":  fault.Codes(), "ops": ops, "requests": types(schema.Requests), "types": types(schema.Types), "enums": schema.Enums,
	}
	b, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		exitWithError(err)
	}
	return append(b, '\n')
}
