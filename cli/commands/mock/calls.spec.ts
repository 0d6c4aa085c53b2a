import type { ControlName } from "../../../mock-server/control/controls.ts"
import { exampleSetup } from "../../specs/example-setup.ts"

/** A command that is one control call: its arguments and flags are those of the call, described in the call's schemas. */
export interface DirectCall {
  readonly call: ControlName
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

/** Calls that only the dashboard needs. Every other call belongs to a command. */
export const dashboardCalls: readonly ControlName[] = [
  "GET /rows/{kind}",
  "GET /errors",
  "GET /history",
  "GET /explanations/{kind}/{id}",
  "GET /audiences/{kind}/{id}",
  "GET /tables",
  "GET /tables/{name}",
]

const mas = "mas mock"

/** By verb, the commands that are one control call each; the others have their own words and flags in the files next to this one. */
export const directCalls: Readonly<Record<string, DirectCall>> = {
  rule: {
    call: "GET /rules/{number}",
    summary: "Show a rule of the service, as an error's header X-MAS-Mock-Rule names it",
    fields: { number: "Its number, such as 22.5." },
    examples: [`${mas} rule 22.5`],
  },
  event: {
    call: "POST /messages/{id}/events",
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
  grants: {
    call: "POST /grants/{id}/{move}",
    summary: "Move a management grant: what its owner or manager does outside the API",
    fields: { id: "The grant." },
    examples: [`${mas} grants 1 consent`],
  },
  "managed-accounts": {
    call: "POST /managed_accounts/{id}/{move}",
    summary: "Move a managed account on its way to its owner",
    fields: { id: "The provisioning record." },
    examples: [`${mas} managed-accounts 1 send_invitation`],
  },
  flows: {
    call: "POST /flows/{id}/{move}",
    summary: "Move a flow: start, pause, resume, cancel, archive",
    fields: { id: "The flow." },
    examples: [`${mas} flows "$(${exampleSetup.flow})" start`],
  },
  credentials: {
    call: "POST /credentials",
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
  revoke: {
    call: "DELETE /credentials/{token}",
    summary: "Revoke a credential: the next request with it is rejected",
    fields: { token: "The credential; `-` reads it from stdin." },
    examples: ["printf 'masmc_live_mock\\n' | mas mock revoke -"],
  },
  fill: {
    call: "POST /contacts",
    summary: "Fill a brand with contacts, for load tests",
    about: "ContactFill",
    byPosition: ["count"],
    fields: { count: "How many." },
    examples: [`${mas} fill 1000 --prefix load`],
  },
  capacity: {
    call: "GET /capacity",
    summary: "List each account's plan and remaining sending capacity",
    columns: ["account_id", "name", "plan", "standing", "used", "limit", "remaining", "frees_at"],
    examples: [`${mas} capacity`],
  },
}
