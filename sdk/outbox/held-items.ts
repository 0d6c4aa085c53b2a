import { MasError, pinClassNames } from "../base/mas-error.ts"
import { randomKey } from "../client/idempotency.ts"
import { hexHash } from "../client/request/account-key.ts"
import { messageOf } from "../client/transport/fields.ts"
import { canonicalJson } from "../contract/core/canonical-json.ts"
import type { CallHold, CallToHold, HeldCall } from "../sending/recipients/call-hold.ts"
import { mayBeAccepted } from "./in-doubt.ts"
import type { OutboxClock } from "./table.ts"

/**
 * What became of a held item: it waits for a person, is approved and about to leave, is leaving (its request may have been sent),
 * was sent, was refused by a person, or nobody approved it in time.
 */
export type HeldState = "waits" | "approved" | "leaving" | "sent" | "refused" | "expired"

/** Who decides, and from where. */
export interface Decider {
  /** The person, such as `ana`. */
  readonly who: string
  /** From where, such as `terminal of laptop-3`. */
  readonly from: string
}

/** An entry of an item's log. */
export interface HeldEvent extends Decider {
  /** Time in ISO 8601, by the outbox's clock. */
  readonly at: string
  /** What happened. `not sent`: certainly not; `unclear`: perhaps. */
  readonly what: "held" | "edited" | "approved" | "refused" | "handed over" | "sent" | "not sent" | "unclear"
  /** The revision that it happened to. */
  readonly revision: number
  /** Names the revision, as `HeldItem.hash`. */
  readonly hash: string
  /** SHA-256 of the revision's body, in hexadecimal digits. */
  readonly bodySha256: string
  /** A reason, an error, or the response's id. */
  readonly note?: string | undefined
}

/** What an item holds besides its hashes. */
interface HeldContent extends Omit<CallToHold, "idempotencyKey"> {
  /** Its id: the idempotency key of the call, or a new one if the endpoint reads none. */
  readonly id: string
  /** True if the service has one effect, however often the call is repeated with the id as its key. */
  readonly isRepeatable: boolean
  /** Who asked for the call: `program` or `mas mcp`. */
  readonly source: string
  /** What a person was shown when the revision was made, such as the template's text; null until somebody looked at it. */
  readonly about: unknown
  /** From 1; an edit makes a new one, which needs its own approval. */
  readonly revision: number
  /** What became of it. */
  readonly state: HeldState
  /** Until when it can be approved and sent, in ISO 8601. */
  readonly expiresAt: string
  /** How often it was handed over to the service. */
  readonly handOvers: number
  /** All that happened to it, oldest first. */
  readonly log: readonly HeldEvent[]
}

/** A call that waits for a person, or what became of it. */
export interface HeldItem extends HeldContent {
  /** Names exactly this revision: an approval is for a hash. */
  readonly hash: string
  /** SHA-256 of the body's bytes, in hexadecimal digits. */
  readonly bodySha256: string
}

/** A held item cannot be changed or sent as asked. Nothing was sent by this call. */
export class HeldItemError extends MasError {
  constructor(
    /** The id of the item. */
    readonly id: string,
    /** Why. */
    readonly problem: "not found" | "changed" | "expired" | "decided" | "unclear" | "conflict",
    message: string,
  ) {
    super(`${id} ${message}`)
  }
}
pinClassNames({ HeldItemError })

/** Sends an approved call: `hold` is to be given to the client, which then sends exactly this call, by this account, or nothing. */
export type SendHeld = (item: HeldItem, hold: CallHold) => PromiseLike<unknown>

/** Calls that wait for a person. Each change is for the revision with a hash: one that was changed since is refused. */
export interface Approvals {
  /** All items, oldest first. */
  list(): Promise<HeldItem[]>
  /** One item. @throws HeldItemError if there is none. */
  get(id: string): Promise<HeldItem>
  /** Adds what a person is shown, where an item has nothing yet. */
  describe(id: string, about: unknown): Promise<HeldItem>
  /** Says yes to a revision. Saying it twice has no effect. @throws HeldItemError if it cannot be approved. */
  approve(id: string, hash: string, by: Decider): Promise<HeldItem>
  /** Says no. @throws HeldItemError if it may have been sent, or was refused before. */
  refuse(id: string, hash: string, by: Decider & { readonly reason?: string | undefined }): Promise<HeldItem>
  /** Makes a new revision, which waits for its own approval. `body` is JSON text. @throws HeldItemError as `refuse`. */
  edit(id: string, hash: string, change: Decider & Pick<HeldItem, "body" | "about">): Promise<HeldItem>
  /**
   * Sends an approved revision, once, with its id as the key. After a crash the same call completes it. One that cannot be repeated
   * is not sent again if it may have been. Returns the item with the state `sent`.
   * @throws HeldItemError if the item is not to be sent; otherwise the error of `send`.
   */
  release(id: string, hash: string, send: SendHeld, by: Decider): Promise<HeldItem>
}

/** The rows of held items: JSON text by id. */
export interface HeldRows {
  /** Adds a row unless there is one with the id. */
  add(id: string, text: string): Promise<unknown>
  read(id: string): Promise<string | undefined>
  list(): Promise<string[]>
  /** Replaces a text. False if it is another one by now. */
  replace(id: string, before: string, after: string): Promise<boolean>
}

/** Milliseconds that an item waits for a person. */
const usualSpan = 86_400_000

/** Held items in the rows of an outbox. */
export function heldItems(rows: HeldRows, clock: OutboxClock, span = usualSpan) {
  const isoTime = (ms: number) => new Date(ms).toISOString()

  function itemOf(content: HeldContent): HeldItem {
    const { id, revision, method, path, body, brandSid, pinnedBy, at, account, user, about } = content
    const parts = [id, revision, method, path, body, brandSid, pinnedBy, at, account, user, about]
    const hash = hexHash(canonicalJson(parts.map((part) => part ?? null)))
    const isOver = Date.parse(content.expiresAt) <= clock.now()
    const state = isOver && ["waits", "approved"].includes(content.state) ? "expired" : content.state
    return { ...content, state, hash: hash.slice(0, 16), bodySha256: hexHash(body ?? "") }
  }

  async function textOf(id: string): Promise<string> {
    const text = await rows.read(id)
    if (text === undefined) throw new HeldItemError(id, "not found", "is not held: there is no such item")
    return text
  }

  const get = async (id: string): Promise<HeldItem> => itemOf(JSON.parse(await textOf(id)))

  type Entry = Decider & Pick<HeldEvent, "what" | "note">

  /** The only place that changes an item. `next` returns nothing to leave it as it is; it runs again if somebody was faster. */
  async function change(
    id: string,
    next: (item: HeldItem) => readonly [changes: Partial<HeldContent>, entry?: Entry] | undefined,
  ): Promise<HeldItem> {
    for (;;) {
      const text = await textOf(id)
      const content: HeldContent = JSON.parse(text)
      const [changes, entry] = next(itemOf(content)) ?? []
      if (changes === undefined) return itemOf(content)
      const changed = { ...content, ...changes }
      const { revision, hash, bodySha256 } = itemOf(changed)
      const event = entry && { at: isoTime(clock.now()), ...entry, revision, hash, bodySha256 }
      const after = { ...changed, log: event ? [...content.log, event] : content.log }
      if (await rows.replace(id, text, JSON.stringify(after))) return itemOf(after)
    }
  }

  /** Refuses what cannot be decided on: another revision than the person saw, or an item that is over. */
  function requireOpen(item: HeldItem, hash: string): void {
    const { id, state, expiresAt } = item
    if (item.hash !== hash)
      throw new HeldItemError(
        id,
        "changed",
        `is not what was shown: that was ${hash}, it is ${item.hash} now. Look at it again`,
      )
    if (state === "expired") {
      const decision = item.log.findLast(({ what }) => what === "edited" || what === "approved")
      const why =
        decision?.what === "approved" ? "it was approved, and did not go out in time" : "nobody approved it in time"
      throw new HeldItemError(id, "expired", `expired at ${expiresAt}: ${why}`)
    }
    if (state === "leaving")
      throw new HeldItemError(id, "unclear", "was handed over to the service, and may have been sent")
    if (state === "sent" || state === "refused") throw new HeldItemError(id, "decided", `was ${state} already`)
  }

  const approvals: Approvals = {
    list: async () => (await rows.list()).map((text) => itemOf(JSON.parse(text))),
    get,
    describe: (id, about) => change(id, (item) => ((item.about ?? null) === null ? [{ about }] : undefined)),
    approve: (id, hash, by) =>
      change(id, (item) => {
        if (item.hash === hash && ["leaving", "sent"].includes(item.state)) return undefined
        requireOpen(item, hash)
        return item.state === "approved" ? undefined : [{ state: "approved" }, { ...by, what: "approved" }]
      }),
    refuse: (id, hash, { reason, ...by }) =>
      change(id, (item) => {
        requireOpen(item, hash)
        return [{ state: "refused" }, { ...by, what: "refused", note: reason }]
      }),
    edit: (id, hash, { body, about, ...by }) =>
      change(id, (item) => {
        requireOpen(item, hash)
        return [
          { state: "waits", revision: item.revision + 1, body, about },
          { ...by, what: "edited" },
        ]
      }),
    async release(id, hash, send, by) {
      let isResumed = false
      const item = await change(id, (current) => {
        isResumed = current.state === "leaving"
        if (current.hash === hash && current.state === "sent") return undefined
        const isInTime = Date.parse(current.expiresAt) > clock.now()
        if (!isResumed || current.hash !== hash || !current.isRepeatable || !isInTime) requireOpen(current, hash)
        if (current.state === "waits") throw new HeldItemError(id, "decided", "is not approved")
        return [
          { state: "leaving", handOvers: current.handOvers + 1 },
          { ...by, what: "handed over" },
        ]
      })
      if (item.state === "sent") return item
      let response: unknown
      try {
        response = await send(item, onlyFor(item))
      } catch (error) {
        const note = messageOf(error)
        // What an earlier attempt, or another process, may have sent stays unclear.
        await change(id, (current) => {
          if (current.state !== "leaving") return undefined
          const isCertain = !isResumed && current.handOvers === item.handOvers && isCertainlyUnsent(error)
          return isCertain
            ? [{ state: "approved" }, { ...by, what: "not sent", note }]
            : [{}, { ...by, what: "unclear", note }]
        })
        throw error
      }
      const sentId: unknown = Object(response).id
      const note = sentId === undefined ? undefined : `id ${sentId}`
      return change(id, ({ state }) =>
        state === "sent" ? undefined : [{ state: "sent" }, { ...by, what: "sent", note }],
      )
    },
  }

  /** Keeps a call. The same call with the same key is the same item. */
  async function hold(
    { idempotencyKey, ...call }: CallToHold,
    { source = "program", about = null }: { readonly source?: string; readonly about?: unknown } = {},
  ): Promise<HeldCall> {
    const id = idempotencyKey ?? randomKey()
    const now = clock.now()
    const [revision, expiresAt] = [1, isoTime(now + span)]
    const start = { id, isRepeatable: idempotencyKey !== undefined, source, about, expiresAt, handOvers: 0 }
    const content: HeldContent = { ...call, ...start, revision, state: "waits", log: [] }
    const { hash, bodySha256 } = itemOf(content)
    const event: HeldEvent = { at: isoTime(now), what: "held", who: source, from: call.at, revision, hash, bodySha256 }
    await rows.add(id, JSON.stringify({ ...content, log: [event] }))
    const first = (await rows.read(id)) ?? ""
    if (first === "") {
      const advice = "use another key, or hold the calls of an outbox in another table"
      throw new HeldItemError(id, "conflict", `is the key of a message of this outbox: ${advice}`)
    }
    const item = itemOf(JSON.parse(first))
    const isSame = item.log[0]?.bodySha256 === bodySha256 && differenceOf(item, call, ["method", "path"]) === undefined
    if (!isSame)
      throw new HeldItemError(id, "conflict", "holds another call, or one for another account: use another key")
    return { id, state: item.state, expiresAt: item.expiresAt }
  }

  return { approvals, hold }
}

const isCertainlyUnsent = (error: unknown) => error instanceof HeldItemError || !mayBeAccepted(error)

/** What tells one call from another, besides its body and its target. */
const scope = ["brandSid", "pinnedBy", "at", "account", "user"] as const

function differenceOf(item: HeldItem, call: Omit<CallToHold, "idempotencyKey">, more: readonly (keyof typeof call)[]) {
  return [...more, ...scope].find((field) => (call[field] ?? null) !== (item[field] ?? null))
}

/** Lets exactly one call pass: what was approved, to the address and by the account that it was made for. */
export const onlyFor = (item: HeldItem): CallHold => ({
  holdsAllWrites: true,
  async hold(call) {
    const field = differenceOf(item, call, ["method", "path", "body"])
    const isKey = call.idempotencyKey === (item.isRepeatable ? item.id : undefined)
    if (field === undefined && isKey) return undefined
    const what = {
      at: `was made for ${item.at}, and this client sends to ${call.at}`,
      account:
        item.accountName === call.accountName
          ? `was made for ${item.accountName} of a mock server that has begun anew since`
          : `was made for ${item.accountName}, and this client is of ${call.accountName}`,
      brandSid: `was made for ${brandOf(item)}, and this client is for ${brandOf(call)}`,
      pinnedBy: `was made for ${brandOf(item)}, and this client is for ${brandOf(call)}`,
      user: `changes ${item.userName ?? "whoever is signed in"}, and this client is signed in as ${call.userName}`,
      body: "would leave with another body than was approved, by this client's rules",
    }
    const why = Object.entries(what).find(([name]) => name === field)?.[1] ?? `differs in its ${field ?? "key"}`
    throw new HeldItemError(item.id, "conflict", why)
  },
})

const brandOf = ({ brandSid, pinnedBy }: Pick<CallToHold, "brandSid" | "pinnedBy">) =>
  brandSid !== null ? `brand ${brandSid}` : pinnedBy ? `the brand of ${pinnedBy}` : "the default brand"
