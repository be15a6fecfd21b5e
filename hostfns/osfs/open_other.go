//go:build !unix

package osfs

// noBlock is not needed where FIFOs do not live in folders.
const noBlock = 0
