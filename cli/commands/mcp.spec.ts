import { boolean } from "../line/command/flags.ts"
import { oneWordCommand } from "../specs/parts.ts"

export const mcpGroup = oneWordCommand("mcp", {
  summary: "Serve the Model Context Protocol on stdin and stdout",
  description:
    "For assistants, which start it with the command `mas mcp --profile mock`. Five tools find, describe and make calls, and control a mock server. Before a call that costs money, cannot be undone, changes rights, or sends something to people or other machines, the client asks its user; if it cannot, the call must be repeated with a token from the first one. No result contains a secret.",
  flags: [boolean("read-only", "Only allow calls that change nothing.")],
  examples: ["mas mcp --profile mock", "mas mcp --read-only"],
})
