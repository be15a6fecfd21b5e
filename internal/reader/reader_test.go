package reader

import (
	"crypto/sha256"
	"encoding/base64"
	"testing"
)

func TestHash(t *testing.T) {
	sum := sha256.Sum256([]byte(Script))
	if want := base64.StdEncoding.EncodeToString(sum[:]); Hash() != want {
		t.Errorf("%q, want %q", Hash(), want)
	}
}
