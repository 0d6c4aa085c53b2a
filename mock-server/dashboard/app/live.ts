import { batch, signal } from "@preact/signals"
import type { LiveChange, LiveChanges } from "../../control/live-rows.ts"
import type { ListedKind, RowPage } from "../../control/rows.ts"
import { call } from "./api.ts"
import { Rows } from "./rows.ts"

export const isOnline = signal(true)
/** True when the server no longer has this world. */
export const hasEnded = signal(false)

export interface Listener {
  apply(changes: readonly LiveChange[]): void
  /** Reloads: too much has changed. */
  reset(): void
}

const listeners = new Map<string, Listener>()
let stream: EventSource | undefined
let cursor: string | undefined
const retryAfter = 1_000

export function listen(kind: string, listener: Listener): void {
  listeners.set(kind, listener)
}

/** Rows of a kind that the stream keeps up to date, counted by group; loaded when first shown. */
export function liveRows<Row extends { readonly id: number }>(
  kind: ListedKind,
  groupsOf?: (row: Row) => readonly string[],
): Rows<Row> {
  const page = (size: number, before?: number) =>
    call<RowPage<Row>>("GET", `rows/${kind}?limit=${size}${before === undefined ? "" : `&before=${before}`}`)
  const rows = new Rows<Row>({ page, groupsOf })
  listen(kind, {
    // The server defines the row type of each kind.
    apply: (changes) =>
      rows.apply(changes as readonly (LiveChange & { readonly id: number; readonly row: Row | null })[]),
    reset: () => rows.refresh(),
  })
  return rows
}

/** Keeps the page up to date while it is visible. */
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
    // Reload what failed while offline.
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
    resetAll()
  })
  opened.addEventListener("error", async () => {
    leave()
    // The stream does not report why it ended.
    const response = await fetch("live", { method: "HEAD" }).catch(() => undefined)
    hasEnded.value = response?.status === 404
    isOnline.value = response?.ok === true
    setTimeout(connect, retryAfter)
  })
}

/** Incremented when everything must be reloaded. */
export const resets = signal(0)

function resetAll(): void {
  resets.value++
  for (const listener of listeners.values()) listener.reset()
}

/** Number of events of the stream; 0 before it has begun. */
export const updates = signal(0)

function applyChanges({ changes, stale }: LiveChanges): void {
  updates.value++
  batch(() => {
    for (const [kind, listener] of listeners) {
      const some = changes.filter((change) => change.kind === kind)
      if (some.length > 0) listener.apply(some)
    }
  })
  for (const kind of stale) listeners.get(kind)?.reset()
}
