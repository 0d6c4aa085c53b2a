import { boolean, choice, text } from "../line/command/flags.ts"
import { oneWordCommand } from "../specs/parts.ts"

export const apiGroup = oneWordCommand("api", {
  summary: "Send any request and print the response",
  description:
    "A response other than JSON is printed byte for byte. If method and path are those of an endpoint that costs money, changes rights or cannot be undone, it asks on a terminal and needs --yes elsewhere, as the endpoint's own command does.",
  positionals: [
    choice("method", ["GET", "POST", "PATCH", "PUT", "DELETE"], "HTTP method.", { required: true, ignoresCase: true }),
    text("path", "Path and query, such as /v1/my/contacts?limit=5; or the whole address.", { required: true }),
  ],
  flags: [
    text("input", "The whole body: JSON text, @file, or - for stdin.", { placeholder: "json|@file|-" }),
    text("header", "A further header.", { short: "H", array: "uncut", placeholder: "name: value" }),
    text("idempotency-key", "The same key with the same request has one effect.", {
      placeholder: "key",
      minLength: 1,
      maxLength: 128,
    }),
    boolean("all", "Every page of a list, printed as it arrives."),
  ],
  examples: ["mas api GET /v1/my/account", 'mas api POST /v1/my/lists --input \'{"name": "Readers"}\''],
})
