package text

import (
	"encoding/base64"
	"testing"
)

func TestEncodeBase64(t *testing.T) {
	data := []byte{0, 255, 16, 131, 16, 81, 135, 32, 146, 139, 48, 211}
	for i := range len(data) + 1 {
		if got, want := EncodeBase64(data[:i]), base64.StdEncoding.EncodeToString(data[:i]); got != want {
			t.Errorf("%d bytes: %s, not %s", i, got, want)
		}
	}
}
