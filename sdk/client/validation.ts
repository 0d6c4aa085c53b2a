import * as z from "zod"
import type { EndpointGroup, EndpointSpec } from "../contract/core/endpoint.ts"
import { contract } from "../contract/index.ts"
import type { ResponseIssue } from "./errors.ts"
import type { ResponseValidator, ValidatedEndpoint } from "./options.ts"

export type { Credential } from "../contract/core/credentials.ts"
export type {
  EndpointExample,
  EndpointSpec,
  Feed,
  Method,
  RecipientRule,
  SuccessStatus,
} from "../contract/core/endpoint.ts"
export type { ErrorStatus } from "../contract/core/error-codes.ts"
export type * as models from "../contract/core/models.gen.ts"
export type { ResponseIssue } from "./errors.ts"
export type { ResponseValidator, ValidatedEndpoint } from "./options.ts"

// Imports only types of the client: this file and the contract are built and loaded separately.

/** Maximum number of differences that an error or a warning lists. */
const maxIssues = 10

/**
 * Checks responses against the contract, for the option `validateResponses`. Loads zod and every schema.
 *
 * ```ts
 * const mas = new Mas({ validateResponses: responseValidator("error") })
 * ```
 * @param level `warn`: log a warning. `error`: throw a `ResponseValidationError` for a read; a write is only logged,
 * because it has had its effect.
 */
export function responseValidator(level: ResponseValidator["level"] = "error"): ResponseValidator {
  return { level, findIssues }
}

function findIssues(
  data: unknown,
  { name, paginated, response = findResponse(name) }: ValidatedEndpoint,
): ResponseIssue[] {
  if (!response || data === undefined) return []
  const { error } = z.safeParse(paginated ? z.array(response) : response, data)
  return (error?.issues ?? []).slice(0, maxIssues).map(({ path, message }) => ({ path: path.join("."), message }))
}

function findResponse(name: string | undefined): EndpointSpec["response"] | undefined {
  const [group = "", verb = ""] = name?.split(".") ?? []
  const groups: Readonly<Record<string, EndpointGroup>> = contract
  return groups[group]?.[verb]?.response
}
