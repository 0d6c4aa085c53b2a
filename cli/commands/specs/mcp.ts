import { oneWordCommand } from "./parts.ts"

/** The service for programs that speak the Model Context Protocol. */
export const mcpGroup = oneWordCommand({
  name: "mcp",
  summary: "Serve the Model Context Protocol on stdin and stdout",
  description: [
    "For assistants, which start it themselves: `mas mcp --profile mock` is their command. Four tools find, describe and make calls, and steer a mock server. What costs money, cannot be taken back or sends something to people or other machines needs a second call with the token that the first one gives. No result holds a secret.",
  ],
  positionals: [],
  flags: [{ name: "read-only", type: "boolean", description: "Nothing that changes anything can be called." }],
  examples: ["mas mcp --profile mock", "mas mcp --read-only"],
})
