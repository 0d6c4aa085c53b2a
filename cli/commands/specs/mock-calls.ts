import type { controlTable } from "../../../mock-server/control/controls.ts"
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
  /** Response fields shown in a table. */
  readonly columns?: readonly string[]
  readonly examples: readonly string[]
}

type Table = typeof controlTable
type SpecIn<G> = { [K in keyof G]: G[K] extends { readonly spec: infer S } ? S : never }[keyof G]
type NameOf<S> = S extends { readonly method: infer M extends string; readonly path: infer P extends string }
  ? `${M} ${P}`
  : never

/** A call of the control API, such as `POST /clock/advance`. */
export type ControlName = NameOf<{ [G in keyof Table]: SpecIn<Table[G]> }[keyof Table]>

/** The command of each call; null for calls that only the dashboard needs. A missing call is a compile error. */
export const verbOf = {
  "GET /health": "status",
  "GET /world": "world",
  "GET /clock": "clock",
  "PUT /clock": "clock",
  "POST /clock/advance": "advance",
  "POST /reset": "reset",
  "GET /snapshot": "snapshot",
  "PUT /snapshot": "restore",
  "GET /checkpoints": "checkpoints",
  "POST /checkpoints": "checkpoints",
  "DELETE /checkpoints/{name}": "checkpoints",
  "POST /checkpoints/{name}/rewind": "rewind",
  "GET /fixtures": "fixtures",
  "PUT /fixtures": "fixtures",
  "GET /worlds": "worlds",
  "POST /worlds": "worlds",
  "DELETE /worlds/{id}": "worlds",
  "GET /messages": "messages",
  "GET /messages/wait": "wait",
  "GET /messages/{id}": "messages",
  "GET /messages/{id}/why": "messages",
  "POST /messages/{id}/events": "event",
  "POST /inbound": "inbound",
  "POST /inbound/eml": "inbound",
  "POST /grants/{id}/{move}": "grants",
  "POST /managed_accounts/{id}/{move}": "managed-accounts",
  "POST /purchases/{id}/{move}": "pay",
  "POST /checkouts/{purchase_id}/{move}": "pay",
  "POST /campaigns/{id}/{move}": "campaigns",
  "GET /campaigns/{id}/why": "campaigns",
  "POST /flows/{id}/{move}": "flows",
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
  "GET /webhooks/{id}": "webhooks",
  "POST /webhooks/allow_local": "webhooks",
  "POST /webhooks/{id}/rotate": "webhooks",
  "GET /outbox": "outbox",
  "GET /timers": "timers",
  "POST /timers/{id}/{move}": "timers",
  "GET /messages/latest": "messages",
  "GET /requests/{id}": "requests",
  "GET /requests/{id}/code": "requests",
  "GET /rules/{number}": "rule",
  "GET /rows/{kind}": null,
  "GET /errors": null,
  "GET /tables": null,
  "GET /tables/{name}": null,
  "GET /capacity": "capacity",
} as const satisfies Readonly<Record<ControlName, string | null>>

const mas = "mas mock"

/** The commands that are one control call each; the others have their own words and flags in the files next to this one. */
export const directCalls: Readonly<Partial<Record<ControlName, DirectCall>>> = {
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
  "POST /grants/{id}/{move}": {
    summary: "Move a management grant: what its owner or manager does outside the API",
    fields: { id: "The grant." },
    examples: [`${mas} grants 1 consent`],
  },
  "POST /managed_accounts/{id}/{move}": {
    summary: "Move a managed account on its way to its owner",
    fields: { id: "The provisioning record." },
    examples: [`${mas} managed-accounts 1 send_invitation`],
  },
  "POST /flows/{id}/{move}": {
    summary: "Move a flow: start, pause, resume, cancel, archive",
    fields: { id: "The flow." },
    examples: [`${mas} flows "$(${exampleSetup.flow})" start`],
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
  "GET /capacity": {
    summary: "List each account's plan and remaining sending capacity",
    columns: ["account_id", "name", "plan", "standing", "used", "limit", "remaining", "frees_at"],
    examples: [`${mas} capacity`],
  },
}
