import * as z from "zod"
import type { EndpointGroup, EndpointSpec } from "../contract/core/endpoint.ts"
import { contract } from "../contract/index.ts"
import type { ResponseIssue } from "../errors.ts"
import type { Target } from "./target.ts"

// Nothing of the client is imported here but types: this file and the contract are built, and loaded, apart from it.

/** The most differences that an error or a warning lists. */
const maxIssues = 10

/** Where the data of an answer differs from the contract. Unknown fields are fine, and the data stays as it is. */
export function findIssues(data: unknown, target: Target): ResponseIssue[] {
  const response = target.response ?? findEndpoint(target.name)?.response
  if (!response || data === undefined) return []
  const schema = target.paginated ? z.array(response) : response
  const { error } = z.safeParse(schema, data)
  return (error?.issues ?? []).slice(0, maxIssues).map(({ path, message }) => ({ path: path.join("."), message }))
}

function findEndpoint(name: string | undefined): EndpointSpec | undefined {
  const [group = "", verb = ""] = name?.split(".") ?? []
  const groups: Readonly<Record<string, EndpointGroup>> = contract
  return groups[group]?.[verb]
}
