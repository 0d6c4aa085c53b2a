import type { DirectCall } from "./direct-call.ts"

const mas = "mas mock"
const search = "Those in which each of these words stands."
const before = "Before the one with this id."

/** Commands for what the page at `/_mock/` shows, each one control call. */
export const windowCalls = {
  "POST /timers/{id}/{move}": {
    summary: "Bring work on, put it off, or have it run twice",
    description: ["`promote` runs it now instead of then, `repeat` now and then; `postpone` puts it off by `--by`."],
    fields: { id: "The timer.", by: "How far it is put off: 30s, 5m, 2h, 3d, or milliseconds." },
    durations: ["by"],
    examples: [`${mas} timer 1 postpone --by 3d`],
  },
  "GET /requests/{id}": {
    summary: "Show a request with its bodies",
    fields: { id: "The request." },
    examples: ["mas account get && mas mock request 1"],
  },
  "GET /requests/{id}/code": {
    summary: "Show a request as curl, as a call of the client, as a command, and as a test",
    fields: { id: "The request." },
    examples: ["mas account get && mas mock code 1"],
  },
  "GET /rows/{kind}": {
    summary: "Show a page of messages, requests, events, deliveries or endpoints, the newest first, without bodies",
    about: "RowQuery",
    fields: { kind: "Of which kind.", search, before },
    examples: [`${mas} rows message --search ada --limit 10`],
  },
  "GET /errors": {
    summary: "List what went wrong among the requests, the same things together",
    columns: ["endpoint", "status", "error_code", "field", "rule", "count"],
    examples: [`${mas} errors`],
  },
  "GET /tables": {
    summary: "List the kinds of records of the world, with how many there are",
    columns: ["name", "size"],
    examples: [`${mas} tables`],
  },
  "GET /tables/{name}": {
    summary: "Show a page of records as they are kept, the newest first, with what can be done with them next",
    about: "RowQuery",
    fields: { name: "Of which table.", search, before },
    examples: [`${mas} table contacts --limit 10`],
  },
  "GET /capacity": {
    summary: "List what each account can still send and pay",
    columns: ["account_id", "name", "plan", "standing", "used", "limit", "remaining", "frees_at"],
    examples: [`${mas} capacity`],
  },
  "GET /history": {
    summary: "List what has happened since the page was opened, with the world as it was then",
    about: "HistoryQuery",
    fields: { before: "Before this step." },
    examples: [`${mas} history --limit 10`],
  },
} as const satisfies Readonly<Record<string, DirectCall>>
