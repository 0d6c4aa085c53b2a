// Written by `npm run generate` from sdk/contract. Do not edit.

/** The data that the client needs to call an endpoint. It has no schema, so that no schema library is loaded. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: `/v1/${string}`
  /** `false` if no credential is sent. */
  readonly auth?: false
  /** Whether `Idempotency-Key` is required or optional. */
  readonly idempotency?: "required" | "optional"
  /** For lists: default rows per page. */
  readonly paginated?: number
  /** The body is sent as multipart/form-data. */
  readonly upload?: "multipart"
  /** Fields of the query or body that are timestamps. */
  readonly timestamps?: readonly string[]
  /** The response is a file, not JSON. */
  readonly download?: "bytes"
  /** The response has no body. */
  readonly status?: 204
}

/** Every endpoint of the contract by name. */
export const routes = {
  "auth.signup": { method: "POST", auth: false, path: "/v1/signup" },
  "auth.login": { method: "POST", auth: false, path: "/v1/login" },
  "auth.logout": { method: "DELETE", status: 204, path: "/v1/logout" },
  "oauth.me": { method: "GET", path: "/v1/oauth/me" },
  "oauth.subscribe": { method: "POST", path: "/v1/oauth/subscribe" },
  "oauth.launch": { method: "POST", auth: false, path: "/v1/oauth/launch" },
  "user.get": { method: "GET", path: "/v1/my/user" },
  "user.update": { method: "PATCH", path: "/v1/my/user" },
  "impersonation.get": { method: "GET", path: "/v1/my/impersonation" },
  "impersonation.exit": { method: "DELETE", path: "/v1/my/impersonation" },
  "account.get": { method: "GET", path: "/v1/my/account" },
  "account.update": { method: "PATCH", path: "/v1/my/account" },
  "account.team": { method: "GET", path: "/v1/my/account/team" },
  "account.reach": { method: "GET", path: "/v1/my/account/reach" },
  "accounts.list": { method: "GET", paginated: 100, path: "/v1/my/accounts" },
  "managementGrant.get": { method: "GET", path: "/v1/my/account/management_grant" },
  "managementGrant.confirm": { method: "POST", path: "/v1/my/account/management_grant/confirm" },
  "managementGrant.revoke": { method: "POST", path: "/v1/my/account/management_grant/revoke" },
  "memberships.list": { method: "GET", paginated: 100, path: "/v1/my/account/memberships" },
  "memberships.update": { method: "PATCH", path: "/v1/my/account/memberships/{id}" },
  "memberships.remove": { method: "DELETE", path: "/v1/my/account/memberships/{id}" },
  "invites.list": { method: "GET", paginated: 100, path: "/v1/my/account/invites" },
  "invites.create": { method: "POST", path: "/v1/my/account/invites" },
  "invites.revoke": { method: "DELETE", path: "/v1/my/account/invites/{id}" },
  "invites.accept": { method: "POST", path: "/v1/my/account/invites/{id}/accept" },
  "affiliate.get": { method: "GET", path: "/v1/my/affiliate" },
  "affiliate.link": { method: "POST", path: "/v1/my/affiliate" },
  "managedAccounts.list": { method: "GET", paginated: 25, path: "/v1/my/managed_accounts" },
  "managedAccounts.create": { method: "POST", idempotency: "required", path: "/v1/my/managed_accounts" },
  "messages.send": { method: "POST", idempotency: "optional", path: "/v1/my/messages" },
  "messages.list": { method: "GET", paginated: 30, path: "/v1/my/messages" },
  "webhooks.list": { method: "GET", paginated: 30, path: "/v1/my/webhooks" },
  "webhooks.create": { method: "POST", path: "/v1/my/webhooks" },
  "webhooks.get": { method: "GET", path: "/v1/my/webhooks/{id}" },
  "webhooks.update": { method: "PATCH", path: "/v1/my/webhooks/{id}" },
  "webhooks.delete": { method: "DELETE", path: "/v1/my/webhooks/{id}" },
  "webhooks.test": { method: "POST", path: "/v1/my/webhooks/{id}/test" },
  "webhooks.deliveries": { method: "GET", paginated: 30, path: "/v1/my/webhooks/{id}/deliveries" },
  "suppressions.list": { method: "GET", paginated: 30, path: "/v1/my/suppressions" },
  "delivery.status": { method: "GET", path: "/v1/my/delivery/status" },
  "subscription.checkout": { method: "POST", idempotency: "required", path: "/v1/my/subscription/checkout" },
  "subscription.checkoutStatus": { method: "GET", path: "/v1/my/subscription/checkout_status" },
  "funding.get": { method: "GET", path: "/v1/my/billing/funding" },
  "fundingPurchases.create": { method: "POST", idempotency: "required", path: "/v1/my/billing/funding/purchases" },
  "fundingPurchases.get": { method: "GET", path: "/v1/my/billing/funding/purchases/{id}" },
  "validations.quote": { method: "POST", path: "/v1/my/validation_operations/quote" },
  "validations.start": { method: "POST", idempotency: "required", path: "/v1/my/validation_operations" },
  "validations.get": { method: "GET", path: "/v1/my/validation_operations/{id}" },
  "validations.items": { method: "GET", paginated: 30, path: "/v1/my/validation_operations/{id}/items" },
  "imports.create": { method: "POST", upload: "multipart", path: "/v1/my/imports" },
  "imports.get": { method: "GET", path: "/v1/my/imports/{id}" },
  "events.track": { method: "POST", idempotency: "optional", path: "/v1/my/events" },
  "events.list": { method: "GET", paginated: 30, timestamps: ["created_after", "created_before"], path: "/v1/my/events" },
  "campaigns.list": { method: "GET", paginated: 30, path: "/v1/my/campaigns" },
  "campaigns.create": { method: "POST", path: "/v1/my/campaigns" },
  "campaigns.get": { method: "GET", path: "/v1/my/campaigns/{id}" },
  "campaigns.update": { method: "PATCH", path: "/v1/my/campaigns/{id}" },
  "campaigns.send": { method: "POST", timestamps: ["deliver_at"], path: "/v1/my/campaigns/{id}/send" },
  "contacts.list": { method: "GET", paginated: 30, path: "/v1/my/contacts" },
  "contacts.create": { method: "POST", path: "/v1/my/contacts" },
  "lists.list": { method: "GET", paginated: 30, path: "/v1/my/lists" },
  "lists.create": { method: "POST", path: "/v1/my/lists" },
  "lists.updateContacts": { method: "POST", path: "/v1/my/lists/{id}/contacts/bulk" },
  "templates.list": { method: "GET", paginated: 30, path: "/v1/my/templates" },
  "templates.create": { method: "POST", path: "/v1/my/templates" },
  "templates.get": { method: "GET", path: "/v1/my/templates/{id}" },
  "templates.update": { method: "PATCH", path: "/v1/my/templates/{id}" },
  "templates.sendTest": { method: "POST", path: "/v1/my/templates/{id}/send_test" },
  "flows.list": { method: "GET", paginated: 30, path: "/v1/my/flows" },
  "flows.create": { method: "POST", path: "/v1/my/flows" },
  "segments.list": { method: "GET", paginated: 30, path: "/v1/my/segments" },
  "attachments.download": { method: "GET", download: "bytes", path: "/v1/my/conversations/{conversation_id}/messages/{conversation_message_id}/attachments/{id}" },
  "publicForms.submit": { method: "POST", path: "/v1/public/contacts" },
} as const satisfies Record<string, Route>
