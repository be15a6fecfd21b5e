package liveserve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// Codes of JSON-RPC, and of the Language Server Protocol for what JSON-RPC leaves open.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeNoMethod       = -32601
	codeParams         = -32602
	codeInternal       = -32603
	codeNotInitialized = -32002
	codeCancelled      = -32800
	codeFault          = -32000
)

// maxID is the greatest length of an id in bytes, with its quotes.
const maxID = 128

// message is a line of the client.
type message struct {
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *responseError  `json:"error"`
	Version string          `json:"jsonrpc"`
}

// responseError is the error of a response.
type responseError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    struct {
		Code     string `json:"code"`
		Hint     string `json:"hint,omitempty"`
		Path     string `json:"path,omitempty"`
		Line     int64  `json:"line,omitempty"`
		Offset   int64  `json:"offset,omitempty"`
		Protocol int64  `json:"protocol,omitempty"`
		Version  string `json:"version,omitempty"`
	} `json:"data"`
}

// protocolError is an error with its code of JSON-RPC.
type protocolError struct {
	code    int
	fault   *fault.Error
	program *wireProgram // of a refused initialize
}

func (e *protocolError) Error() string { return e.fault.Error() }

func (e *protocolError) Unwrap() error { return e.fault }

func refuse(code int, kind fault.Code, text string) *protocolError {
	return &protocolError{code: code, fault: fault.New(kind, text)}
}

// decodeMessage reads a line. The message has its id, if there is a valid one, also with an error.
func decodeMessage(line []byte) (m message, err *protocolError) {
	if !json.Valid(line) {
		return m, refuse(codeParse, fault.InvalidArgument, "the line is not JSON")
	}
	if json.Unmarshal(line, &m) != nil || m.Version != "2.0" {
		return message{}, refuse(codeInvalidRequest, fault.InvalidArgument, "the line is no message of JSON-RPC 2.0")
	}
	if string(m.ID) == "null" {
		m.ID = nil
	}
	if m.ID != nil && !isID(m.ID) {
		return message{}, refuse(codeInvalidRequest, fault.InvalidArgument, "an id is a whole number or a text of at most 128 bytes")
	}
	if m.Method == "" && (m.ID == nil || m.Result == nil && m.Error == nil) {
		return m, refuse(codeInvalidRequest, fault.InvalidArgument, "the line is neither a request nor a response")
	}
	return m, nil
}

// isID reports whether a value can be an id.
func isID(id []byte) bool {
	if len(id) > maxID {
		return false
	}
	if id[0] == '"' {
		return true
	}
	_, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil
}

// decodeParams reads params, or the result of a request of the program. An unknown member is an error.
func decodeParams(params []byte, to any) error {
	if len(params) == 0 || string(params) == "null" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(params))
	d.DisallowUnknownFields()
	err := d.Decode(to)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return checkValues(reflect.ValueOf(to).Elem())
	case errors.As(err, &wrong) && wrong.Field != "":
		return refuse(codeParams, fault.InvalidArgument, wrong.Field+" cannot be a "+wrong.Value)
	case errors.As(err, &wrong):
		return refuse(codeParams, fault.InvalidArgument, "params must be an object")
	}
	return refuse(codeParams, fault.InvalidArgument, strings.TrimPrefix(err.Error(), "json: "))
}

// checkValues reports a number below 0 in a struct of params, and a text that the member cannot have.
func checkValues(params reflect.Value) error {
	for i := range params.NumField() {
		field, about := params.Field(i), params.Type().Field(i)
		if field.Kind() == reflect.Pointer && !field.IsNil() {
			field = field.Elem()
		}
		name, _, _ := strings.Cut(about.Tag.Get("json"), ",")
		if field.CanInt() && field.Int() < 0 {
			return refuse(codeParams, fault.InvalidArgument, name+" must be 0 or more")
		}
		if allowed := about.Tag.Get("oneof"); allowed != "" && field.String() != "" && !slices.Contains(strings.Split(allowed, ","), field.String()) {
			return refuse(codeParams, fault.InvalidArgument, name+" must be one of "+strings.ReplaceAll(allowed, ",", ", "))
		}
		if about.Anonymous {
			if err := checkValues(field); err != nil {
				return err
			}
		}
	}
	return nil
}

// encode returns a value as JSON without a newline. It has the form of a result, or of params.
func encode(v any) []byte {
	switch v := v.(type) {
	case nil:
		return []byte("null")
	case json.RawMessage:
		return v
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // the types of the protocol always have a JSON form
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// responseLine is the line of a response. The result is one value, or a line's pieces of one.
func responseLine(id []byte, result any) pieces {
	line := pieces{fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":`, id)}
	if parts, ok := result.(pieces); ok {
		line = append(line, parts...)
	} else {
		line = append(line, encode(result))
	}
	return append(line, []byte("}"))
}

func requestLine(id int64, method string, params any) pieces {
	return pieces{fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":`, id, method), encode(params), []byte("}")}
}

func noticeLine(method string, params any) pieces {
	return pieces{fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":`, method), encode(params), []byte("}")}
}

func errorLine(id []byte, err error) pieces {
	if id == nil {
		id = []byte("null")
	}
	e := toProtocolError(err)
	d := diagnosticOf(e.fault)
	out := responseError{Code: e.code, Message: d.Message}
	out.Data.Code, out.Data.Hint, out.Data.Path, out.Data.Line, out.Data.Offset = d.Code, d.Hint, d.Path, d.Line, d.Offset
	if e.program != nil {
		out.Data.Protocol, out.Data.Version = e.program.Protocol, e.program.Version
	}
	return pieces{fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":%s}`, id, encode(out))}
}

func toProtocolError(err error) *protocolError {
	var e *protocolError
	if errors.As(err, &e) {
		return e
	}
	f := fault.From(err)
	switch f.Code {
	case fault.InvalidArgument:
		return &protocolError{code: codeParams, fault: f}
	case fault.Internal:
		return &protocolError{code: codeInternal, fault: f}
	}
	return &protocolError{code: codeFault, fault: f}
}

// diagnosticOf returns an error as notifications have it; its message has the cause.
func diagnosticOf(err error) session.Diagnostic {
	e := fault.From(err)
	text := e.Message
	if e.Err != nil && e.Code != fault.Timeout {
		text += ": " + e.Err.Error()
	}
	return session.Diagnostic{Code: string(e.Code), Message: text, Hint: e.Hint, Path: e.Path, Line: e.Line, Offset: e.Offset}
}

// diagnosticJSON is diagnosticOf in its wire form; nil for no error.
func diagnosticJSON(err error) json.RawMessage {
	if err == nil {
		return nil
	}
	d := diagnosticOf(err)
	return d.AppendJSON(nil)
}
