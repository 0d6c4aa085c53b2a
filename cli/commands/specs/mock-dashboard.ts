import type { DirectCall } from "./direct-call.ts"

const mas = "mas mock"

/** What the dashboard does, as commands of one control call each. */
export const dashboardCalls = {
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
  "GET /capacity": {
    summary: "List what each account can still send and pay",
    columns: ["account_id", "name", "plan", "standing", "used", "limit", "remaining", "frees_at"],
    examples: [`${mas} capacity`],
  },
} as const satisfies Readonly<Record<string, DirectCall>>
