import * as z from "zod"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import { isIdempotencyKey } from "../../../sdk/contract/core/idempotency-key.ts"
import { jsonFromText } from "../../../sdk/contract/core/parse-text.ts"
import { fromText, gatherText } from "../../../sdk/contract/core/text.ts"
import { contract } from "../../../sdk/contract/index.ts"
import type { CredentialRow } from "../../resources/credentials/table.ts"
import { type FreshWorld, freshWorld } from "../../seed/fresh-world.ts"
import type { JournalEntry, Shown } from "../../world/journal.ts"
import type { MountedWorld } from "../../world/mounted-world.ts"
import type { World } from "../../world/world.ts"
import { mainWorld } from "../../world/world-names.ts"

/** A request in a form that can be repeated. */
export interface SentRequest {
  readonly entry: JournalEntry
  /** Path and query. */
  readonly url: string
  /** The body as sent; undefined when there was none, or it was a form. */
  readonly text: string | undefined
  /** The arguments of the client's method; undefined when no method sends this request. */
  readonly call: EndpointCall | undefined
  /** The fields of a form with a file. */
  readonly form: Readonly<Record<string, unknown>> | undefined
  readonly shown: Shown
  /** The world's name for the credential, if the world started with it. */
  readonly seeded: keyof FreshWorld["credentials"] | undefined
  /** How to create an equal credential for the same account, person and brand. */
  readonly likeIt: Readonly<Record<string, unknown>> | undefined
  /** True when the client sends it with the main account's API key, or when no credential is needed. */
  readonly isByKey: boolean
}

export interface EndpointCall {
  /** `messages.send` */
  readonly name: string
  readonly endpoint: EndpointSpec
  /** The ids of the path by their names, in their order. */
  readonly ids: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, unknown>> | undefined
  readonly body: unknown
}

/** Reads a request from the journal; undefined when the id is unknown. */
export function sentRequest({ world, setup }: MountedWorld, id: number): SentRequest | undefined {
  const [entry, record] = [world.journal.get(id), world.journal.kept(id)]
  if (entry === undefined || record === undefined) return undefined
  const { path, query, request_body: body } = entry
  const { shown: transcript = {}, text } = record.trace
  const { credentials } = freshWorld(mainWorld, setup.fixtures)
  const seeded = typedKeys(credentials).find((name) => credentials[name] === transcript.credential?.token)
  const endpoint = endpointOf(entry)
  const isOpen = endpoint?.auth.length === 0 && transcript.credential === undefined
  const isForm = endpoint?.upload !== undefined
  const isBroken = typeof body === "string" && jsonFromText(text ?? "") === text
  return {
    entry,
    url: query === null ? path : `${path}?${query}`,
    text: isForm || !text ? undefined : isBroken ? body : JSON.stringify(body),
    call: endpoint === undefined || isForm || isBroken || (text && body === null) ? undefined : callOf(entry, endpoint),
    form: isForm ? { ...Object(body) } : undefined,
    shown: transcript,
    seeded,
    likeIt: transcript.credential ? likeOf(world, transcript.credential) : undefined,
    isByKey: (seeded === "api_key" || isOpen) && transcript.accountId === undefined,
  }
}

function likeOf({ tables }: World, { kind, brand_id, account_id, user_id, impersonated_user_id }: CredentialRow) {
  const brand_sid = brand_id === null ? null : (tables.brands.get(brand_id)?.sid ?? null)
  const fields = { kind, account_id, user_id, impersonated_user_id, brand_sid }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

const typedKeys = <T extends object>(value: T) => Object.keys(value) as (keyof T)[]

function endpointOf({ endpoint: name }: JournalEntry): EndpointSpec | undefined {
  const [group = "", verb = ""] = name?.split(".") ?? []
  const groups: Readonly<Record<string, Readonly<Record<string, EndpointSpec>>>> = contract
  return groups[group]?.[verb]
}

function callOf(entry: JournalEntry, endpoint: EndpointSpec): EndpointCall | undefined {
  const { endpoint: name, method, path, query, request_body: body, idempotency_key: key } = entry
  const segments = path.split("/")
  const ids: Record<string, string | number> = {}
  for (const [index, segment] of endpoint.path.split("/").entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name !== undefined) ids[name] = idOf(endpoint, name, decodeURIComponent(segments[index] ?? ""))
  }
  const takesBody = endpoint.body !== undefined
  const isSentSo =
    method === endpoint.method &&
    entry.status !== 415 &&
    Object.values(ids).every((id) => /^(?!\.+$)[\w.@-]+$/.test(String(id))) &&
    (takesBody ? query === null : body === null) &&
    (body === null || (typeof body === "object" && !Array.isArray(body))) &&
    (key === null ? endpoint.idempotency !== "required" : endpoint.idempotency !== undefined && isIdempotencyKey(key))
  if (name === null || !isSentSo) return undefined
  return { name, endpoint, ids, query: query === null ? undefined : valuesOf(endpoint, query), body }
}

function idOf({ params }: EndpointSpec, field: string, text: string): string | number {
  const id = params && fromText(params, { [field]: text })[field]
  return typeof id === "number" ? id : text
}

/** A query as the method takes it: the endpoint's own fields, and those of every list. */
function valuesOf({ query }: EndpointSpec, text: string): Record<string, unknown> {
  const fields = gatherText(new URLSearchParams(text))
  const values = query === undefined ? fields : fromText(query, fields)
  const { page, limit } = fromText(pageQuery, fields)
  return { ...values, ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) }
}

const pageQuery = z.object({ page: z.int(), limit: z.int() })
