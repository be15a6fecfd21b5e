package catalog_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

const pricedID = "00000000-1111-4111-8111-111111111111"

// pricedHost has one session, of a million tokens of a model without a built-in price.
func pricedHost(granted bool, table string) *host.Host {
	m := hosttest.NewMounts()
	m.File("claude/projects/-p/"+pricedID+".jsonl", []byte(`{"type":"assistant","uuid":"u","sessionId":"`+pricedID+`","version":"2.1.329","requestId":"r",`+
		`"message":{"id":"m","role":"assistant","model":"house-model","content":[{"type":"text","text":"hi"}],"usage":{"input_tokens":1000000,"output_tokens":0}},`+
		`"timestamp":"2026-07-01T10:00:00.000Z"}`+"\n"))
	if table != "" {
		m.File(host.PricesPath, []byte(table))
	}
	h := hosttest.Host(m)
	h.Prices = granted
	return host.Guard(&h)
}

// pricedResults runs every operation that reads prices, and returns what the session costs in each.
func pricedResults(h *host.Host) (money []*session.Money, errs []error) {
	newCatalog := func() *catalog.Catalog { return catalog.New(h, func(fault.Diagnostic) {}) }
	add := func(c *session.CostRecord, err error) {
		errs = append(errs, err)
		if err == nil {
			money = append(money, c.TotalUSD)
		}
	}
	list, err := newCatalog().List(session.ListRequest{})
	if err == nil {
		add(list[0].Cost, nil)
	} else {
		add(nil, err)
	}
	found, _, err := newCatalog().Search(session.SearchRequest{Text: "hi"})
	if err == nil {
		add(found[0].Cost, nil)
	} else {
		add(nil, err)
	}
	s, _, err := newCatalog().Get(session.GetRequest{Agent: "claude", SessionID: pricedID})
	if err == nil {
		add(s.Cost, nil)
	} else {
		add(nil, err)
	}
	sum, err := newCatalog().TotalCost(session.CostRequest{})
	errs = append(errs, err)
	if err == nil {
		money = append(money, sum.TotalUSD)
	}
	return money, errs
}

func TestOwnPrices(t *testing.T) {
	money, errs := pricedResults(pricedHost(true, "model,input,output\nhouse-model,2.5,0\n"))
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if len(money) != 4 {
		t.Fatal(money)
	}
	for i, m := range money {
		if m == nil || m.String() != "2.5" {
			t.Errorf("operation %d: %v", i, m)
		}
	}
}

// A file at the table's path is nothing unless the host says that it is a price table.
func TestPricesThatAreNotGranted(t *testing.T) {
	for _, table := range []string{"", "model,input,output\nhouse-model,2.5,0\n", "broken"} {
		money, errs := pricedResults(pricedHost(false, table))
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		for i, m := range money {
			if m != nil {
				t.Errorf("operation %d: %v", i, m)
			}
		}
	}
}

func TestTablesThatCannotBeRead(t *testing.T) {
	for name, c := range map[string]struct {
		h    *host.Host
		code fault.Code
		line int64
	}{
		"broken": {pricedHost(true, "model,input,output\nhouse-model,-1,0\n"), fault.InvalidArgument, 2},
		"absent": {pricedHost(true, ""), fault.InvalidArgument, 0},
		"large":  {pricedHost(true, "model,input,output\n"+strings.Repeat("# filler\n", 200_000)), fault.LimitExceeded, 0},
	} {
		_, errs := pricedResults(c.h)
		if len(errs) != 4 {
			t.Fatal(errs)
		}
		for i, err := range errs {
			var e *fault.Error
			if !errors.As(err, &e) || e.Code != c.code || e.Path != host.PricesPath || e.Line != c.line || c.code == fault.InvalidArgument && e.Hint == "" {
				t.Errorf("%s, operation %d: %v", name, i, err)
			}
		}
		// What needs no prices works.
		free := catalog.New(c.h, func(fault.Diagnostic) {})
		if agents, err := free.Agents(); err != nil || len(agents) == 0 {
			t.Errorf("%s: agents: %v", name, err)
		}
		if _, err := free.Doctor(session.DoctorRequest{}); err != nil {
			t.Errorf("%s: doctor: %v", name, err)
		}
	}
}
