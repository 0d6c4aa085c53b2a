import type { controlTable } from "../../../mock-server/control/table.ts"
import { exampleSetup } from "./example-setup.ts"

/** A command that is one control call: its arguments and flags are those of the call, described in the call's schemas. */
export interface DirectCall {
  readonly summary: string
  readonly description?: readonly string[]
  /** The constant next to the call whose comments describe its fields. */
  readonly about?: string
  /** Body fields passed by position. */
  readonly byPosition?: readonly string[]
  /** Descriptions of fields without one in the schema. */
  readonly fields?: Readonly<Record<string, string>>
  /** Fields that are durations, such as `3d`. */
  readonly durations?: readonly string[]
  /** Response fields shown in a table. */
  readonly columns?: readonly string[]
  readonly examples: readonly string[]
}

type Table = typeof controlTable
type SpecIn<G> = { [K in keyof G]: G[K] extends { readonly spec: infer S } ? S : never }[keyof G]
type NameOf<S> = S extends { readonly method: infer M extends string; readonly path: infer P extends string }
  ? `${M} ${P}`
  : never

/** A call of the control interface, such as `POST /clock/advance`. */
export type ControlName = NameOf<{ [G in keyof Table]: SpecIn<Table[G]> }[keyof Table]>

/** The command of each call; null for calls that only the dashboard needs. A missing call is a compile error. */
export const verbOf = {
  "GET /health": "health",
  "GET /world": "world",
  "GET /clock": "clock",
  "PUT /clock": "clock",
  "POST /clock/advance": "advance",
  "POST /reset": "reset",
  "GET /snapshot": "snapshot",
  "PUT /snapshot": "restore",
  "GET /checkpoints": "checkpoints",
  "POST /checkpoints": "checkpoint",
  "DELETE /checkpoints/{name}": "checkpoints",
  "POST /checkpoints/{name}/rewind": "rewind",
  "GET /fixtures": "fixtures",
  "PUT /fixtures": "fixtures",
  "GET /worlds": "worlds",
  "POST /worlds": "worlds",
  "DELETE /worlds/{id}": "worlds",
  "GET /messages": "messages",
  "GET /messages/wait": "wait",
  "GET /messages/{id}": "message",
  "GET /messages/{id}/why": "why",
  "POST /messages/{id}/events": "event",
  "POST /inbound": "inbound",
  "POST /inbound/eml": "inbound",
  "POST /grants/{id}/{move}": "grant",
  "POST /managed_accounts/{id}/{move}": "managed-account",
  "POST /purchases/{id}/{move}": "purchase",
  "POST /checkouts/{purchase_id}/{move}": "checkout",
  "POST /campaigns/{id}/{move}": "campaign",
  "GET /campaigns/{id}/why": "campaign-why",
  "POST /flows/{id}/{move}": "flow",
  "POST /credentials": "credentials",
  "DELETE /credentials/{token}": "revoke",
  "POST /senders": "sender",
  "POST /contacts": "fill",
  "GET /faults": "faults",
  "POST /faults": "faults",
  "DELETE /faults": "faults",
  "DELETE /faults/{id}": "faults",
  "PUT /faults/profile": "faults",
  "POST /outcomes": "outcomes",
  "GET /outcomes": "outcomes",
  "DELETE /outcomes": "outcomes",
  "DELETE /outcomes/{id}": "outcomes",
  "GET /requests": "requests",
  "GET /requests/wait": "wait",
  "DELETE /requests": "requests",
  "GET /deliveries": "deliveries",
  "GET /deliveries/wait": "wait",
  "POST /deliveries/{id}/redeliver": "redeliver",
  "GET /webhooks/{id}": "webhook",
  "POST /webhooks/allow_local": "allow-local-webhooks",
  "POST /webhooks/{id}/rotate": "rotate",
  "GET /outbox": "outbox",
  "GET /timers": "timers",
  "POST /timers/{id}/{move}": "timer",
  "GET /messages/latest": "messages",
  "GET /requests/{id}": "request",
  "GET /requests/{id}/code": "code",
  "GET /rules/{number}": "rule",
  "GET /rows/{kind}": null,
  "GET /errors": null,
  "GET /tables": null,
  "GET /tables/{name}": null,
  "GET /capacity": "capacity",
  "GET /history": null,
} as const satisfies Readonly<Record<ControlName, string | null>>

const mas = "mas mock"

/** The commands that are one control call each; the others have their own words and flags in the files next to this one. */
export const directCalls: Readonly<Partial<Record<ControlName, DirectCall>>> = {
  "GET /health": { summary: "Check that the mock server responds", examples: [`${mas} health`] },
  "POST /checkpoints": {
    summary: "Save the current state, to rewind to it later",
    byPosition: ["name"],
    fields: { name: "Its name; replaces a checkpoint of that name." },
    columns: ["name", "now"],
    examples: [`${mas} checkpoint before`],
  },
  "GET /messages/{id}": {
    summary: "Show a message with its texts, headers and events",
    fields: { id: "The message." },
    examples: [`${mas} message "$(${exampleSetup.message})"`],
  },
  "GET /messages/{id}/why": {
    summary: "Explain what happened to a message, with the rules behind it",
    fields: { id: "The message." },
    columns: ["at", "what", "rule"],
    examples: [`${mas} why "$(${exampleSetup.message})"`],
  },
  "GET /rules/{number}": {
    summary: "Show a rule of the service, as an error's header X-MAS-Mock-Rule names it",
    fields: { number: "Its number, such as 22.5." },
    examples: [`${mas} rule 22.5`],
  },
  "POST /messages/{id}/events": {
    summary: "Let a recipient or provider do something with a message",
    about: "MessageCause",
    byPosition: ["type"],
    fields: {
      id: "The message.",
      bounce: "How it bounces.",
      "bounce-type": "For good, or for now.",
      "bounce-subtype": "The provider's word for it.",
      failure: "Why it fails.",
      "failure-code": "The provider's code.",
      "failure-reason": "The reason in words.",
      "failure-category": "The kind of reason.",
    },
    examples: [`${mas} event "$(${exampleSetup.message})" opened`],
  },
  "GET /webhooks/{id}": {
    summary: "Show a webhook endpoint of any brand, with its secret in full",
    fields: { id: "The endpoint." },
    examples: [`${mas} webhook "$(${exampleSetup.webhook})"`],
  },
  "POST /webhooks/allow_local": {
    summary: "Allow webhooks to this machine, until the mock server ends",
    examples: [`${mas} allow-local-webhooks`],
  },
  "POST /grants/{id}/{move}": {
    summary: "Move a management grant: what its owner or manager does outside the API",
    fields: { id: "The grant." },
    examples: [`${mas} grant 1 consent`],
  },
  "POST /managed_accounts/{id}/{move}": {
    summary: "Move a managed account on its way to its owner",
    fields: { id: "The provisioning record." },
    examples: [`${mas} managed-account 1 send_invitation`],
  },
  "POST /purchases/{id}/{move}": {
    summary: "Move a funding purchase: someone pays, or does not",
    fields: { id: "The purchase." },
    examples: [`${mas} purchase "$(${exampleSetup.purchase})" fail`],
  },
  "POST /checkouts/{purchase_id}/{move}": {
    summary: "Move a plan checkout: someone pays, or does not",
    fields: { "purchase-id": "The checkout." },
    examples: [`${mas} checkout "$(${exampleSetup.checkout})" pay`],
  },
  "POST /campaigns/{id}/{move}": {
    summary: "Move a campaign: pause, resume, cancel, archive",
    fields: { id: "The campaign." },
    examples: [`${mas} campaign "$(${exampleSetup.campaign})" archive`],
  },
  "GET /campaigns/{id}/why": {
    summary: "Explain a campaign's state and what it waits for, with the rule behind it",
    fields: { id: "The campaign." },
    examples: [`${mas} campaign-why "$(${exampleSetup.campaign})"`],
  },
  "POST /flows/{id}/{move}": {
    summary: "Move a flow: start, pause, resume, cancel, archive",
    fields: { id: "The flow." },
    examples: [`${mas} flow "$(${exampleSetup.flow})" start`],
  },
  "POST /credentials": {
    summary: "Create a credential of any kind, and show it",
    about: "NewCredential",
    fields: {
      kind: "Which kind.",
      "account-id": "For this account; the seeded one suitable for the kind when left out.",
      "user-id": "For this person; the account's owner when left out.",
      "brand-sid": "For this brand; the account's default when left out.",
    },
    examples: [`${mas} credentials --kind jwt --user-id 2`],
  },
  "DELETE /credentials/{token}": {
    summary: "Revoke a credential: the next request with it is rejected",
    fields: { token: "The credential; `-` reads it from stdin." },
    examples: ["printf 'masmc_live_mock\\n' | mas mock revoke -"],
  },
  "POST /contacts": {
    summary: "Fill a brand with contacts, for load tests",
    about: "ContactFill",
    byPosition: ["count"],
    fields: { count: "How many." },
    examples: [`${mas} fill 1000 --prefix load`],
  },
  "POST /timers/{id}/{move}": {
    summary: "Run scheduled work now, postpone it, or run it twice",
    description: [
      "`promote` runs it now instead of at its time, `repeat` runs it now and at its time; `postpone` delays it by `--by`.",
    ],
    fields: { id: "The timer.", by: "How long to postpone it: 30s, 5m, 2h, 3d, or milliseconds." },
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
    summary: "List each account's plan and remaining sending capacity",
    columns: ["account_id", "name", "plan", "standing", "used", "limit", "remaining", "frees_at"],
    examples: [`${mas} capacity`],
  },
}
