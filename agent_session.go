package heddle

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"time"

	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// AgentSession is a running coding agent. It is safe for concurrent use.
type AgentSession struct {
	live     *live.Session
	client   *Heddle
	owned    bool // the client closes with the session
	name     string
	released chan struct{}
}

// Driver returns the driver below the typed methods, for programs that pass its events on.
func (s *AgentSession) Driver() *live.Session { return s.live }

// release frees what the session held, after its end.
func (s *AgentSession) release() {
	<-s.live.Done()
	setName(s.name, nil)
	if s.owned {
		s.client.Close()
	}
	close(s.released)
}

// QueryOptions are the options of one query. What the agent cannot do is UNSUPPORTED; its capabilities
// say it before.
type QueryOptions struct {
	// ID is a UUID for the query, which its prompt gets as uuid; empty means a new one.
	ID string
	// Attachments go with the prompt.
	Attachments []PromptFile
	// Thinking says how much the agent thinks about this query, in its own words.
	Thinking string
	// Model and PermissionMode change those of the session, from this query on. A query that is refused
	// leaves them as they were.
	Model          string
	PermissionMode LivePermissionMode
	// OutputSchema is a JSON schema that the answer must match: the capability query_output_schema.
	OutputSchema JSON
	// No agent takes these for one query, so they are UNSUPPORTED: but for MaxTokens, the options of a
	// session have the same names.
	MaxTurns, MaxTokens           int64
	MaxBudgetUSD                  Money
	SystemPrompt, Subagent        string
	AllowedTools, DisallowedTools []string
	// Timeout limits this query: 0 means the limit of the session, a negative one no limit.
	Timeout time.Duration
}

// PromptFile is a file that goes with a prompt: Data, or a file Path of the folder
// AgentOptions.Attachments. MediaType is such as image/png; empty means that of the name's ending.
type PromptFile = live.Attachment

// AgentResult is the end of a query.
type AgentResult struct {
	// Query is the id of the query.
	Query string
	// Text is the agent's final answer.
	Text string
	// IsError reports that the turn failed; ErrorType says how, such as timeout, and Reason why.
	IsError     bool
	ErrorType   string
	Reason      string
	Interrupted bool
	Subtype     string
	// EndedBy is answer, max_tokens, max_turns, refusal, interrupted, timeout or error.
	EndedBy string
	// StopReason is why the last answer stopped, in the agent's word, and StopReasonAtom what that means.
	StopReason, StopReasonAtom string
	// Usage and CostUSD are those of this turn; nil when they are unknown. UsageSource is protocol or record. CostSource
	// is recorded for what the agent says, computed for tokens times the prices of the price table.
	Usage       *TokenUsage
	CostUSD     *Money
	UsageSource string
	CostSource  CostSource
	DurationMS  int64
	// NumTurns is how often the model was asked.
	NumTurns int64
	// Model is the model that answered.
	Model string
	// PermissionDenials are the calls that were denied.
	PermissionDenials []AgentDenial
	// NativeSessionID is the agent's own id of the session, and Resume what AgentOptions.Resume takes to continue it.
	NativeSessionID, Resume string
	// Raw is the whole message of type result.
	Raw JSON
	// Messages are all messages of the turn, with the prompt and the result.
	Messages []JSON
}

// AgentDenial is a call of a tool that was denied.
type AgentDenial struct {
	ToolName, ToolUseID string
	ToolInput           JSON
}

// AgentEvent is something that happened in a session.
type AgentEvent struct {
	// Kind is event (a message), state, ask, cancel_ask or diagnostic.
	Kind LiveOutputKind
	// Query is the query that it belongs to; empty for what the agent does by itself.
	Query string
	// Message is a message as docs/messages.md describes it, and Type its type.
	Message JSON
	Type    string
	// Whole reports that the message is complete and is recorded; otherwise it is a piece of one.
	Whole bool
	// Health is the new state.
	Health LiveHealth
	// Ask is a request for permission; of cancel_ask only its ID is set.
	Ask *AgentAsk
	// Err is a diagnostic, or why the session failed.
	Err error
}

func toAgentEvent(e live.Event) AgentEvent {
	out := AgentEvent{Kind: e.Kind, Query: e.Query, Message: JSON(e.Message), Whole: e.Whole, Health: e.Health, Err: e.Err}
	if e.Message != nil {
		out.Type = readHead(out.Message).Type
	}
	if e.Ask != nil {
		ask := toAgentAsk(*e.Ask)
		out.Ask = &ask
	}
	return out
}

// driverQuery returns a query as the driver takes it.
func driverQuery(prompt string, options []QueryOptions) live.Query {
	o := firstOf(options)
	q := live.Query{ID: o.ID, Text: prompt, Attachments: o.Attachments, Thinking: o.Thinking, Model: o.Model, PermissionMode: o.PermissionMode, TimeoutMS: limitMS(o.Timeout),
		OutputSchema: session.JSON(o.OutputSchema), MaxTurns: o.MaxTurns, MaxTokens: o.MaxTokens, SystemPrompt: o.SystemPrompt, Subagent: o.Subagent,
		AllowedTools: o.AllowedTools, DisallowedTools: o.DisallowedTools}
	if o.MaxBudgetUSD > 0 {
		q.MaxBudgetUSD = o.MaxBudgetUSD.String()
	}
	return q
}

// Query sends a prompt and waits for the result of its turn. A turn that failed or timed out has a
// result too, with IsError; when the agent's process ends in the turn, why it did is the error beside
// that result. One turn runs at a time: a query waits for those before it; CONFLICT: too
// many wait. When ctx is done the turn is interrupted, and Query returns TIMEOUT at once.
func (s *AgentSession) Query(ctx context.Context, prompt string, options ...QueryOptions) (*AgentResult, error) {
	raw, messages, err := s.live.Ask(ctx, driverQuery(prompt, options))
	if err != nil {
		return nil, err
	}
	list := make([]JSON, len(messages))
	for i, m := range messages {
		list[i] = JSON(m)
	}
	result, err := readResult(JSON(raw), list)
	if err == nil && result.ErrorType == agentEnded {
		err = s.ended(ctx)
	}
	return result, err
}

// agentEnded is the error type of a turn in which the agent's process ended.
const agentEnded = "agent_ended"

// ended returns why the agent ended, when it has.
func (s *AgentSession) ended(ctx context.Context) error {
	select {
	case <-s.live.Done():
		return s.live.Err()
	case <-ctx.Done():
		return fault.Wrap(fault.Timeout, "the agent has ended in the turn", ctx.Err())
	}
}

// readResult reads a message of type result.
func readResult(raw JSON, messages []JSON) (*AgentResult, error) {
	var m struct {
		QueryID, ErrorType, Reason, Subtype, UsageSource  string
		EndedBy, StopReasonAtom, Model, SessionID, Resume string
		CostSource                                        CostSource
		PermissionDenials                                 []AgentDenial
		StopReason                                        any
		IsError, Interrupted                              bool
		Usage                                             *TokenUsage
		CostUSD                                           *Money
		DurationMS, NumTurns                              json.Number
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fault.Wrap(fault.Internal, "the result cannot be read", err)
	}
	r := &AgentResult{Query: m.QueryID, Text: FinalText(messages), IsError: m.IsError, ErrorType: m.ErrorType, Reason: m.Reason, Interrupted: m.Interrupted,
		Subtype: m.Subtype, CostUSD: m.CostUSD, UsageSource: m.UsageSource, EndedBy: m.EndedBy, StopReasonAtom: m.StopReasonAtom, CostSource: m.CostSource,
		Model: m.Model, PermissionDenials: m.PermissionDenials, NativeSessionID: m.SessionID, Resume: m.Resume, Raw: raw, Messages: messages}
	r.StopReason, _ = m.StopReason.(string)
	r.DurationMS, _ = m.DurationMS.Int64()
	r.NumTurns, _ = m.NumTurns.Int64()
	if m.UsageSource != "" {
		r.Usage = m.Usage
	}
	return r, nil
}

// Stream sends a prompt and iterates over the events of its turn, up to the result. Leaving the loop
// early, or the end of ctx, interrupts the turn. LIMIT_EXCEEDED: the loop is too slow, and events were dropped.
func (s *AgentSession) Stream(ctx context.Context, prompt string, options ...QueryOptions) iter.Seq2[AgentEvent, error] {
	return func(yield func(AgentEvent, error) bool) {
		for e, err := range s.live.Stream(ctx, driverQuery(prompt, options)) {
			if !yield(toAgentEvent(e), err) {
				return
			}
		}
	}
}

// AgentEvents is a subscription: a bounded queue of events.
type AgentEvents struct{ live *live.Subscription }

// Subscribe returns the events from now on, of all queries and of what the agent does by itself.
func (s *AgentSession) Subscribe() *AgentEvents { return &AgentEvents{s.live.Subscribe()} }

// Events iterates over the events from now on until the session ends.
func (s *AgentSession) Events(ctx context.Context) iter.Seq2[AgentEvent, error] {
	events := s.Subscribe() // at the call, so that nothing is missed before the loop begins
	return func(yield func(AgentEvent, error) bool) {
		defer events.Close()
		for e, err := range events.live.All(ctx) {
			if !yield(toAgentEvent(e), err) {
				return
			}
		}
	}
}

// Next returns the next event and waits for it. COMPLETE: the session has ended. TIMEOUT: ctx is
// done. BAD_REF: the subscription is closed. LIMIT_EXCEEDED: events were dropped because they were read too
// slowly; the hint says from which position on the store has them.
func (e *AgentEvents) Next(ctx context.Context) (AgentEvent, error) {
	event, err := e.live.Next(ctx)
	return toAgentEvent(event), err
}

// Receive is Next with a time limit.
func (e *AgentEvents) Receive(limit time.Duration) (AgentEvent, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return e.Next(ctx)
}

// Close ends the subscription.
func (e *AgentEvents) Close() { e.live.Close() }

// CollectMessages returns the whole messages of a subscription, up to and including the first that last
// accepts; nil for last means the first of type result. An error comes with the messages before it.
func CollectMessages(ctx context.Context, events *AgentEvents, last func(JSON) bool) ([]JSON, error) {
	if last == nil {
		last = func(m JSON) bool { return readHead(m).Type == "result" }
	}
	var list []JSON
	for {
		e, err := events.Next(ctx)
		if err != nil {
			return list, err
		}
		if !e.Whole {
			continue
		}
		list = append(list, e.Message)
		if last(e.Message) {
			return list, nil
		}
	}
}

// FinalText returns the agent's final answer: the text of the last result that has one, else of the last
// answer that is not a subagent's.
func FinalText(messages []JSON) (text string) {
	for _, m := range messages {
		said := readSpoken(m)
		if said.Content == "" || said.Delta || said.ParentToolUseID != "" {
			continue
		}
		switch said.Type {
		case "assistant", "text", "result":
			text = string(said.Content)
		}
	}
	return text
}

// TextContent returns the text of the agent's answers as it is written, from the events of Stream or
// Events. Thinking, tools and subagents are left out.
func TextContent(events iter.Seq2[AgentEvent, error]) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		pieces := false // of the message that is being written
		for e, err := range events {
			if err != nil {
				yield("", err)
				return
			}
			if e.Type != "text" && e.Type != "assistant" {
				continue
			}
			said := readSpoken(e.Message)
			if said.ParentToolUseID != "" || said.Content == "" {
				continue
			}
			isNew := said.Delta || !pieces
			pieces = said.Delta
			if isNew && !yield(string(said.Content), nil) {
				return
			}
		}
	}
}

// do runs a command of the session.
func (s *AgentSession) do(ctx context.Context, c session.LiveCommandRequest) (JSON, error) {
	value, err := s.live.Do(ctx, c)
	return JSON(value), err
}

// Answer answers a request for permission of the events. BAD_REF: it needs no answer any more.
func (s *AgentSession) Answer(ctx context.Context, ask string, d AgentDecision) error {
	return s.live.Answer(ctx, ask, d.driver())
}

// Steer sends text to the running turn. CONFLICT: no turn runs.
func (s *AgentSession) Steer(ctx context.Context, text string) error {
	_, err := s.do(ctx, session.LiveCommandRequest{Kind: session.LiveCommandKindSteer, Text: text})
	return err
}

// Interrupt asks the agent to end the running turn, which then ends with its result. A turn that does not
// end within 5 s ends with its process. Without a running turn nothing happens.
func (s *AgentSession) Interrupt(ctx context.Context) error {
	_, err := s.do(ctx, session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt})
	return err
}

// Cancel interrupts a query that runs, or drops one that waits.
func (s *AgentSession) Cancel(ctx context.Context, query string) error {
	_, err := s.do(ctx, session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt, Query: query})
	return err
}

// SetModel changes the model.
func (s *AgentSession) SetModel(ctx context.Context, model string) error {
	return s.live.SetModel(ctx, model)
}

// SetPermissionMode changes what the agent may do without asking.
func (s *AgentSession) SetPermissionMode(ctx context.Context, mode LivePermissionMode) error {
	_, err := s.do(ctx, session.LiveCommandRequest{Kind: session.LiveCommandKindSetPermissionMode, Mode: string(mode)})
	return err
}

// Clear begins a new conversation in the same process, and a stored session of its own, whose extra.previous
// names the one before.
func (s *AgentSession) Clear(ctx context.Context) error {
	_, err := s.do(ctx, session.LiveCommandRequest{Kind: session.LiveCommandKindClear})
	return err
}

// MCPStatus returns the agent's report of its MCP servers, in its own form.
func (s *AgentSession) MCPStatus(ctx context.Context) (JSON, error) {
	return s.do(ctx, session.LiveCommandRequest{Kind: session.LiveCommandKindMcpStatus})
}

// ServerInfo returns what the agent said of itself when it started, in its own form.
func (s *AgentSession) ServerInfo(ctx context.Context) (JSON, error) {
	return s.do(ctx, session.LiveCommandRequest{Kind: session.LiveCommandKindServerInfo})
}

// RewindFiles restores files to their state before a user message; dryRun only reports what would
// change. The result is in the agent's own form.
func (s *AgentSession) RewindFiles(ctx context.Context, messageID string, dryRun bool) (JSON, error) {
	return s.do(ctx, session.LiveCommandRequest{Kind: session.LiveCommandKindRewindFiles, MessageID: messageID, DryRun: dryRun})
}

// Conversation returns the messages of the session: the stored ones, or the agent's own records when
// nothing is recorded.
func (s *AgentSession) Conversation(ctx context.Context) (*List[JSON], error) {
	info := s.live.Info()
	if info.StoreID != "" {
		return s.client.Store.Messages(ctx, info.StoreID)
	}
	return s.client.Store.NativeMessages(ctx, info.NativeID, NativeMessagesOptions{Adapter: info.Agent})
}

// AgentSessionInfo is the state of a session.
type AgentSessionInfo struct {
	Name string
	// Agent and Engine are the agent and its protocol.
	Agent        Agent
	AgentVersion string
	Engine       string
	// SessionID is the id of the stored session; empty when nothing is recorded.
	SessionID string
	// NativeSessionID is the agent's own id, for Resume.
	NativeSessionID string
	Cwd             string
	Model           string
	PermissionMode  LivePermissionMode
	Health          LiveHealth
	// Query is the running query; Queued is how many wait, PendingPermissions how many requests for permission.
	Query              string
	Queued             int64
	PendingPermissions int64
	// Capabilities are what the agent can do, in byte order.
	Capabilities []string
	// Recording reports that messages are being stored, up to Position so far. It is false while the store
	// cannot be written. Lost is how many messages were not stored and will not be.
	Recording bool
	Position  int64
	Lost      int64
}

// Info returns the state of the session. It works after the end too, without Capabilities.
func (s *AgentSession) Info(ctx context.Context) (*AgentSessionInfo, error) {
	known := s.live.Info()
	info := &AgentSessionInfo{Name: s.name, Agent: Agent(known.Agent), SessionID: known.StoreID, NativeSessionID: known.NativeID, Cwd: known.Cwd,
		Model: known.Model, Health: known.Health, Recording: known.Recording, Position: known.Position, Lost: known.Lost}
	raw, err := s.do(ctx, session.LiveCommandRequest{Kind: session.LiveCommandKindInfo})
	if errors.Is(err, ErrComplete) {
		return info, nil
	}
	if err != nil {
		return nil, err
	}
	var m struct {
		AgentVersion, Engine, Query, Model string
		PermissionMode                     LivePermissionMode
		Health                             LiveHealth
		Queued, PendingPermissions         int64
		Capabilities                       []string
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fault.Wrap(fault.Internal, "the state of the session cannot be read", err)
	}
	info.AgentVersion, info.Engine, info.Query, info.PermissionMode, info.Health = m.AgentVersion, m.Engine, m.Query, m.PermissionMode, m.Health
	info.Queued, info.PendingPermissions, info.Capabilities = m.Queued, m.PendingPermissions, m.Capabilities
	if m.Model != "" {
		info.Model = m.Model
	}
	return info, nil
}

// Capabilities returns what the agent can do, in byte order, as far as it has announced it.
func (s *AgentSession) Capabilities(ctx context.Context) ([]string, error) {
	info, err := s.Info(ctx)
	if err != nil {
		return nil, err
	}
	return info.Capabilities, nil
}

// Health returns the state of the session.
func (s *AgentSession) Health() LiveHealth { return s.live.Info().Health }

// Agent returns the agent that runs.
func (s *AgentSession) Agent() Agent { return Agent(s.live.Info().Agent) }

// SessionID returns the id of the stored session; empty when nothing is recorded.
func (s *AgentSession) SessionID() string { return s.live.Info().StoreID }

// NativeSessionID returns the agent's own id of the session, for AgentOptions.Resume.
func (s *AgentSession) NativeSessionID() string { return s.live.Info().NativeID }

// Done is closed when the session has ended: no process of it is left, and everything is stored.
func (s *AgentSession) Done() <-chan struct{} { return s.live.Done() }

// Err returns why the session failed; nil while it runs and after Stop.
func (s *AgentSession) Err() error { return s.live.Err() }

// RecordingErr returns why messages of the session are not in the store; nil while all are.
func (s *AgentSession) RecordingErr() error { return s.live.RecordingErr() }

// Stop ends the session: the protocol's own way, then the end of its input, after 2 s a signal to
// terminate, after 3 s more a kill. It returns when no process is left and everything is stored. When ctx
// is done the process is killed at once. Stopping twice is harmless.
func (s *AgentSession) Stop(ctx context.Context) error {
	err := s.live.Stop(ctx)
	<-s.released
	return err
}
