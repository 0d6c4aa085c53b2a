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
  "memberships.list": { method: "GET", path: "/v1/my/account/memberships", paginated: 100 },
  "memberships.update": { method: "PATCH", path: "/v1/my/account/memberships/{id}" },
  "memberships.remove": { method: "DELETE", path: "/v1/my/account/memberships/{id}" },
  "invites.list": { method: "GET", path: "/v1/my/account/invites", paginated: 100 },
  "invites.create": { method: "POST", path: "/v1/my/account/invites" },
  "invites.revoke": { method: "DELETE", path: "/v1/my/account/invites/{id}" },
  "invites.accept": { method: "POST", path: "/v1/my/account/invites/{id}/accept" },
} as const satisfies Record<string, Route>
