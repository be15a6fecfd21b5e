//go:build wasip1 && oldabi

package main

//go:wasmexport abi_version
func abiVersion() uint32 { return 77 }
