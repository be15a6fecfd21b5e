package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// errorDepth is how many errors inside errors are followed.
const errorDepth = 8

// failure is what an agent says of something that went wrong.
type failure struct {
	text   string
	kind   string     // the agent's or provider's own word for it
	status int64      // of HTTP
	info   scan.Value // the provider's answer, when the text holds it
	retry  scan.Value // seconds to wait
	millis scan.Value // or milliseconds
}

// addError reads an error: a text, which may hold the provider's answer as JSON,
// or an object. depth bounds how many errors inside errors are followed.
func (f *failure) addError(v scan.Value, depth int) {
	if depth == 0 || v.Kind() != scan.Object {
		if depth > 0 && v.Kind() == scan.String {
			f.addText(v.String(), depth)
		}
		return
	}
	eachWord("error data cause", func(n string) {
		if e := v.Get(n); e.Kind() == scan.Object || !v.Get("message").Exists() {
			f.addError(e, depth-1)
		}
	})
	f.addError(firstValue(v, "responseBody"), depth-1)
	if f.text == "" {
		f.addText(firstString(v, "message|text|detail"), depth)
	}
	eachWord("type errorType error_type code status name errorName errorKind codexErrorInfo reason", func(n string) { f.addKind(v.Get(n)) })
	eachWord("statusCode status_code errorStatus error_status httpStatus status code", func(n string) {
		if s := firstCount(v, n); s >= 400 && s < 600 && f.status == 0 {
			f.status = s
		}
	})
	if !f.retry.Exists() && !f.millis.Exists() {
		f.retry = firstValue(v, "retryAfter|retry_after|headers.retry-after|responseHeaders.retry-after")
		f.millis = firstValue(v, "retryAfterMs|retry_after_ms|retryDelayMs|retry_delay_ms")
	}
}

// eachWord calls fn for the words of a list.
func eachWord(list string, fn func(word string)) {
	for list != "" {
		var w string
		w, list, _ = text.Cut(list, " ")
		if w != "" {
			fn(w)
		}
	}
}

// addKind takes a word for the error: the innermost that says something.
func (f *failure) addKind(v scan.Value) {
	s := v.String()
	v.EachMember(func(key, _ scan.Value) bool { // of one member, as enumerations with data are written
		s = key.String()
		return false
	})
	if s != "" && !isWord(" error other unknown Error message object ", s) && (f.kind == "" || isWord(" APIError query ", f.kind)) {
		f.kind = s
	}
}

// addText takes a text, and what the JSON that it holds says.
func (f *failure) addText(s string, depth int) {
	before, named := f.text, s
	if from, to := text.Index(s, "{"), text.LastIndex(s, "}"); from >= 0 && to > from && depth > 1 {
		if v, err := scan.Parse([]byte(s[from : to+1])); err == nil {
			if f.addError(v, depth-1); f.text != before {
				f.info, named = v, s[:from]
			}
		}
	}
	if f.text == "" {
		f.text = s
	}
	if f.status == 0 {
		f.status = statusIn(named)
	}
}

// statuses are the states of HTTP that are looked for in texts.
const statuses = " 400 401 402 403 404 408 413 422 429 500 502 503 504 520 522 524 529 "

// statusIn finds a state of HTTP at the start of a text, or after a word that
// announces one.
func statusIn(s string) (status int64) {
	for i := 0; i+3 <= len(s) && status == 0; i++ {
		number := s[i : i+3]
		if (number[0] != '4' && number[0] != '5') || !isWord(statuses, number) || i > 0 && isAlnum(s[i-1]) || i+3 < len(s) && isAlnum(s[i+3]) {
			continue
		}
		if i < 2 || hasAny(lowerASCII(s[max(0, i-16):i]), "error status http code api failed returned response") {
			v, _ := scan.Parse([]byte(number))
			status, _ = v.Int()
		}
	}
	return status
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// lowerASCII returns the ASCII letters of s in lower case, the rest as it is, but
// for dots in place of spaces.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		} else if c == ' ' {
			b[i] = '.'
		}
	}
	return string(b)
}

// hasAny reports whether s, in lower case and with dots in place of spaces,
// holds one of the words of a list.
func hasAny(s, words string) (has bool) {
	eachWord(words, func(w string) { has = has || text.Index(s, w) >= 0 })
	return has
}

// signs are what texts and words of errors hold, in the order in which they
// decide.
var signs = []struct{ category, statuses, words string }{
	{catPlan, " 402 ", "insufficient_quota exceeded.your.current.quota credit.balance billing usage.limit usage_limit usagelimit plan.limit " +
		"subscription out.of.credits credits.exhausted insufficient.credits payment.required hit.your.limit spending.limit"},
	{catContext, " 413 ", "context_length context.length contextlength context.window context_window contextwindow prompt.is.too.long " +
		"prompt_too_long maximum.context too.many.tokens token.limit input.is.too.long input.too.long request_too_large contextoverflow context.overflow " +
		"exceeds.the.maximum.number.of.tokens"},
	{catRate, " 429 ", "rate_limit rate.limit ratelimit rate-limit too.many.requests too_many_requests resource_exhausted throttl"},
	{catPlan, "", "quota"},
	{catAuth, " 401 403 ", "authentication unauthorized unauthenticated invalid.api.key invalid_api_key invalid.x-api-key api.key.not.valid " +
		"api_key_invalid permission_error permission_denied forbidden access.denied token.expired token.has.expired oauth not.logged.in please.run./login " +
		"log.in.again sign.in invalid_grant credentials providerautherror"},
	{catServer, " 408 500 502 503 504 520 522 524 529 ", "overloaded internal.server internal_server internalserver server.error server_error servererror " +
		"api_error service.unavailable unavailable bad.gateway gateway.timeout timeout timed.out etimedout econnre enotfound eai_again epipe network " +
		"socket fetch.failed connection disconnected stream.error deadline_exceeded"},
}

// errorCategory derives the category of an error. The provider's own word counts
// first. An error that is the request's own fault is unknown unless its text
// says more.
func (f *failure) errorCategory() string {
	state, kind := text.FormatInt(f.status), lowerASCII(f.kind)
	if f.status != 0 && text.Index(kind, "connectionfailed") >= 0 {
		kind = "" // Codex calls every answer but 200 so
	}
	for _, words := range []string{kind, lowerASCII(f.text)} {
		for i := range signs {
			if hasAny(words, signs[i].words) || words == lowerASCII(f.text) && isWord(signs[i].statuses, state) {
				return signs[i].category
			}
		}
	}
	if f.status >= 500 {
		return catServer
	}
	return catUnknown
}

// setMembers sets the members of a message of type error that are not there.
func (f *failure) setMembers(m *message, v scan.Value) {
	if c := firstString(v, "category"); !containsString(Categories, c) {
		m.text("category", f.errorCategory())
		if c != "" && !v.Get("raw").Exists() {
			m.setValue("raw", v)
		}
	}
	if !testCondition(v, "errorType|error_type") {
		m.setOptional("errorType", f.kind)
	}
	if !testCondition(v, "errorInfo|error_info") {
		m.setValue("errorInfo", f.info)
	}
	n := firstCount(f.retry, "")
	s := f.retry.String()
	for i := 0; i < min(len(s), 8) && s[i] >= '0' && s[i] <= '9'; i++ {
		n = n*10 + int64(s[i]-'0')
	}
	if n == 0 {
		n = (firstCount(f.millis, "") + 999) / 1000
	}
	if n > 0 && !testCondition(v, "retryAfter|retry_after") {
		m.setJSON("retryAfter", canon.AppendInt(nil, n))
	}
}
