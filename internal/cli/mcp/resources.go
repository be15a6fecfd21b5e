package mcp

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// mcpScheme is how the addresses of sessions begin.
const mcpScheme = "heddle://session/"

// addResources makes sessions resources: the newest are listed, all can be read.
func (s *mcpServer) addResources(server *mcp.Server) {
	server.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "session", Title: "A session", URITemplate: mcpScheme + "{+session}", MIMEType: "application/json",
		Description: "The messages of a session, such as " + mcpScheme + "claude:3b067d2e; add ?after=N for the page after message N." + mcpQuotations,
	}, s.readResource)
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
			result, err := next(ctx, method, request)
			if list, ok := result.(*mcp.ListResourcesResult); ok && err == nil {
				list.Resources, err = within(s, ctx, s.newestResources)
			}
			return result, err
		}
	})
}

// newestResources lists the newest sessions as resources.
func (s *mcpServer) newestResources(ctx context.Context) ([]*mcp.Resource, error) {
	list, err := s.h.Sessions.List(ctx, heddle.ListOptions{Limit: mcpMostRows})
	if err != nil {
		return nil, err
	}
	out := []*mcp.Resource{}
	for i := range list.Items {
		x := &list.Items[i]
		out = append(out, &mcp.Resource{
			URI: mcpScheme + (&url.URL{Path: x.UnifiedID}).EscapedPath(), Name: x.UnifiedID, Title: s.field(s.wholeTitle(x.Title)), MIMEType: "application/json",
			Description: s.field(strings.Join([]string{terminal.FormatTime(x.UpdatedAt), x.Model, x.Cwd}, " ")),
		})
	}
	return out, nil
}

// readResource is a page of a session.
func (s *mcpServer) readResource(ctx context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	in, err := sessionAt(request.Params.URI)
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
	}
	page, err := within(s, ctx, func(ctx context.Context) (mcpTranscript, error) { return s.showSession(ctx, in) })
	if err != nil {
		return nil, &jsonrpc.Error{Code: mcp.CodeResourceNotFound, Message: err.Error()}
	}
	text, err := json.Marshal(page)
	if err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: request.Params.URI, MIMEType: "application/json", Text: string(text)}}}, nil
}

// sessionAt reads an address.
func sessionAt(address string) (in mcpShowArguments, err error) {
	path, ok := strings.CutPrefix(address, mcpScheme)
	if !ok {
		return in, usage.Misuse("addresses begin with %s", mcpScheme)
	}
	path, query, _ := strings.Cut(path, "?")
	if in.Session, err = url.PathUnescape(path); err != nil {
		return in, usage.Misuse("the address is not escaped correctly")
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return in, usage.Misuse("the address is not escaped correctly")
	}
	for name := range values {
		n, err := strconv.Atoi(values.Get(name))
		if name != "after" || err != nil {
			return in, usage.Misuse("an address may have ?after=N and nothing else")
		}
		in.After = &n
	}
	return in, nil
}
