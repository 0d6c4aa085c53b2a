import type { EndpointSpec } from "../core/endpoint.ts"
import { selectsAccount, selectsBrand } from "../core/endpoints.ts"
import { headerNames, serviceHeaderNames } from "../core/headers.ts"
import { keyPattern } from "../core/idempotency-key.ts"
import { limits } from "../core/limits.ts"
import type { Header, Parameter, Reference } from "./types.ts"

const inHeader = (name: string, description: string, schema: Parameter["schema"], required = false): Parameter => ({
  name,
  in: "header",
  description,
  required,
  schema,
})

const keySchema = {
  type: "string",
  minLength: 1,
  maxLength: limits.idempotencyKeyLength,
  pattern: keyPattern.source,
} as const
const keyRule = "Repeating a request with the same key repeats no effect; the same key with another request is a 409."

/** Request headers, by component name. Spec: Authentication. */
export const headerParameters = {
  BrandSid: inHeader(headerNames.brand, "The brand to act on; the account's default brand when left out.", {
    type: "string",
  }),
  AccountId: inHeader(
    headerNames.account,
    "The account to act on, where a JWT reaches several; other credentials ignore it.",
    {
      type: "integer",
      minimum: 1,
    },
  ),
  IdempotencyKey: inHeader(headerNames.idempotencyKey, keyRule, keySchema),
  RequiredIdempotencyKey: inHeader(
    headerNames.idempotencyKey,
    `${keyRule} Required: keep it with the thing it is for, so that it survives a restart.`,
    keySchema,
    true,
  ),
} as const satisfies Record<string, Parameter>

/** The request headers that an endpoint reads. */
export function headerParametersOf(spec: EndpointSpec): Reference[] {
  const used: (keyof typeof headerParameters | false)[] = [
    selectsBrand(spec) && "BrandSid",
    selectsAccount(spec) && "AccountId",
    spec.idempotency === "optional" && "IdempotencyKey",
    spec.idempotency === "required" && "RequiredIdempotencyKey",
  ]
  return used.filter((name) => name !== false).map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

const count = (description: string, required = true): Header => ({ description, required, schema: { type: "integer" } })

/** Response headers by name, which is their component name too. Spec: Paging. */
export const responseHeaders: Readonly<Record<string, Header>> = {
  [headerNames.totalCount]: count("Rows on all pages."),
  [headerNames.totalPages]: count("Number of pages; 0 for an empty list."),
  [headerNames.pageNumber]: count("This page, from 1."),
  [headerNames.nextPage]: count("The next page; left out on the last.", false),
  [headerNames.prevPage]: count("The page before; left out on the first.", false),
  [headerNames.authorization]: {
    description: "The new JWT, as `Bearer <jwt>`.",
    required: true,
    schema: { type: "string", pattern: "^Bearer " },
  },
  [headerNames.contentDisposition]: {
    description: "Holds the file's name.",
    required: true,
    schema: { type: "string" },
  },
  [serviceHeaderNames.wwwAuthenticate]: {
    description: "How to authenticate.",
    required: true,
    schema: { type: "string" },
    example: "Bearer",
  },
  [headerNames.retryAfter]: {
    description: "When to try again: seconds, or an HTTP date.",
    required: true,
    schema: { type: "string" },
    example: "30",
  },
  [serviceHeaderNames.allow]: { description: "On 405: the methods that the path has.", schema: { type: "string" } },
}

/** References to response headers, for a response that has them. */
export function headerRefs(...names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
