package jsonltree

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// readState takes the entries that say something about the session, or nothing;
// ok is false for a type that no rule knows.
func (w *Walker) readState(e *Entry, r *adapter.Record, typ string) (ok bool) {
	switch typ {
	case "model_change":
		w.modelChange(e, r)
	case "title": // omp's slot, the first line, is rewritten in place: it is the newest
		if !w.opt.Want.UsageOnly() {
			w.slot = w.readTitle(e, r)
		}
	case "title_change": // omp
		if !w.opt.Want.UsageOnly() && !w.slot && !w.readTitle(e, r) {
			factsOf(r).ClearTitle = true
		}
	case "session_info": // pi
		if w.opt.Want.UsageOnly() {
			break
		}
		if name := e.Get("name").String(); name != "" {
			factsOf(r).UserTitle = name
		} else {
			factsOf(r).ClearTitle = true
		}
	case "leaf": // OpenClaw
		if w.leaf = idOf(e.Get("targetId")); w.leaf == "" {
			w.leaf = w.header // back to the start
		}
	case "thinking_level_change", "label", "custom", "context_edit", "reset_boundary", "reset",
		"service_tier_change", "mode_change", "ttsr_injection", "credential_pin":
	default:
		return false
	}
	return true
}

// modelChange names the model in force: pi has the id in a field of its own,
// omp after the provider's name.
func (w *Walker) modelChange(e *Entry, r *adapter.Record) {
	if w.model = e.Get("modelId").String(); w.model == "" {
		w.model = e.Get("model").String()
		if i := strings.IndexByte(w.model, '/'); i >= 0 {
			w.model = w.model[i+1:]
		}
	}
	factsOf(r).Model = w.model
}

// readTitle takes a title and who gave it from omp's slot, header or entry.
func (w *Walker) readTitle(e *Entry, r *adapter.Record) bool {
	title := e.Get("title").String()
	if title == "" {
		return false
	}
	source := e.Get("source")
	if !source.Exists() {
		source = e.Get("titleSource")
	}
	if isText(source, "user") {
		factsOf(r).UserTitle = title
	} else {
		factsOf(r).AgentTitle = title
	}
	return true
}

// readSummary shows the summary of a compaction or of a branch that was left; an
// empty one is a mark without words. Since pi 1.5 it says what it cost.
func (w *Walker) readSummary(e *Entry, r *adapter.Record, special string) error {
	if w.setUsage(e, r, e.usageUnder("")); r.Usage != nil {
		r.Model = w.model // the entry does not say which
	}
	if w.opt.Want.UsageOnly() {
		if r.Kind = adapter.Usage; r.Usage == nil {
			r.Kind = adapter.Meta
		}
		return w.emitRecord(e, r)
	}
	text := e.Get("summary")
	if len(stringBytes(text)) == 0 && special != "compaction" {
		r.Kind = adapter.Meta
		return w.emitRecord(e, r)
	}
	r.Role, r.Special = session.RoleSystem, special
	if e.full {
		r.Text = text.String()
		r.Compaction = &session.Compaction{TokensBefore: adapter.CountOf(e.Get("tokensBefore"))}
	}
	return w.emitRecord(e, r)
}

// readCustom takes an extension's message: what a subagent sent back, what is shown
// to the user, or context. under is where its fields are.
func (w *Walker) readCustom(e *Entry, r *adapter.Record, under string) {
	switch {
	case w.opt.Want.UsageOnly():
		r.Kind = adapter.Ignored
		return
	case isText(e.Get(under+"customType"), "async-result"):
		r.Special = "subagent_result"
	case e.Get(under + "display").Bool():
		r.Special = "notice"
	default:
		r.Kind = adapter.Injected
		return
	}
	r.Role = session.RoleSystem
	if e.full {
		b := blocksOf(e.Get(under+"content"), w.room)
		r.Text, r.Attachments = b.text, b.attachments
	}
}

// usageUnder returns the numbers of a usage that is not in a message of an
// entry; under is where it is.
func (e *Entry) usageUnder(under string) *numbers {
	var n numbers
	if u := e.Get(under + "usage"); u.Kind() == scan.Object && usagePaths.Scan(u.Raw(), n[:]) == nil {
		return &n
	}
	return nil
}

// setUsage puts usage on a record. Numbers exclude the cache already. A price of
// 0 says that pi knows none.
func (w *Walker) setUsage(e *Entry, r *adapter.Record, n *numbers) {
	if n == nil {
		return
	}
	w.usage = session.TokenUsage{InputTokens: adapter.CountOf(n[uInput]), OutputTokens: adapter.CountOf(n[uOutput]), CachedTokens: adapter.CountOf(n[uRead]),
		CacheWriteTokens: adapter.CountOf(n[uWrite]), ThinkingTokens: max(adapter.CountOf(n[uReasoning]), adapter.CountOf(n[uReasoningTokens]))}
	if r.Stated = n[uInput].Exists() || n[uOutput].Exists(); !r.Stated {
		w.usage = otherUsage(e)
		r.Stated = !w.usage.Zero()
	}
	if usd, ok := n[uUSD].ScaledDecimal(session.MoneyScale); ok && usd > 0 {
		if len(w.money) == cap(w.money) {
			w.money = make([]session.Money, 0, moneyRoom)
		}
		w.money = append(w.money, session.Money(usd))
		r.USD = &w.money[len(w.money)-1]
	}
	if w.usage.Zero() && r.USD == nil {
		return
	}
	r.Usage, r.UsageKey = &w.usage, w.usageKey(e)
}

// moneyRoom is how many amounts are allocated at once.
const moneyRoom = 32

// usageKey is an entry's id and its time as written, which every copy keeps.
// An entry without an id has the time alone, one without a time its place.
func (w *Walker) usageKey(e *Entry) string {
	when := e.v[fTime]
	if !when.Exists() {
		when = e.Get("message.timestamp")
	}
	b := w.key[:0]
	b = append(b, stringBytes(e.v[fID])...)
	b = append(b, '@')
	if when.Exists() {
		b = append(b, when.Raw()...)
	} else {
		b = append(append(b, w.opt.Ref.ID...), '#')
		b = append(append(b, w.path...), '#')
		b = canon.AppendInt(b, e.Record.Offset)
	}
	w.key = b
	if w.opt.Want.LendKeys {
		return scan.UnsafeString(b)
	}
	return string(b)
}

// otherUsage reads the spellings of other formats, which the described layout
// may have.
func otherUsage(e *Entry) session.TokenUsage {
	v := e.Get("message.usage")
	if !v.Exists() {
		v = e.Get("usage")
	}
	number := func(names ...string) int64 {
		for _, n := range names {
			if x := v.Get(n); x.Exists() {
				return adapter.CountOf(x)
			}
		}
		return 0
	}
	return session.TokenUsage{
		InputTokens:      number("inputTokens", "input_tokens"),
		OutputTokens:     number("outputTokens", "output_tokens"),
		ThinkingTokens:   number("thinkingTokens", "thinking_tokens"),
		CachedTokens:     number("cachedTokens", "cacheReadTokens", "cache_read_input_tokens"),
		CacheWriteTokens: number("cacheWriteTokens", "cache_creation_input_tokens"),
	}
}
