// Written by `npm run generate` from sdk/contract. Do not edit.

/** What the client must know of an endpoint to call it: no schema, so that no schema library is loaded. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: `/v1/${string}`
  /** `false` where no credential is sent. */
  readonly auth?: false
  /** Whether `Idempotency-Key` is read, and whether it must be there. */
  readonly idempotency?: "required" | "optional"
  /** On lists: rows a page when none are asked for. */
  readonly paginated?: number
  /** The body goes as multipart/form-data. */
  readonly upload?: "multipart"
  /** The answer is a file, not JSON. */
  readonly download?: "bytes"
}

/** Every endpoint of the contract by name. */
export const routes = {
  "auth.signup": { method: "POST", path: "/v1/signup", auth: false },
  "auth.login": { method: "POST", path: "/v1/login", auth: false },
  "auth.logout": { method: "DELETE", path: "/v1/logout" },
  "oauth.me": { method: "GET", path: "/v1/oauth/me" },
  "oauth.subscribe": { method: "POST", path: "/v1/oauth/subscribe" },
  "oauth.launch": { method: "POST", path: "/v1/oauth/launch", auth: false },
  "user.get": { method: "GET", path: "/v1/my/user" },
  "user.update": { method: "PATCH", path: "/v1/my/user" },
  "impersonation.get": { method: "GET", path: "/v1/my/impersonation" },
  "impersonation.exit": { method: "DELETE", path: "/v1/my/impersonation" },
  "account.get": { method: "GET", path: "/v1/my/account" },
  "account.update": { method: "PATCH", path: "/v1/my/account" },
  "account.team": { method: "GET", path: "/v1/my/account/team" },
  "account.reach": { method: "GET", path: "/v1/my/account/reach" },
  "accounts.list": { method: "GET", path: "/v1/my/accounts", paginated: 100 },
  "managementGrant.get": { method: "GET", path: "/v1/my/account/management_grant" },
  "managementGrant.confirm": { method: "POST", path: "/v1/my/account/management_grant/confirm" },
  "managementGrant.revoke": { method: "POST", path: "/v1/my/account/management_grant/revoke" },
  "memberships.list": { method: "GET", path: "/v1/my/account/memberships", paginated: 100 },
  "memberships.update": { method: "PATCH", path: "/v1/my/account/memberships/{id}" },
  "memberships.remove": { method: "DELETE", path: "/v1/my/account/memberships/{id}" },
  "invites.list": { method: "GET", path: "/v1/my/account/invites", paginated: 100 },
  "invites.create": { method: "POST", path: "/v1/my/account/invites" },
  "invites.revoke": { method: "DELETE", path: "/v1/my/account/invites/{id}" },
  "invites.accept": { method: "POST", path: "/v1/my/account/invites/{id}/accept" },
  "affiliate.get": { method: "GET", path: "/v1/my/affiliate" },
  "affiliate.link": { method: "POST", path: "/v1/my/affiliate" },
  "managedAccounts.list": { method: "GET", path: "/v1/my/managed_accounts", paginated: 25 },
  "managedAccounts.create": { method: "POST", path: "/v1/my/managed_accounts", idempotency: "required" },
  "messages.send": { method: "POST", path: "/v1/my/messages", idempotency: "optional" },
  "messages.list": { method: "GET", path: "/v1/my/messages", paginated: 30 },
  "webhooks.list": { method: "GET", path: "/v1/my/webhooks", paginated: 30 },
  "webhooks.create": { method: "POST", path: "/v1/my/webhooks" },
  "webhooks.get": { method: "GET", path: "/v1/my/webhooks/{id}" },
  "webhooks.update": { method: "PATCH", path: "/v1/my/webhooks/{id}" },
  "webhooks.delete": { method: "DELETE", path: "/v1/my/webhooks/{id}" },
  "webhooks.test": { method: "POST", path: "/v1/my/webhooks/{id}/test" },
  "webhooks.deliveries": { method: "GET", path: "/v1/my/webhooks/{id}/deliveries", paginated: 30 },
  "suppressions.list": { method: "GET", path: "/v1/my/suppressions", paginated: 30 },
  "delivery.status": { method: "GET", path: "/v1/my/delivery/status" },
  "subscription.checkout": { method: "POST", path: "/v1/my/subscription/checkout", idempotency: "required" },
  "subscription.checkoutStatus": { method: "GET", path: "/v1/my/subscription/checkout_status" },
  "funding.get": { method: "GET", path: "/v1/my/billing/funding" },
  "fundingPurchases.create": { method: "POST", path: "/v1/my/billing/funding/purchases", idempotency: "required" },
  "fundingPurchases.get": { method: "GET", path: "/v1/my/billing/funding/purchases/{id}" },
  "validations.quote": { method: "POST", path: "/v1/my/validation_operations/quote" },
  "validations.start": { method: "POST", path: "/v1/my/validation_operations", idempotency: "required" },
  "validations.get": { method: "GET", path: "/v1/my/validation_operations/{id}" },
  "validations.items": { method: "GET", path: "/v1/my/validation_operations/{id}/items", paginated: 30 },
  "imports.create": { method: "POST", path: "/v1/my/imports", upload: "multipart" },
  "imports.get": { method: "GET", path: "/v1/my/imports/{id}" },
  "events.track": { method: "POST", path: "/v1/my/events", idempotency: "optional" },
  "events.list": { method: "GET", path: "/v1/my/events", paginated: 30 },
  "campaigns.list": { method: "GET", path: "/v1/my/campaigns", paginated: 30 },
  "campaigns.create": { method: "POST", path: "/v1/my/campaigns" },
  "campaigns.get": { method: "GET", path: "/v1/my/campaigns/{id}" },
  "campaigns.update": { method: "PATCH", path: "/v1/my/campaigns/{id}" },
  "campaigns.send": { method: "POST", path: "/v1/my/campaigns/{id}/send" },
  "contacts.list": { method: "GET", path: "/v1/my/contacts", paginated: 30 },
  "contacts.create": { method: "POST", path: "/v1/my/contacts" },
  "lists.list": { method: "GET", path: "/v1/my/lists", paginated: 30 },
  "lists.create": { method: "POST", path: "/v1/my/lists" },
  "lists.updateContacts": { method: "POST", path: "/v1/my/lists/{id}/contacts/bulk" },
  "templates.list": { method: "GET", path: "/v1/my/templates", paginated: 30 },
  "templates.create": { method: "POST", path: "/v1/my/templates" },
  "templates.get": { method: "GET", path: "/v1/my/templates/{id}" },
  "templates.update": { method: "PATCH", path: "/v1/my/templates/{id}" },
  "templates.sendTest": { method: "POST", path: "/v1/my/templates/{id}/send_test" },
  "flows.list": { method: "GET", path: "/v1/my/flows", paginated: 30 },
  "flows.create": { method: "POST", path: "/v1/my/flows" },
  "segments.list": { method: "GET", path: "/v1/my/segments", paginated: 30 },
  "attachments.download": { method: "GET", path: "/v1/my/conversations/{conversation_id}/messages/{conversation_message_id}/attachments/{id}", download: "bytes" },
  "publicForms.submit": { method: "POST", path: "/v1/public/contacts" },
} as const satisfies Record<string, Route>
