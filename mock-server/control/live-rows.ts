import { redactText } from "../../sdk/contract/core/redact.ts"
import { type LightMessage, lightMessage } from "../resources/messages/light-message.ts"
import {
  type LightDelivery,
  type LightEndpoint,
  type LightEvent,
  lightDelivery,
  lightEndpoint,
  lightEvent,
} from "../resources/webhooks/light-delivery.ts"
import type { Journal, RequestLine } from "../world/journal.ts"
import { tablesOf } from "../world/snapshot.ts"
import type { Change } from "../world/watch-world.ts"
import type { World } from "../world/world.ts"
import { type ClockView, clockView } from "./clock.ts"
import { type TimerView, timerView } from "./timers.ts"

/** A request without its bodies. */
export interface RequestRow extends RequestLine {
  /** Whom or what its body names: a recipient, an address or a name; null if none. */
  readonly about: string | null
}

/** The row type of each kind, as in the lists of the control API, without bodies. */
export interface LiveRows {
  /** A message, without its content. */
  readonly message: LightMessage
  /** A request, without its bodies. */
  readonly request: RequestRow
  /** A webhook event, without its data. */
  readonly event: LightEvent
  /** The delivery of an event to one endpoint, with its attempts. */
  readonly delivery: LightDelivery
  /** A webhook endpoint, without its secret. */
  readonly endpoint: LightEndpoint
  /** A scheduled timer. */
  readonly timer: TimerView
  /** The world's time. */
  readonly clock: ClockView
}
export type LiveKind = keyof LiveRows

type RowChange = {
  readonly [K in LiveKind]: {
    readonly kind: K
    /** The row's id; 0 for the clock. */
    readonly id: number
    /** Null when it was deleted. */
    readonly row: LiveRows[K] | null
  }
}[LiveKind]

/** A part of the world that is reported as a whole. */
interface PartChange {
  readonly kind: "world"
  /** A table as `GET /tables` names it, or `faults`, `outcomes`, `sends`, `worlds` or `checkpoints`. */
  readonly id: string
  /** The size of a table; null for other parts. */
  readonly row: { readonly size: number } | null
}

/** The current state of a row or part, after one or more changes. */
export type LiveChange = RowChange | PartChange

/** The data of an event `change` of `GET /_mock/live`. */
export interface LiveChanges {
  /** Each changed row or part once, in its current state. */
  readonly changes: readonly LiveChange[]
  /** Kinds to reload, because too many rows have changed or all are gone. They are not in `changes`. */
  readonly stale: readonly LiveKind[]
}

const kindOf: Readonly<Record<string, LiveKind>> = {
  messages: "message",
  messageContents: "message",
  webhookEvents: "event",
  webhookDeliveries: "delivery",
  attempts: "delivery",
  webhooks: "endpoint",
  timers: "timer",
  clock: "clock",
  requests: "request",
}

/** Beyond this many rows of one kind, the kind is reported as stale instead. */
const maxOfAKind = 200

/** The changed rows and parts, each once, in their current state. @internal */
export function liveChanges(world: World, changes: readonly Pick<Change, "part" | "id">[]): LiveChanges {
  const ids = new Map<LiveKind, Set<number>>()
  const parts = new Set<string>()
  const stale = new Set<LiveKind>()
  for (const { part, id } of changes) {
    const kind = kindOf[part]
    if (kind === undefined) parts.add(part)
    else if (kind === "request" && id === 0) stale.add(kind)
    else ids.set(kind, (ids.get(kind) ?? new Set()).add(id))
  }
  // The clock view contains the number of pending timers.
  if (ids.has("timer")) ids.set("clock", new Set([0]))
  for (const [kind, { size }] of ids) if (size > maxOfAKind) stale.add(kind)
  const rows = [...ids].flatMap(([kind, set]) =>
    stale.has(kind) ? [] : [...set].map((id) => ({ kind, id, row: rowOf[kind](world, id) ?? null }) as RowChange),
  )
  return { changes: [...rows, ...[...parts].map((id) => partChange(world, id))], stale: [...stale] }
}

const partChange = (world: World, id: string): PartChange => {
  const table = tablesOf(world)[id]
  return { kind: "world", id, row: table === undefined ? null : { size: table.size } }
}

/** The current row; undefined if it was deleted. @internal */
export const liveRow = <K extends LiveKind>(world: World, kind: K, id: number): LiveRows[K] | undefined =>
  rowOf[kind](world, id)

const rowOf: { readonly [K in LiveKind]: (world: World, id: number) => LiveRows[K] | undefined } = {
  message: (world, id) => ifThere(world.tables.messages.get(id), (message) => lightMessage(world, message)),
  request: ({ journal }, id) => ifThere(journal.line(id), (line) => ({ ...line, about: aboutRequest(journal, id) })),
  event: ({ tables }, id) => ifThere(tables.webhookEvents.get(id), lightEvent),
  delivery: (world, id) => ifThere(world.tables.webhookDeliveries.get(id), (row) => lightDelivery(world, row)),
  endpoint: (world, id) => ifThere(world.tables.webhooks.get(id), (webhook) => lightEndpoint(world, webhook)),
  timer: (world, id) => ifThere(world.timers.get(id), (timer) => timerView(world, timer)),
  clock: clockView,
}

/** The first recipient, address or name in a body, which may be long and of any form. */
const namePattern = /"(?:to|email|name)"\s*:\s*"([^"\\]{1,100})"/

function aboutRequest(journal: Journal, id: number): string | null {
  const name = namePattern.exec(journal.kept(id)?.trace.text?.slice(0, 2_000) ?? "")?.[1]
  return name === undefined ? null : redactText(name)
}

const ifThere = <Row, Shown>(row: Row | undefined, show: (row: Row) => Shown) => row && show(row)
