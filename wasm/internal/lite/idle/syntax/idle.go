//go:build tinygo

package syntax

import "strings"

// Nothing prints a parsed expression or its program.

func dumpProg(b *strings.Builder, p *Prog) {}

func dumpInst(b *strings.Builder, i *Inst) {}

func calcFlags(re *Regexp, flags *map[*Regexp]printFlags) (must, cant printFlags) { return 0, 0 }

func writeRegexp(b *strings.Builder, re *Regexp, f printFlags, flags map[*Regexp]printFlags) {}
