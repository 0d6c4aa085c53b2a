/** A row of an endpoint table of the specification. */
export interface SpecRow {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: string
  /** The success statuses that the row states; empty where it states none. */
  readonly success: readonly number[]
  /** The error statuses that the row states. */
  readonly errors: readonly number[]
  /** What this project answers where the row states no success status. */
  readonly decided?: readonly number[]
  /** What the row says of the header `Idempotency-Key`. */
  readonly idempotency?: "required" | "optional"
  /** Whether the row, or the limits table, makes it a paginated list, and of what default size. */
  readonly page?: number
}

type Extra = Pick<SpecRow, "decided" | "idempotency" | "page">

/** `row("POST /v1/signup", [201], [422])`. */
function row(endpoint: string, success: readonly number[], errors: readonly number[] = [], extra: Extra = {}): SpecRow {
  const [method, path] = endpoint.split(" ") as [SpecRow["method"], string]
  return { method, path, success, errors, ...extra }
}

/** The endpoint tables of the specification by heading: transcribed by hand, so that nothing here derives from the contract. */
export const specEndpoints: Readonly<Record<string, readonly SpecRow[]>> = {
  "Sign-up, sign-in, OAuth popup": [
    row("POST /v1/signup", [201], [422]),
    row("POST /v1/login", [200], [401]),
    row("DELETE /v1/logout", [204]),
    row("GET /v1/oauth/me", [200], [401]),
    row("POST /v1/oauth/subscribe", [200], [401, 422]),
    row("POST /v1/oauth/launch", [200], [400]),
  ],
  "User and impersonation": [
    row("GET /v1/my/user", [200], [401]),
    row("PATCH /v1/my/user", [200], [422]),
    row("GET /v1/my/impersonation", [200], [401]),
    row("DELETE /v1/my/impersonation", [200], [401]),
  ],
  "Account, team, grants": [
    row("GET /v1/my/account", [200]),
    row("PATCH /v1/my/account", [200], [422]),
    row("GET /v1/my/accounts", [200], [], { page: 100 }),
    row("GET /v1/my/account/management_grant", [200], [403, 404]),
    row("POST /v1/my/account/management_grant/confirm", [200], [400, 403, 404, 409]),
    row("POST /v1/my/account/management_grant/revoke", [200], [400, 403, 404, 409]),
    row("GET /v1/my/account/team", [200]),
    row("GET /v1/my/account/reach", [200], [422]),
    row("GET /v1/my/account/memberships", [200], [], { page: 100 }),
    row("PATCH /v1/my/account/memberships/{id}", [200], [422]),
    row("DELETE /v1/my/account/memberships/{id}", [200]),
    row("GET /v1/my/account/invites", [200], [], { page: 100 }),
    row("POST /v1/my/account/invites", [201], [422]),
    row("DELETE /v1/my/account/invites/{id}", [200]),
    row("POST /v1/my/account/invites/{id}/accept", [200], [422]),
  ],
  "Affiliate centre": [
    row("GET /v1/my/affiliate", [200], [403, 404]),
    row("POST /v1/my/affiliate", [200, 201], [403, 404, 422, 503]),
  ],
  "Managed clients": [
    row("GET /v1/my/managed_accounts", [200], [403], { page: 25 }),
    row("POST /v1/my/managed_accounts", [200, 201], [403, 409, 422], { idempotency: "required" }),
  ],
  "Transactional messages": [
    row("POST /v1/my/messages", [], [409], { decided: [201, 200], idempotency: "optional" }),
    row("GET /v1/my/messages", [], [], { decided: [200], page: 30 }),
  ],
  Webhooks: [
    row("GET /v1/my/webhooks", [], [], { decided: [200], page: 30 }),
    row("POST /v1/my/webhooks", [], [], { decided: [201] }),
    row("GET /v1/my/webhooks/{id}", [], [], { decided: [200] }),
    row("PATCH /v1/my/webhooks/{id}", [], [], { decided: [200] }),
    row("DELETE /v1/my/webhooks/{id}", [], [], { decided: [200] }),
    row("POST /v1/my/webhooks/{id}/test", [], [], { decided: [202] }),
    row("GET /v1/my/webhooks/{id}/deliveries", [], [], { decided: [200], page: 30 }),
  ],
  "Suppressions and delivery": [
    row("GET /v1/my/suppressions", [], [], { decided: [200], page: 30 }),
    row("GET /v1/my/delivery/status", [], [], { decided: [200] }),
  ],
  Billing: [
    row("POST /v1/my/subscription/checkout", [], [], { decided: [201, 200], idempotency: "required" }),
    row("GET /v1/my/subscription/checkout_status", [], [], { decided: [200] }),
    row("GET /v1/my/billing/funding", [], [], { decided: [200] }),
    row("POST /v1/my/billing/funding/purchases", [], [], { decided: [201, 200], idempotency: "required" }),
    row("GET /v1/my/billing/funding/purchases/{id}", [], [], { decided: [200] }),
  ],
  "Email validation": [
    row("POST /v1/my/validation_operations/quote", [], [], { decided: [200] }),
    row("POST /v1/my/validation_operations", [], [409], { decided: [202], idempotency: "required" }),
    row("GET /v1/my/validation_operations/{id}", [], [], { decided: [200] }),
    row("GET /v1/my/validation_operations/{id}/items", [], [], { decided: [200], page: 30 }),
  ],
  Imports: [
    row("POST /v1/my/imports", [], [], { decided: [201] }),
    row("GET /v1/my/imports/{id}", [], [], { decided: [200] }),
  ],
  "Contacts, lists and other groups": [
    row("POST /v1/my/events", [], [], { decided: [201, 200], idempotency: "optional" }),
    row("GET /v1/my/events", [], [], { decided: [200], page: 30 }),
    row("GET /v1/my/campaigns", [], [], { decided: [200], page: 30 }),
    row("POST /v1/my/campaigns", [], [], { decided: [201] }),
    row("GET /v1/my/campaigns/{id}", [], [], { decided: [200] }),
    row("PATCH /v1/my/campaigns/{id}", [], [], { decided: [200] }),
    row("POST /v1/my/campaigns/{id}/send", [], [], { decided: [200] }),
    row("GET /v1/my/contacts", [], [], { decided: [200], page: 30 }),
    row("POST /v1/my/contacts", [], [], { decided: [201, 200] }),
    row("GET /v1/my/lists", [], [], { decided: [200], page: 30 }),
    row("POST /v1/my/lists", [], [], { decided: [201] }),
    row("POST /v1/my/lists/{id}/contacts/bulk", [], [], { decided: [200] }),
    row("GET /v1/my/templates", [], [], { decided: [200], page: 30 }),
    row("POST /v1/my/templates", [], [], { decided: [201] }),
    row("GET /v1/my/templates/{id}", [], [], { decided: [200] }),
    row("PATCH /v1/my/templates/{id}", [], [], { decided: [200] }),
    row("POST /v1/my/templates/{id}/send_test", [], [], { decided: [200] }),
    row("GET /v1/my/flows", [], [], { decided: [200], page: 30 }),
    row("POST /v1/my/flows", [], [], { decided: [201] }),
    row("GET /v1/my/segments", [], [], { decided: [200], page: 30 }),
    row("GET /v1/my/conversations/{conversation_id}/messages/{conversation_message_id}/attachments/{id}", [], [], {
      decided: [200],
    }),
  ],
}

/** The one endpoint that the specification leaves without a path: a website form's. */
export const publicForm = row("POST /v1/public/contacts", [], [], { decided: [201] })

/** Every row, in order. */
export const specRows: readonly SpecRow[] = Object.values(specEndpoints).flat()
