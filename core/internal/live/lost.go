package live

import "github.com/heddle-dev/heddle/core/session"

// EndLost returns the outputs that end a session whose state was lost, by the
// options that it was opened with: query, if any, is the one whose prompt was
// sent and which has no result yet. x says why the state was lost.
func EndLost(o session.LiveOpenRequest, nativeID, query string, x session.LiveExitRequest) ([]session.LiveOutput, error) {
	s, err := newSession(o)
	if err != nil {
		return nil, err
	}
	s.nativeID = nativeID
	if query != "" {
		s.turn = &turn{command: session.LiveCommandRequest{ID: query}, sent: true}
	}
	s.Exit(x)
	return s.Step().Outputs, nil
}
