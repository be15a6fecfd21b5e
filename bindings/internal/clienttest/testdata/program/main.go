package main

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/heddle-dev/heddle"
)

func main() {
	ctx := context.Background()
	h, err := heddle.Open(heddle.Options{}) // the sessions of this user
	check(err)
	defer h.Close()

	list, err := h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.Claude, Limit: 2})
	check(err)
	for _, s := range list.Items {
		fmt.Println(s.Ref(), s.Title)
	}
	s, err := h.Sessions.Get(ctx, list.Items[0].Ref())
	check(err)
	fmt.Println(s.Messages[0].Role, "said:", s.Messages[0].Content)

	for hit, err := range h.Sessions.Search(ctx, `date "helper agent"`) {
		check(err)
		fmt.Println("found:", hit.Title)
	}
	cost, err := h.Sessions.TotalCost(ctx, heddle.CostOptions{GroupBy: heddle.ByModel})
	check(err)
	fmt.Println("spent:", cost.TotalUSD, "USD, by", len(cost.Breakdowns), "models")

	position, err := h.Store.Record(ctx, "trip", heddle.User("Two days in Porto"), heddle.Assistant("Start at the river."))
	check(err)
	for event, err := range h.Store.Subscribe(ctx, "trip") {
		check(err)
		fmt.Println(event.Seq, event.Kind)
		if event.Seq == position {
			break
		}
	}
	_, err = h.Sessions.Get(ctx, "claude:none")
	fmt.Println(errors.Is(err, heddle.ErrSessionNotFound))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
