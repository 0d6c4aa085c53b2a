import { exampleSetup } from "../../specs/example-setup.ts"
import { control, type MockCommand } from "../../specs/parts.ts"

/** The commands that are one control call each. */
export const callCommands: readonly MockCommand[] = [
  control("rule", "Show a rule of the service, as an error's header X-MAS-Mock-Rule names it", {
    from: "GET /rules/{number}",
    fields: { number: "Its number, such as 22.5." },
    examples: ["mas mock rule 22.5"],
  }),
  control("event", "Let a recipient or provider do something with a message", {
    from: "POST /messages/{id}/events",
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
    examples: [`mas mock event "$(${exampleSetup.message})" opened`],
  }),
  control("grants", "Move a management grant: what its owner or manager does outside the API", {
    from: "POST /grants/{id}/{move}",
    fields: { id: "The grant." },
    examples: ["mas mock grants 1 consent"],
  }),
  control("managedAccounts", "Move a managed account on its way to its owner", {
    from: "POST /managed_accounts/{id}/{move}",
    fields: { id: "The provisioning record." },
    examples: ["mas mock managed-accounts 1 send_invitation"],
  }),
  control("flows", "Move a flow: start, pause, resume, cancel, archive", {
    from: "POST /flows/{id}/{move}",
    fields: { id: "The flow." },
    examples: [`mas mock flows "$(${exampleSetup.flow})" start`],
  }),
  control("credentials", "Create a credential of any kind, and show it", {
    from: "POST /credentials",
    fields: {
      kind: "Which kind.",
      "account-id": "For this account; the seeded one suitable for the kind when left out.",
      "user-id": "For this person; the account's owner when left out.",
      "brand-sid": "For this brand; the account's default when left out.",
    },
    examples: ["mas mock credentials --kind jwt --user-id 2"],
  }),
  control("revoke", "Revoke a credential: the next request with it is rejected", {
    from: "DELETE /credentials/{token}",
    fields: { token: "The credential; `-` reads it from stdin." },
    examples: ["printf 'masmc_live_mock\\n' | mas mock revoke -"],
  }),
  control("fill", "Fill a brand with contacts, for load tests", {
    from: "POST /contacts",
    byPosition: ["count"],
    fields: { count: "How many." },
    examples: ["mas mock fill 1000 --prefix load"],
  }),
  control("capacity", "List each account's plan and remaining sending capacity", {
    control: [
      {
        call: "GET /capacity",
        columns: ["account_id", "name", "plan", "standing", "used", "limit", "remaining", "frees_at"],
      },
    ],
    examples: ["mas mock capacity"],
  }),
]
