import { kebabCase } from "../../base/kebab-case.ts"
import { program } from "../../base/program.ts"
import { literal, quoted } from "../../control/code/literal.ts"

/** A call that a program, a command or curl makes. */
export interface CallExample {
  /** The client's method: `messages.send`. */
  readonly name: string
  readonly path: `/v1/${string}`
  readonly body: Readonly<Record<string, string>>
}

/** Code to copy that fills an empty view. A test runs each line. */
export const examples = {
  message: {
    name: "messages.send",
    path: "/v1/my/messages",
    body: { channel: "email", to: "ada@example.test", subject: "Your receipt", html: "<p>Thank you!</p>" },
  },
  delivery: `${program} webhooks listen --forward-to http://127.0.0.1:3000/webhooks`,
  timer: `const { id } = await mas.campaigns.create({
  name: "Spring",
  template_id: 1,
  audience: { type: "all_contacts" },
})
await mas.campaigns.send(id, { deliver_at: "2100-03-02T09:00:00Z" })`,
  fault: `${program} mock faults --path '/v1/my/messages' --status 503 --times 2`,
  snapshot: `${program} mock snapshot --to before.json\n${program} mock restore before.json`,
  checkpoint: `${program} mock checkpoints --save before\n${program} mock rewind before`,
  capacity: `accounts:
  main: { plan: growth, standing: trusted, capacity_used: 9500 }`,
} as const

/** Code that creates a record of a table. */
export const recordExamples: Readonly<Record<string, string | CallExample>> = {
  contacts: {
    name: "contacts.create",
    path: "/v1/my/contacts",
    body: { email: "ada@example.test", first_name: "Ada" },
  },
  templates: {
    name: "templates.create",
    path: "/v1/my/templates",
    body: {
      name: "Welcome",
      subject: "Welcome, {{ contact.first_name }}",
      html: "<h1>Hi {{ contact.first_name }}</h1><p>Your order {{ data.order }} is on its way.</p>",
    },
  },
  lists: { name: "lists.create", path: "/v1/my/lists", body: { name: "Readers" } },
  imports: 'await mas.imports.create({ file: new Blob(["email\\nada@example.test\\n"]), resource: "contacts" })',
  senders: `${program} mock sender shop@acme.test --inbox`,
  suppressions: `${program} messages send --channel email --to bounced@simulator.test --subject Hi --body Hello`,
  grants: `${program} mock fixtures --to world.yaml   # accounts.manager.clients has a grant each`,
  managedAccounts: `const { provisioning_credential } = world.seeded().credentials
const provisioner = mas.withOptions({ apiKey: provisioning_credential })
await provisioner.managedAccounts.create(
  { managed_account: { owner_email: "owner@newclient.test", account_name: "New Client" } },
  { idempotencyKey: "client-42" },
)`,
  fundingPurchases: 'await mas.fundingPurchases.create({ amount_cents: 5_000 }, { idempotencyKey: "funding-2026-01" })',
  planCheckouts: 'await mas.subscription.checkout({ plan_id: 2 }, { idempotencyKey: "upgrade-2026-01" })',
  campaigns: { name: "campaigns.create", path: "/v1/my/campaigns", body: { name: "Spring" } },
  flows: { name: "flows.create", path: "/v1/my/flows", body: { name: "Welcome" } },
  outbox: 'await mas.invites.create({ email: "ben@example.test", role: "member" })',
  conversationMessages: `${program} mock inbound --from ada@example.test --to inbox@acme.test --subject 'A question' --text 'Where is it?'`,
}

export const codeForms = [
  ["curl", "curl"],
  ["node", "Node"],
  ["cli", "CLI"],
] as const
export type CodeForm = (typeof codeForms)[number][0]

interface Target {
  readonly base_url: string
  readonly api_key: string
}

/** A call as code that can be pasted whole. */
export function codeOf({ name, path, body }: CallExample, form: CodeForm, target: Target): string {
  const { base_url, api_key } = target
  switch (form) {
    case "node":
      return wholeExample(`await mas.${name}(${literal(body)})`, target)
    case "cli": {
      const flags = Object.entries(body).flatMap(([field, value]) => [`--${kebabCase(field)}`, quoted(value)])
      return [program, ...name.split("."), "--base-url", base_url, "--api-key", api_key, ...flags].join(" ")
    }
    case "curl":
      return [
        `curl -X POST ${base_url}${path}`,
        `-H 'Authorization: Bearer ${api_key}'`,
        "-H 'Content-Type: application/json'",
        `-d ${quoted(JSON.stringify(body))}`,
      ].join(" \\\n  ")
  }
}

/** An example with the lines before it that make what it calls, so that it can be pasted into a file and run. */
export function wholeExample(code: string, { base_url, api_key }: Target): string {
  if (!/\bmas\./.test(code)) return code
  const client = `const mas = new Mas({ baseUrl: "${base_url}", apiKey: "${api_key}" })`
  const world = /\bworld\./.test(code) ? "// In a test: `world` is that of `startMockServer()`.\n" : ""
  return `import { Mas } from "mas-sdk"\n\n${client}\n${world}${code}`
}
