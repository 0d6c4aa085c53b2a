import { batch, signal } from "@preact/signals"
import type { LiveChange, LiveChanges } from "../../control/live-rows.ts"
import type { ListedKind, RowPage } from "../../control/rows.ts"
import { call } from "./api.ts"
import { forget, past } from "./past.ts"
import { Rows } from "./rows.ts"

export const isOnline = signal(true)
/** Whether it has no such world any more. */
export const hasEnded = signal(false)

export interface Listener {
  apply(changes: readonly LiveChange[]): void
  /** So much has changed, or all of it: read it anew. */
  reset(): void
}

const listeners = new Map<string, Listener>()
let stream: EventSource | undefined
let cursor: string | undefined
const retryAfter = 1_000

export function listen(kind: string, listener: Listener): void {
  listeners.set(kind, listener)
}

/** Rows of a kind that the stream keeps up to date, each counted among its groups; read when they are first shown. */
export function liveRows<Row extends { readonly id: number }>(
  kind: ListedKind,
  groupsOf?: (row: Row) => readonly string[],
): Rows<Row> {
  const page = (size: number, before?: number) =>
    call<RowPage<Row>>("GET", `rows/${kind}?limit=${size}${before === undefined ? "" : `&before=${before}`}`)
  const rows = new Rows<Row>({ page, groupsOf })
  listen(kind, {
    // The server says what a row of a kind is.
    apply: (changes) =>
      rows.apply(changes as readonly (LiveChange & { readonly id: number; readonly row: Row | null })[]),
    reset: () => rows.refresh(),
  })
  return rows
}

/** Keeps the page as the world is, for as long as it is seen. */
export function goLive(): void {
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : connect()))
  connect()
}

function leave(): void {
  stream?.close()
  stream = undefined
}

function connect(): void {
  if (stream !== undefined || document.hidden || hasEnded.peek()) return
  const opened = new EventSource(cursor === undefined ? "live" : `live?since=${encodeURIComponent(cursor)}`)
  stream = opened
  opened.addEventListener("open", () => {
    if (isOnline.peek()) return
    // What failed meanwhile is asked for once more.
    isOnline.value = true
    resetAll()
  })
  opened.addEventListener("change", ({ data, lastEventId }) => {
    cursor = lastEventId
    applyChanges(JSON.parse(data))
  })
  opened.addEventListener("reset", ({ lastEventId }) => {
    cursor = lastEventId
    updates.value++
    // Another world has no such past.
    const step = past.peek()?.step
    if (step === undefined) resetAll()
    else forget(step)
  })
  opened.addEventListener("error", async () => {
    leave()
    // The stream does not say why it is no more.
    const answer = await fetch("live", { method: "HEAD" }).catch(() => undefined)
    hasEnded.value = answer?.status === 404
    isOnline.value = answer?.ok === true
    setTimeout(connect, retryAfter)
  })
}

/** How often all that is shown has become another: whatever was read before is read anew. */
export const resets = signal(0)

function resetAll(): void {
  resets.value++
  for (const listener of listeners.values()) listener.reset()
}

/** How often the stream has told of something; 0 before it has begun. */
export const updates = signal(0)
/** How often it has while the page looks back. */
export const missed = signal(0)

past.subscribe(() => {
  missed.value = 0
  resetAll()
})

function applyChanges({ changes, stale }: LiveChanges): void {
  updates.value++
  if (past.peek() !== undefined) {
    missed.value++
    return
  }
  batch(() => {
    for (const [kind, listener] of listeners) {
      const some = changes.filter((change) => change.kind === kind)
      if (some.length > 0) listener.apply(some)
    }
  })
  for (const kind of stale) listeners.get(kind)?.reset()
}
