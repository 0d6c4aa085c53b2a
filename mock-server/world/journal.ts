import { limits } from "../../sdk/contract/core/limits.ts"
import { redactBody, redactText } from "../../sdk/contract/core/redact.ts"
import { globMatcher } from "../base/glob.ts"
import { findExcess } from "../base/json-bounds.ts"
import type { CredentialRow } from "../store/tables/credentials.ts"
import type { Caller } from "./caller.ts"
import { CreatedIndex, type CreatedResource, createdIn } from "./created-resources.ts"

/** A request and its answer as they are shown, without their bodies; secrets are redacted. */
export interface RequestLine {
  /** The id of the request. */
  readonly id: number
  /** When it came, by the world's clock: ISO 8601. */
  readonly time: string
  /** `GET`, `POST` and so on. */
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** As it was sent, without the `?`; null where there was none. */
  readonly query: string | null
  /** Null where the connection was cut, by a fault or by the client, before an answer went out. */
  readonly status: number | null
  /** How long the answer took, in milliseconds. */
  readonly duration_ms: number
  /** Name of the endpoint, for example `messages.send`; null where no endpoint has this path. */
  readonly endpoint: string | null
  /** Null where no credential was let in. */
  readonly credential_kind: string | null
  /** What kind of credential it showed, let in or not; `unknown` for one that nobody knows, null where it showed none. */
  readonly shown_credential: string | null
  /** The account that it was for; null where it is not known. */
  readonly account_id: number | null
  /** The brand that it was for; null where it is not known. */
  readonly brand_id: number | null
  /** The header `Idempotency-Key`; null where there was none. */
  readonly idempotency_key: string | null
  /** The fault that had its hand in it. */
  readonly fault_id: number | null
  /** What is odd about the request, though it was answered. */
  readonly warning: string | null
}

/** The same with the bodies. */
export interface JournalEntry extends RequestLine {
  /** What was sent: parsed where it is JSON, else text; null where there was none, or where it was forgotten. */
  readonly request_body: unknown
  /** What was answered: a value where it was JSON. */
  readonly response_body: unknown
  /** The messages and webhook events that it made, or was answered with once more. */
  readonly made: readonly CreatedResource[]
}

/** What is looked for in the journal; everything given must fit. */
export interface JournalQuery {
  readonly method?: string | undefined
  /** Without the query; `*` stands for any text. */
  readonly path?: string | undefined
  readonly status?: number | undefined
  /** Milliseconds since 1970: requests that came then or later. */
  readonly since?: number | undefined
  /** Requests that came after the one with this id. */
  readonly after?: number | undefined
  /** Only those that were answered by an error, or not at all. */
  readonly failed?: boolean | undefined
  /** Only the newest so many of them. */
  readonly limit?: number | undefined
}

/** What a request shows of who sends it, let in or not. */
export interface Shown {
  /** Null for one that nobody knows; left out where there is none. */
  readonly credential?: CredentialRow | null
  /** As its headers name them. */
  readonly accountId?: string | undefined
  readonly brandSid?: string | undefined
}

/** What becomes known of a request along its way. */
export interface Trace {
  /** Name of the endpoint, for example `messages.send`. */
  endpoint?: string
  caller?: Caller
  shown?: Shown
  /** The body as it was sent, or the fields of an upload as JSON. */
  text?: string | undefined
  /** What is odd about it, though it is answered. */
  warning?: string
}

/** A request and its answer as they are kept: whatever costs something to work out is left for when it is asked for. */
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
  /** The answer's body: its text, or what it is the JSON of. */
  body: string | object | null
  readonly faultId: number | null
  /** The newest webhook delivery when it came, what was due by then included. */
  readonly deliveryId?: number | undefined
  /** Read in the body when left out. */
  readonly made?: readonly CreatedResource[] | undefined
}

/** A record under its id; who else holds one sees its body forgotten too. */
export interface KeptRequest extends RequestRecord {
  /** The id of the request. */
  readonly id: number
  readonly made: readonly CreatedResource[]
}

const entriesKept = 10_000
/** Characters of bodies that are kept: the oldest are forgotten first, before their entries are. */
const charactersKept = 32 * 1024 * 1024
/** What a record counts as, since the journal may be all that still holds it. */
const recordCharacters = 512

/** What was asked and answered: the newest 10,000 requests. */
export class Journal {
  /** A ring: the entry with an id stands at its remainder. */
  readonly #ring: KeptRequest[] = []
  readonly #created = new CreatedIndex()
  #lastId = 0
  #clearedTo = 0
  /** The entries after this one still have their bodies. */
  #forgottenTo = 0
  #characters = 0
  #onChange: ((kept: KeptRequest | undefined) => void) | undefined

  /** The id of the newest request that there ever was. */
  get lastId(): number {
    return this.#lastId
  }

  /** How many are kept. */
  get size(): number {
    return this.#lastId - Math.max(this.#clearedTo, this.#lastId - entriesKept)
  }

  /** True while all that was asked since the world began is kept, with what was sent. */
  get isWhole(): boolean {
    return this.#forgottenTo === 0
  }

  /** Keeps a record; answers its id. */
  add(record: RequestRecord): number {
    const id = ++this.#lastId
    if (id - entriesKept > this.#forgottenTo) this.#forgetBodies(id - entriesKept)
    const gone = this.#ring[id % entriesKept]
    if (gone !== undefined) this.#created.remove(gone.id, gone.made)
    const { at, duration, method, url, idempotencyKey, trace, status, body, faultId, deliveryId } = record
    const made = record.made ?? createdIn(trace.endpoint, body)
    // Named one by one, they are all of one shape: a spread costs as much as the rest of a request.
    const kept = { id, at, duration, method, url, idempotencyKey, trace, status, body, faultId, deliveryId, made }
    this.#ring[id % entriesKept] = kept
    this.#created.add(id, kept.made)
    this.#characters += charactersOf(record)
    while (this.#characters > charactersKept) this.#forgetBodies(this.#forgottenTo + 1)
    this.#onChange?.(kept)
    return id
  }

  /** Tells of each request from now on, of none when they are cleared; of no more when left out. */
  watch(onChange?: (kept: KeptRequest | undefined) => void): void {
    this.#onChange = onChange
  }

  /** What is kept, oldest first, for another journal to begin with. */
  dump(): readonly KeptRequest[] {
    const first = Math.max(this.#clearedTo, this.#lastId - entriesKept) + 1
    const kept: KeptRequest[] = []
    for (let id = first; id <= this.#lastId; id++) {
      const record = this.#ring[id % entriesKept]
      if (record !== undefined) kept.push(record)
    }
    return kept
  }

  /** Takes in what another journal has kept, each under its own id: copies, whose bodies are forgotten apart. */
  load(kept: readonly KeptRequest[]): void {
    this.clear()
    for (const record of kept) this.put(record)
  }

  /** Keeps a copy of a record of another journal, under the id that it has there. */
  put({ id, ...record }: KeptRequest): void {
    this.#lastId = id - 1
    this.add({ ...record, trace: { ...record.trace } })
  }

  /** The entries that fit, oldest first. */
  list(query: JournalQuery = {}): JournalEntry[] {
    const fits = matcher(query)
    const entries: JournalEntry[] = []
    const { after = 0, limit = entriesKept } = query
    const before = Math.max(this.#clearedTo, this.#lastId - entriesKept, after)
    for (let id = this.#lastId; id > before && entries.length < limit; id--) {
      const kept = this.#ring[id % entriesKept]
      if (kept !== undefined && fits(kept)) entries.push(show(kept, id > this.#forgottenTo))
    }
    return entries.reverse()
  }

  get(id: number): JournalEntry | undefined {
    const kept = this.kept(id)
    return kept && show(kept, id > this.#forgottenTo)
  }

  /** A request as it is kept, with its secrets. */
  kept(id: number): KeptRequest | undefined {
    const kept = this.#ring[id % entriesKept]
    return kept?.id === id ? kept : undefined
  }

  /** An entry without its bodies, which cost more to show than all the rest. */
  line(id: number): RequestLine | undefined {
    const kept = this.kept(id)
    return kept && lineOf(kept)
  }

  /** The ids of the requests that made something, the first one first; those after it were answered with it once more. */
  thatMade(made: CreatedResource): readonly number[] {
    return this.#created.of(made)
  }

  /** Ids go on from where they are. */
  clear(): void {
    this.#ring.length = 0
    this.#created.clear()
    this.#clearedTo = this.#lastId
    this.#forgottenTo = this.#lastId
    this.#characters = 0
    this.#onChange?.(undefined)
  }

  #forgetBodies(to: number): void {
    while (this.#forgottenTo < to) {
      const kept = this.#ring[++this.#forgottenTo % entriesKept]
      if (kept === undefined) continue
      this.#characters -= charactersOf(kept)
      kept.body = null
      kept.trace.text = undefined
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

function matcher({ method, path, status, since, failed = false }: JournalQuery): (kept: KeptRequest) => boolean {
  const fits = path === undefined ? undefined : globMatcher(path)
  const wanted = method?.toUpperCase()
  return (kept) =>
    (wanted === undefined || kept.method === wanted) &&
    (status === undefined || kept.status === status) &&
    (since === undefined || kept.at >= since) &&
    (!failed || kept.status === null || kept.status >= 400) &&
    (fits === undefined || fits(pathOf(kept)))
}

/** A body that is nested too deeply is refused; as a value it could not be written, as text not be searched for secrets. */
const shownBody = (text: string) =>
  findExcess(depthAlone, text) ? "[nested too deeply to be shown]" : redactBody(text)

const depthAlone = { depth: limits.jsonDepth, items: Infinity, keys: Infinity, values: Infinity }

function show(kept: KeptRequest, hasBodies: boolean): JournalEntry {
  const [text, body] = [kept.trace.text, kept.body]
  return {
    ...lineOf(kept),
    request_body: hasBodies && text ? shownBody(text) : null,
    response_body: hasBodies && body ? redactBody(typeof body === "string" ? body : JSON.stringify(body)) : null,
    made: kept.made,
  }
}

function lineOf(kept: KeptRequest): RequestLine {
  const { id, at, method, url, status, duration, idempotencyKey, faultId, trace } = kept
  const path = pathOf(kept)
  const { endpoint, caller, shown, warning } = trace
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
    shown_credential: shown?.credential === null ? "unknown" : (shown?.credential?.kind ?? null),
    account_id: caller?.account.id ?? null,
    brand_id: caller?.brand.id ?? null,
    idempotency_key: idempotencyKey ?? null,
    fault_id: faultId,
    warning: warning ?? null,
  }
}
