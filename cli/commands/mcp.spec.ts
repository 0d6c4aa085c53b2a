import { boolean, duration } from "../line/command/flags.ts"
import { heldFlags } from "../specs/held-flags.ts"
import { oneWordCommand } from "../specs/parts.ts"

export const mcpGroup = oneWordCommand("mcp", {
  summary: "Serve the Model Context Protocol on stdin and stdout",
  description:
    "For assistants, which start it with the command `mas mcp --profile mock`. Five tools find, describe and make calls, and control a mock server. A call that reaches people is held: it waits for a person, who decides with `mas approvals`, and no tool can release it. Before another call that costs money, cannot be undone, changes rights, or sends something to other machines, the client asks its user; if it cannot, the call must be repeated with a token from the first one. No result contains a secret.",
  flags: [
    boolean("read-only", "Only allow calls that change nothing."),
    boolean(
      "hold",
      "Hold every call that reaches people. The default where no recipients are set. `--no-hold`: the assistant alone decides, and what it calls leaves at once, after the client's own dialog if it has one.",
    ),
    duration("hold-for", "How long a held call waits for a person.", { default: "1d" }),
    ...heldFlags,
  ],
  examples: ["mas mcp --profile mock", "mas mcp --read-only"],
})
