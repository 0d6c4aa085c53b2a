import { boolean, choice } from "../line/command/flags.ts"
import { oneWordCommand } from "../specs/parts.ts"

export const openGroup = oneWordCommand("open", {
  summary: "Open the mock server's dashboard or the service's description in a browser",
  description: "If no browser can be opened (SSH, containers, CI), the address is printed.",
  positionals: [
    choice(
      "what",
      ["dashboard", "docs"],
      "The mock server's page; or the OpenAPI document, of the service in use, else of this package.",
    ),
  ],
  flags: [boolean("print", "Print the address and open nothing.")],
  examples: ["mas open dashboard --print", "mas open docs --print"],
})
