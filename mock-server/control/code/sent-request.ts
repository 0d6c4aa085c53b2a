import * as z from "zod"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import { fromText, gatherText } from "../../../sdk/contract/core/text.ts"
import { contract } from "../../../sdk/contract/index.ts"
import type { JournalEntry } from "../../world/journal.ts"
import type { World } from "../../world/world.ts"

/** A request as it can be made again. */
export interface SentRequest {
  readonly entry: JournalEntry
  /** Path and query. */
  readonly url: string
  /** What an endpoint's method takes; undefined where no endpoint has this path, or a file was sent. */
  readonly call: EndpointCall | undefined
  /** True where the seeded API key sends it. */
  readonly isByKey: boolean
  /** The brand that it names, where that is not the key's own. */
  readonly brandSid: string | undefined
}

interface EndpointCall {
  /** `messages.send` */
  readonly name: string
  readonly endpoint: EndpointSpec
  /** The ids of the path, in their order. */
  readonly ids: readonly (string | number)[]
  readonly query: Readonly<Record<string, unknown>> | undefined
  readonly body: unknown
}

/** Reads an entry of the journal back. */
export function sentRequest({ tables }: World, entry: JournalEntry): SentRequest {
  const { path, query, brand_id, account_id } = entry
  const account = tables.accounts.get(account_id ?? 0)
  const brand = tables.brands.get(brand_id ?? 0)
  const isMain = account?.id === mainAccount
  return {
    entry,
    url: query === null ? path : `${path}?${query}`,
    call: callOf(entry),
    isByKey: isMain && entry.credential_kind === "api_key",
    brandSid: brand?.is_default === false ? brand.sid : undefined,
  }
}

/** The account whose key clients of a world have. */
const mainAccount = 1

function callOf({ endpoint: name, path, query, request_body }: JournalEntry): EndpointCall | undefined {
  const [group = "", verb = ""] = name?.split(".") ?? []
  const groups: Readonly<Record<string, Readonly<Record<string, EndpointSpec>>>> = contract
  const endpoint = groups[group]?.[verb]
  if (name === null || endpoint === undefined || endpoint.upload !== undefined) return undefined
  const given = path.split("/")
  const ids = endpoint.path.split("/").flatMap((segment, at) => {
    if (!segment.startsWith("{")) return []
    return [idOf(endpoint, segment.slice(1, -1), decodeURIComponent(given[at] ?? ""))]
  })
  return { name, endpoint, ids, query: query === null ? undefined : valuesOf(endpoint, query), body: request_body }
}

function idOf({ params }: EndpointSpec, field: string, text: string): string | number {
  const id = params && fromText(params, { [field]: text })[field]
  return typeof id === "number" ? id : text
}

/** A query as the method takes it: the endpoint's own fields, and those of every list. */
function valuesOf({ query }: EndpointSpec, text: string): Record<string, unknown> {
  const given = gatherText(new URLSearchParams(text))
  const values = query === undefined ? given : fromText(query, given)
  return {
    ...values,
    ...fromText(
      page,
      Object.fromEntries(pageFields.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
    ),
  }
}

const page = z.object({ page: z.int(), limit: z.int() })
const pageFields = ["page", "limit"] as const
