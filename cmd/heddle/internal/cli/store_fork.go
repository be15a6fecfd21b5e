package cli

import "github.com/spf13/cobra"

func (a *app) storeFork() *cobra.Command {
	v := a.verb("store.fork", bySession, &cobra.Command{
		Use:   "fork <session-id>",
		Short: "Make a session that begins with another one's messages",
		Long: "Makes a session that begins with another one's messages and metadata. They are shared, not copied, so a fork\n" +
			"costs the same whatever the length; deleting the source takes nothing from it. A share is not inherited.",
		Example: "  heddle store fork s1 --new-id s2\n" +
			"  heddle store fork s1 --at 5 --no-hidden --extra '{\"why\":\"another attempt\"}'",
	}, a.printStored)
	v.text("new-id", "newSessionId", "the fork's `id` (default: a new one)")
	v.yes("no-hidden", "includeHidden", false, "leave hidden messages out, instead of keeping them hidden")
	v.object("extra", "extra", "lay this `JSON` object over the copied extra")
	v.past()
	v.once()
	return v.cmd
}

func (a *app) storeRevert() *cobra.Command {
	v := a.verb("store.revert", bySession, &cobra.Command{
		Use:   "revert <session-id>",
		Short: "Set the boundary of what a session shows",
		Long: "Sets the boundary of what a session shows, which one of --keep, --message-id and --uuid names: everything\n" +
			"before it is shown, whatever earlier reverts hid, and everything after it is hidden. Nothing is removed, what\n" +
			"is recorded afterwards is visible, and store unrevert shows everything again.",
		Example: "  heddle store revert s1 --keep 4\n" +
			"  heddle store revert s1 --uuid 6f1d7c1e-58a2-4a6f-9a55-0c5fd8a2b0aa",
	}, a.printStored)
	v.selecting()
	v.once()
	return v.cmd
}

func (a *app) storeUnrevert() *cobra.Command {
	v := a.verb("store.unrevert", bySession, &cobra.Command{
		Use:     "unrevert <session-id>",
		Short:   "Show everything of a session again",
		Example: "  heddle store unrevert s1",
	}, a.printStored)
	v.once()
	return v.cmd
}
