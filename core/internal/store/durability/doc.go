// Package durability holds the tests of what the store promises never to
// lose. docs/durability.md says which test stands for which promise.
package durability
