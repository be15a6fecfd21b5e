//go:build !unix

package main

import "os"

// peakOf is not known here.
func peakOf(*os.ProcessState) int64 { return 0 }

// ownPeak is not known here.
func ownPeak() int64 { return 0 }
