import { limits } from "../../sdk/contract/core/limits.ts"
import { redactBody, redactText } from "../../sdk/contract/core/redact.ts"
import { globMatcher } from "../base/glob.ts"
import { findExcess } from "../base/json-bounds.ts"
import type { RuleNumber } from "../base/rules.gen.ts"
import type { CredentialRow } from "../resources/credentials/table.ts"
import type { Caller } from "./caller.ts"
import { CreatedIndex, type CreatedResource, createdIn } from "./created-resources.ts"

/** A request and its response, with secrets redacted. */
export interface JournalEntry {
  /** The id of the request. */
  readonly id: number
  /** Time of arrival by the world's clock: ISO 8601. */
  readonly time: string
  /** `GET`, `POST` and so on. */
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /** The raw query without the `?`; null if there was none. */
  readonly query: string | null
  /** Null when the connection was cut before a response was sent, by a fault or by the client. */
  readonly status: number | null
  /** Time to respond, in milliseconds. */
  readonly duration_ms: number
  /** Name of the endpoint, for example `messages.send`; null if no endpoint has this path. */
  readonly endpoint: string | null
  /** Null when no credential was accepted. */
  readonly credential_kind: string | null
  /** The kind of credential, accepted or not; `unknown` for an unknown one, null without one. */
  readonly shown_credential: string | null
  /** The account of the request; null if unknown. */
  readonly account_id: number | null
  /** The brand of the request; null if unknown. */
  readonly brand_id: number | null
  /** The header `Idempotency-Key`; null if there was none. */
  readonly idempotency_key: string | null
  /** The injected fault; null if there was none. */
  readonly fault_id: number | null
  /** A warning about an accepted request. */
  readonly warning: string | null
  /** The number of the rule that refused it, for example `22.5`; null if none did. */
  readonly rule: string | null
  /** The request body: parsed JSON or text; null when there was none, or it was dropped. */
  readonly request_body: unknown
  /** The response body: parsed JSON, or text. */
  readonly response_body: unknown
  /** The messages and webhook events that it created, or returned again. */
  readonly made: readonly CreatedResource[]
}

/** The same without the bodies. @internal */
export type RequestLine = Omit<JournalEntry, "request_body" | "response_body" | "made">

/** A filter for the journal; all given fields must match. @internal */
export interface JournalQuery {
  readonly method?: string | undefined
  /** The path without the query; `*` matches any text. */
  readonly path?: string | undefined
  readonly status?: number | undefined
  /** Without the question mark; `*` matches any text, as in the following fields. */
  readonly query?: string | undefined
  readonly endpoint?: string | undefined
  readonly credential_kind?: string | undefined
  readonly idempotency_key?: string | undefined
  /** Only requests at this time or later. Milliseconds since 1970. */
  readonly since?: number | undefined
  /** Only requests after the one with this id. */
  readonly after?: number | undefined
  /** Only requests responded with an error or not at all. */
  readonly failed?: boolean | undefined
  /** Only the newest N. */
  readonly limit?: number | undefined
}

/** The caller that the request claims to be, accepted or not. @internal */
export interface Shown {
  /** Null for an unknown credential; omitted without one. */
  readonly credential?: CredentialRow | null
  /** From the header. */
  readonly accountId?: string | undefined
  readonly brandSid?: string | undefined
}

/** Facts that become known while a request is processed. @internal */
export interface Trace {
  /** Name of the endpoint, for example `messages.send`. */
  endpoint?: string
  caller?: Caller
  shown?: Shown
  /** The body as sent, or the fields of an upload as JSON. */
  text?: string | undefined
  /** A warning about an accepted request. */
  warning?: string
  /** The rule that refuses it. */
  rule?: RuleNumber | undefined
}

/** A recorded request and response. Expensive parts are computed on demand. @internal */
export interface RequestRecord {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly duration: number
  /** `GET`, `POST` and so on. */
  readonly method: string
  readonly url: string
  readonly idempotencyKey: string | undefined
  readonly trace: Trace
  readonly status: number | null
  /** The response body: its text, or the object that was serialized. */
  body: string | object | null
  readonly faultId: number | null
  /** The newest webhook delivery before it, including due work. */
  readonly deliveryId?: number | undefined
  /** The newest entry of the history before it. */
  readonly historyId?: number | undefined
  /** Read from the response body when omitted. */
  readonly made?: readonly CreatedResource[] | undefined
}

/** A record with its id. Other holders of the record see its body dropped, too. @internal */
export interface KeptRequest extends RequestRecord {
  /** The id of the request. */
  readonly id: number
  readonly made: readonly CreatedResource[]
}

const entriesKept = 10_000
/** Maximum characters of kept bodies: the oldest are dropped first, before their entries are. */
const charactersKept = 32 * 1024 * 1024
/** Counted for each record besides its bodies. */
const recordCharacters = 512

/** The log of requests and responses: the newest 10,000. @internal */
export class Journal {
  /** A ring buffer: an entry is at its id modulo the size. */
  readonly #ring: KeptRequest[] = []
  readonly #created = new CreatedIndex()
  #lastId = 0
  #clearedTo = 0
  /** Entries up to this id no longer have their bodies. */
  #forgottenTo = 0
  #characters = 0
  #onChange: ((id?: number) => void) | undefined

  /** The id of the newest request ever. */
  get lastId(): number {
    return this.#lastId
  }

  get size(): number {
    return this.#lastId - Math.max(this.#clearedTo, this.#lastId - entriesKept)
  }

  /** True while all requests since the world began are kept with their bodies. */
  get isWhole(): boolean {
    return this.#forgottenTo === 0
  }

  add(record: RequestRecord): number {
    const id = ++this.#lastId
    if (id - entriesKept > this.#forgottenTo) this.#forgetBodies(id - entriesKept)
    const gone = this.#ring[id % entriesKept]
    if (gone !== undefined) this.#created.remove(gone.id, gone.made)
    const { at, duration, method, url, idempotencyKey, trace, status, body, faultId, deliveryId, historyId } = record
    const created = record.made ?? createdIn(trace.endpoint, body)
    // Fields are listed so that all records have the same shape: a spread would cost as much as the rest of a request.
    const entry = {
      id,
      at,
      duration,
      method,
      url,
      idempotencyKey,
      trace,
      status,
      body,
      faultId,
      deliveryId,
      historyId,
      made: created,
    }
    this.#ring[id % entriesKept] = entry
    this.#created.add(id, entry.made)
    this.#characters += charactersOf(record)
    while (this.#characters > charactersKept) this.#forgetBodies(this.#forgottenTo + 1)
    this.#onChange?.(id)
    return id
  }

  /** Calls `onChange` with the id of each request, and without one when they are cleared; without an argument it stops. */
  watch(onChange?: (id?: number) => void): void {
    this.#onChange = onChange
  }

  /** The kept records, oldest first, for another journal to start with. */
  dump(): readonly KeptRequest[] {
    const first = Math.max(this.#clearedTo, this.#lastId - entriesKept) + 1
    const records: KeptRequest[] = []
    for (let id = first; id <= this.#lastId; id++) {
      const record = this.#ring[id % entriesKept]
      if (record !== undefined) records.push(record)
    }
    return records
  }

  /** Loads the records of another journal under their ids. They are copies: bodies are dropped separately. */
  load(records: readonly KeptRequest[]): void {
    this.clear()
    for (const record of records) this.put(record)
  }

  /** Adds a copy of another journal's record under the same id. */
  put({ id, ...record }: KeptRequest): void {
    this.#lastId = id - 1
    this.add({ ...record, trace: { ...record.trace } })
  }

  /** The matching entries, oldest first. */
  list(query: JournalQuery = {}): JournalEntry[] {
    const fits = matcher(query)
    const entries: JournalEntry[] = []
    const { after = 0, limit = entriesKept } = query
    const before = Math.max(this.#clearedTo, this.#lastId - entriesKept, after)
    for (let id = this.#lastId; id > before && entries.length < limit; id--) {
      const record = this.#ring[id % entriesKept]
      if (record !== undefined && fits(record)) entries.push(show(record, id > this.#forgottenTo))
    }
    return entries.reverse()
  }

  get(id: number): JournalEntry | undefined {
    const record = this.kept(id)
    return record && show(record, id > this.#forgottenTo)
  }

  /** A recorded request with its secrets. */
  kept(id: number): KeptRequest | undefined {
    const record = this.#ring[id % entriesKept]
    return record?.id === id ? record : undefined
  }

  /** An entry without its bodies, which are the expensive part. */
  line(id: number): RequestLine | undefined {
    const record = this.kept(id)
    return record && lineOf(record)
  }

  /** The ids of the requests for a resource: the first created it, the others returned it again. */
  requestsThatCreated(resource: CreatedResource): readonly number[] {
    return this.#created.of(resource)
  }

  /** Clears the journal; ids continue. */
  clear(): void {
    this.#ring.length = 0
    this.#created.clear()
    this.#clearedTo = this.#lastId
    this.#forgottenTo = this.#lastId
    this.#characters = 0
    this.#onChange?.()
  }

  #forgetBodies(to: number): void {
    while (this.#forgottenTo < to) {
      const record = this.#ring[++this.#forgottenTo % entriesKept]
      if (record === undefined) continue
      this.#characters -= charactersOf(record)
      record.body = null
      record.trace.text = undefined
    }
  }
}

function charactersOf({ body, trace }: RequestRecord): number {
  const sent = trace.text?.length ?? 0
  if (body === null) return sent
  if (typeof body === "string") return sent + body.length
  return sent + recordCharacters * (Array.isArray(body) ? body.length : 1)
}

const pathOf = ({ url }: RequestRecord) => url.split("?", 1)[0] ?? ""

/** The filters of a request's line by a text with `*`. */
const textFilters = ["query", "endpoint", "credential_kind", "idempotency_key"] as const

function matcher(filters: JournalQuery): (record: KeptRequest) => boolean {
  const { method, path, status, since, failed = false } = filters
  const fits = path === undefined ? undefined : globMatcher(path.toLowerCase())
  const texts = textFilters.flatMap((name) => {
    const glob = filters[name]
    return glob === undefined ? [] : [{ name, isMatch: globMatcher(glob.toLowerCase()) }]
  })
  const fitsTexts = (record: KeptRequest) => {
    if (texts.length === 0) return true
    const line = lineOf(record)
    return texts.every(({ name, isMatch }) => isMatch((line[name] ?? "").toLowerCase()))
  }
  const methodName = method?.toUpperCase()
  return (record) =>
    (methodName === undefined || record.method === methodName) &&
    (status === undefined || record.status === status) &&
    (since === undefined || record.at >= since) &&
    (!failed || record.status === null || record.status >= 400) &&
    (fits === undefined || fits(pathOf(record).toLowerCase())) &&
    fitsTexts(record)
}

/** Text of a body that is nested too deeply: it cannot be serialized. It is not searched for secrets. */
const shownBody = (text: string) =>
  findExcess(depthAlone, text) ? "[nested too deeply to be shown]" : redactBody(text)

const depthAlone = { depth: limits.jsonDepth, items: Infinity, keys: Infinity, values: Infinity }

function show(record: KeptRequest, hasBodies: boolean): JournalEntry {
  const [text, body] = [record.trace.text, record.body]
  return {
    ...lineOf(record),
    request_body: hasBodies && text ? shownBody(text) : null,
    response_body: hasBodies && body ? redactBody(typeof body === "string" ? body : JSON.stringify(body)) : null,
    made: record.made,
  }
}

function lineOf(record: KeptRequest): RequestLine {
  const { id, at, method, url, status, duration, idempotencyKey, faultId, trace } = record
  const path = pathOf(record)
  const { endpoint, caller, shown: transcript, warning, rule } = trace
  return {
    id,
    time: new Date(at).toISOString(),
    method,
    path: redactText(path),
    query: path === url ? null : redactText(url.slice(path.length)).slice(1),
    status,
    duration_ms: Math.round(duration * 1_000) / 1_000,
    endpoint: endpoint ?? null,
    credential_kind: caller?.kind ?? null,
    shown_credential: transcript?.credential === null ? "unknown" : (transcript?.credential?.kind ?? null),
    account_id: caller?.account.id ?? null,
    brand_id: caller?.brand.id ?? null,
    idempotency_key: idempotencyKey ?? null,
    fault_id: faultId,
    warning: warning ?? null,
    rule: rule ?? null,
  }
}
