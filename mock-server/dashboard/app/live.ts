import { batch, signal } from "@preact/signals"
import type { LiveChange, LiveChanges } from "../../control/light-rows.ts"
import { clock } from "./clock.ts"
import { Rows } from "./rows.ts"

/** Whether the server answers. */
export const isOnline = signal(true)

/** A kind that is listed. */
export interface Listener {
  /** Called with all changes of a kind that came at once. */
  apply(changes: readonly LiveChange[]): void
  /** The changes in between are lost: read everything anew. */
  reset(): unknown
}

const listeners = new Map<string, Listener>()
let stream: EventSource | undefined
let cursor: string | undefined
const retryAfter = 1_000

/** Has a listener told of every change of a kind. */
export function listen(kind: string, listener: Listener): void {
  listeners.set(kind, listener)
}

/** Rows of a kind that the stream keeps up to date; read when they are first shown. */
export function liveRows<Row extends { readonly id: number }>(
  kind: string,
  groupsOf?: (row: Row) => readonly string[],
): Rows<Row> {
  const rows = new Rows<Row>(kind, groupsOf)
  listen(kind, {
    // The server says what a row of a kind is: `LightRows`.
    apply: (changes) => rows.isOpen && rows.apply(changes as readonly (LiveChange & { readonly row: Row | null })[]),
    reset: () => rows.reopen(),
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
  if (stream !== undefined || document.hidden) return
  const opened = new EventSource(cursor === undefined ? "live" : `live?since=${encodeURIComponent(cursor)}`)
  stream = opened
  opened.addEventListener("open", () => {
    isOnline.value = true
  })
  opened.addEventListener("change", ({ data, lastEventId }) => {
    cursor = lastEventId
    tell(JSON.parse(data))
  })
  opened.addEventListener("reset", ({ lastEventId }) => {
    cursor = lastEventId
    for (const listener of listeners.values()) listener.reset()
  })
  opened.addEventListener("error", () => {
    isOnline.value = false
    // What is only cut is opened again by the browser, from where it was.
    if (opened.readyState !== EventSource.CLOSED) return
    leave()
    setTimeout(connect, retryAfter)
  })
}

function tell({ changes }: LiveChanges): void {
  const byKind = new Map<string, LiveChange[]>()
  for (const change of changes) byKind.set(change.kind, [...(byKind.get(change.kind) ?? []), change])
  batch(() => {
    for (const [kind, some] of byKind) listeners.get(kind)?.apply(some)
  })
}

listen("clock", { apply: () => void clock.read(), reset: () => void clock.read() })
