import { oneWordCommand } from "./parts.ts"

/** What there is to see in a browser. */
export const openGroup = oneWordCommand({
  name: "open",
  summary: "Open the mock server's dashboard or the service's description in a browser",
  description: ["Where no browser can be opened, the address is printed: over SSH, in a container, in CI."],
  positionals: [
    {
      name: "what",
      type: "string",
      choices: ["dashboard", "docs"],
      description: "The mock server's page; or the OpenAPI document, of the service in use, else of this package.",
    },
  ],
  flags: [{ name: "print", type: "boolean", description: "Print the address and open nothing." }],
  examples: ["mas open dashboard --print", "mas open docs --print"],
})
