import { program } from "../../base/program.ts"

/** Code to copy that fills an empty view. A test runs each line. */
export const examples = {
  message: `await mas.messages.send({
  channel: "email",
  to: "ada@example.test",
  subject: "Your receipt",
  html: "<p>Thank you!</p>",
})`,
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
export const recordExamples: Readonly<Record<string, string>> = {
  contacts: 'await mas.contacts.create({ email: "ada@example.test", first_name: "Ada" })',
  templates: `await mas.templates.create({
  name: "Welcome",
  subject: "Welcome, {{ contact.first_name }}",
  html: "<h1>Hi {{ contact.first_name }}</h1><p>Your order {{ data.order }} is on its way.</p>",
})`,
  lists: 'await mas.lists.create({ name: "Readers" })',
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
  campaigns: 'await mas.campaigns.create({ name: "Spring" })',
  flows: 'await mas.flows.create({ name: "Welcome" })',
  outbox: 'await mas.invites.create({ email: "ben@example.test", role: "member" })',
  conversationMessages: `${program} mock inbound --from ada@example.test --to inbox@acme.test --subject 'A question' --text 'Where is it?'`,
}

/** An example with the lines before it that make what it calls, so that it can be pasted into a file and run. */
export function wholeExample(code: string, { base_url, api_key }: { base_url: string; api_key: string }): string {
  if (!/\bmas\./.test(code)) return code
  const client = `const mas = new Mas({ baseUrl: "${base_url}", apiKey: "${api_key}" })`
  const world = /\bworld\./.test(code) ? "// In a test: `world` is that of `startMockServer()`.\n" : ""
  return `import { Mas } from "mas-sdk"\n\n${client}\n${world}${code}`
}
