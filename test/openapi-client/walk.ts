import type { Client } from "openapi-fetch"
import type { paths } from "../../generated/openapi-client.ts"
import type { MockWorld } from "../../mock-server/testing/mock-world.ts"

type Api = Client<paths>

/** Clients for the users and credentials of the endpoints. */
export interface Clients {
  /** The server key of `main`. */
  readonly key: Api
  readonly nobody: Api
  readonly form: Api
  readonly manager: Api
  /** Signs a person in. */
  readonly signedIn: (email: string) => Promise<Api>
}

interface Result<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/** Returns the data of a success; throws for anything else. */
async function ok<T>(result: Promise<Result<T>>): Promise<T> {
  const { data, error, response } = await result
  if (!response.ok) throw new Error(`${response.url} responded with ${response.status}: ${JSON.stringify(error)}`)
  return data as T
}

/** Calls every endpoint at least once, using only the generated types. */
export async function walk(clients: Clients, world: MockWorld): Promise<void> {
  await people(clients, world)
  await team(clients, world)
  await audience(clients)
  await sending(clients, world)
  await money(clients, world)
}

async function people({ nobody, key, signedIn }: Clients, world: MockWorld): Promise<void> {
  const user = { email: "katherine@acme.test", password: "mock-password", password_confirmation: "mock-password" }
  await ok(nobody.POST("/v1/signup", { body: { user } }))
  await ok(nobody.POST("/v1/login", { body: { user: { email: user.email, password: user.password } } }))
  await ok((await signedIn(user.email)).DELETE("/v1/logout"))
  const owner = await signedIn("owner@acme.test")
  const { plans } = await ok(owner.GET("/v1/oauth/me"))
  await ok(owner.POST("/v1/oauth/subscribe", { body: { plan_id: plans[0]?.id ?? 0 } }))
  await ok(nobody.POST("/v1/oauth/launch", { body: { provider: "github", auth_intent: "app", auth_step: "login" } }))
  await ok(owner.GET("/v1/my/user"))
  await ok(owner.PATCH("/v1/my/user", { body: { first_name: "Ada" } }))
  await ok(owner.GET("/v1/my/impersonation"))
  await ok(owner.DELETE("/v1/my/impersonation"))
  await ok(owner.GET("/v1/my/affiliate"))
  await ok(owner.POST("/v1/my/affiliate", { body: {} }))
  await ok(key.GET("/v1/my/account"))
  await ok(key.PATCH("/v1/my/account", { body: { name: "Acme" } }))
  await ok(key.GET("/v1/my/accounts", { params: { query: { per: 10 } } }))
  await ok(key.GET("/v1/my/account/team"))
  await ok(key.GET("/v1/my/account/reach", { params: { query: { audience: 5000 } } }))
  const client = await signedIn("owner@client.test")
  const grant = await ok(client.GET("/v1/my/account/management_grant"))
  const body = { management_grant_id: grant.id }
  world.transitions.grants.consent(grant.id)
  world.transitions.grants.activatePayment(grant.id)
  await ok(client.POST("/v1/my/account/management_grant/confirm", { body }))
  await ok(client.POST("/v1/my/account/management_grant/revoke", { body }))
}

async function team({ key, manager, signedIn }: Clients, _world: MockWorld): Promise<void> {
  const members = await ok(key.GET("/v1/my/account/memberships"))
  const path = { id: members.at(-1)?.id ?? 0 }
  await ok(key.PATCH("/v1/my/account/memberships/{id}", { params: { path }, body: { role: "admin" } }))
  await ok(key.DELETE("/v1/my/account/memberships/{id}", { params: { path } }))
  const invite = await ok(key.POST("/v1/my/account/invites", { body: { email: "owner@client.test", role: "member" } }))
  const invited = await signedIn("owner@client.test")
  await ok(invited.POST("/v1/my/account/invites/{id}/accept", { params: { path: { id: invite.token } } }))
  const other = await ok(key.POST("/v1/my/account/invites", { body: { email: "x@acme.test", role: "member" } }))
  await ok(key.DELETE("/v1/my/account/invites/{id}", { params: { path: { id: other.id } } }))
  await ok(key.GET("/v1/my/account/invites"))
  await ok(
    manager.POST("/v1/my/managed_accounts", {
      params: { header: { "Idempotency-Key": "client-1" } },
      body: { managed_account: { owner_email: "owner@newclient.test", account_name: "New Client" } },
    }),
  )
  await ok(manager.GET("/v1/my/managed_accounts", { params: { query: { status: "needs_setup", sort: "name" } } }))
}

async function audience({ key, form }: Clients): Promise<void> {
  const contact = await ok(key.POST("/v1/my/contacts", { body: { email: "margaret@example.test", opt_in: true } }))
  await ok(key.GET("/v1/my/contacts", { params: { query: { search: "margaret" } } }))
  const list = await ok(key.POST("/v1/my/lists", { body: { name: "Beta testers" } }))
  await ok(key.GET("/v1/my/lists"))
  const emails = [contact.email]
  const params = { path: { id: list.id } }
  await ok(key.POST("/v1/my/lists/{id}/contacts/bulk", { params, body: { action: "add", emails } }))
  await ok(form.POST("/v1/public/contacts", { body: { email: "visitor@example.test", list_id: 1 } }))
  await ok(key.POST("/v1/my/events", { body: { contact_id: contact.id, event: "order_placed", data: { order: 1 } } }))
  await ok(key.GET("/v1/my/events", { params: { query: { event: "order_placed" } } }))
  await ok(key.GET("/v1/my/segments"))
  await ok(key.POST("/v1/my/flows", { body: { name: "Welcome", trigger: { event: "signed_up" }, steps: [] } }))
  await ok(key.GET("/v1/my/flows"))
  const imported = await ok(
    key.POST("/v1/my/imports", {
      body: { file: "email\nada@example.test\n", resource: "contacts", options: { list_ids: [list.id] } },
      bodySerializer: ({ file, resource, options }) => {
        const parts = new FormData()
        parts.set("resource", resource)
        parts.set("options", JSON.stringify(options))
        parts.set("file", new Blob([file], { type: "text/csv" }), "contacts.csv")
        return parts
      },
    }),
  )
  await ok(key.GET("/v1/my/imports/{id}", { params: { path: { id: imported.id } } }))
}

async function sending({ key }: Clients, world: MockWorld): Promise<void> {
  const hook = await ok(
    key.POST("/v1/my/webhooks", { body: { url: "https://hooks.example.com/mas", events: ["email.delivered"] } }),
  )
  const params = { path: { id: hook.id } }
  await ok(key.GET("/v1/my/webhooks"))
  await ok(key.GET("/v1/my/webhooks/{id}", { params: { ...params, query: { reveal: true } } }))
  await ok(key.POST("/v1/my/webhooks/{id}/test", { params, body: { type: "email.bounced" } }))
  await ok(key.GET("/v1/my/webhooks/{id}/deliveries", { params }))
  await ok(key.PATCH("/v1/my/webhooks/{id}", { params, body: { enabled: false } }))
  await ok(key.DELETE("/v1/my/webhooks/{id}", { params }))
  await ok(
    key.POST("/v1/my/messages", {
      params: { header: { "Idempotency-Key": "receipt-1" } },
      body: { channel: "email", to: "ada@example.test", subject: "Your receipt", html: "<p>Thank you.</p>" },
    }),
  )
  await ok(key.GET("/v1/my/messages"))
  await ok(key.GET("/v1/my/suppressions", { params: { query: { active: false } } }))
  await ok(key.GET("/v1/my/delivery/status"))
  const template = await ok(
    key.POST("/v1/my/templates", { body: { name: "Receipt", subject: "Hello", body: "Hello" } }),
  )
  const one = { path: { id: template.id } }
  await ok(key.GET("/v1/my/templates"))
  await ok(key.GET("/v1/my/templates/{id}", { params: one }))
  await ok(key.PATCH("/v1/my/templates/{id}", { params: one, body: { subject: "Hi", if_version: template.version } }))
  await ok(key.POST("/v1/my/templates/{id}/send_test", { params: one, body: { email: "hello@acme.test" } }))
  const campaign = await ok(
    key.POST("/v1/my/campaigns", {
      body: { name: "Spring", channel: "email", template_id: template.id, audience: { type: "lists", list_ids: [1] } },
    }),
  )
  const path = { id: campaign.id }
  await ok(key.GET("/v1/my/campaigns"))
  await ok(key.GET("/v1/my/campaigns/{id}", { params: { path } }))
  await ok(key.PATCH("/v1/my/campaigns/{id}", { params: { path }, body: { subject: "Spring" } }))
  await ok(key.POST("/v1/my/campaigns/{id}/send", { params: { path } }))
  const mail = world.inbound({
    from: "ada@example.test",
    to: "inbox@acme.test",
    subject: "A file",
    attachments: [{ filename: "order.txt", content_type: "text/plain", content_base64: "T3JkZXI=" }],
  })
  const { conversation_id, conversation_message_id } = mail
  // The seed has two files.
  const file = { path: { conversation_id, conversation_message_id, id: 3 }, query: { acknowledge_unscanned: true } }
  await ok(
    key.GET("/v1/my/conversations/{conversation_id}/messages/{conversation_message_id}/attachments/{id}", {
      params: file,
      parseAs: "blob",
    }),
  )
}

async function money({ key }: Clients, world: MockWorld): Promise<void> {
  const header = { "Idempotency-Key": "money-1" }
  const checkout = await ok(key.POST("/v1/my/subscription/checkout", { params: { header }, body: { plan_id: 2 } }))
  world.transitions.checkouts.pay(checkout.purchase_id)
  const query = { purchase_id: checkout.purchase_id }
  await ok(key.GET("/v1/my/subscription/checkout_status", { params: { query } }))
  await ok(key.GET("/v1/my/billing/funding"))
  const { purchase } = await ok(
    key.POST("/v1/my/billing/funding/purchases", { params: { header }, body: { amount_cents: 5000, currency: "usd" } }),
  )
  world.transitions.purchases.pay(purchase.id)
  await ok(key.GET("/v1/my/billing/funding/purchases/{id}", { params: { path: { id: purchase.id } } }))
  await ok(key.POST("/v1/my/validation_operations/quote", { body: { list_id: 1 } }))
  const operation = await ok(key.POST("/v1/my/validation_operations", { params: { header }, body: { list_id: 1 } }))
  const path = { id: operation.operation_id }
  await ok(key.GET("/v1/my/validation_operations/{id}", { params: { path } }))
  await ok(key.GET("/v1/my/validation_operations/{id}/items", { params: { path } }))
}
