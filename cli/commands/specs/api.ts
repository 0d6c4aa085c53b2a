import { oneWordCommand } from "./parts.ts"

/** Any request, where there is no command of its own. */
export const apiGroup = oneWordCommand({
  name: "api",
  summary: "Send any request and print the answer",
  description: [
    "What is no JSON is printed as it comes, byte for byte. Where method and path are those of an endpoint that costs money or cannot be taken back, it asks on a terminal and needs --yes elsewhere, as the endpoint's own command does.",
  ],
  positionals: [
    {
      name: "method",
      type: "string",
      required: true,
      choices: ["GET", "POST", "PATCH", "PUT", "DELETE"],
      ignoresCase: true,
      description: "HTTP method.",
    },
    {
      name: "path",
      type: "string",
      required: true,
      description: "Path and query, such as /v1/my/contacts?limit=5; or the whole address.",
    },
  ],
  flags: [
    {
      name: "input",
      type: "string",
      placeholder: "json|@file|-",
      description: "The whole body: JSON text, @file, or - for stdin.",
    },
    {
      name: "header",
      short: "H",
      type: "string",
      array: "uncut",
      placeholder: "name: value",
      description: "A header more.",
    },
    {
      name: "idempotency-key",
      type: "string",
      placeholder: "key",
      minLength: 1,
      maxLength: 128,
      description: "The same key with the same request has one effect.",
    },
    { name: "all", type: "boolean", description: "Every page of a list, printed as it comes." },
  ],
  examples: ["mas api GET /v1/my/account", 'mas api POST /v1/my/lists --input \'{"name": "Readers"}\''],
})
