//go:build !unix

package osfs_test

import "errors"

func makeFIFO(string) error { return errors.ErrUnsupported }
