import * as z from "zod"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { attemptsKept } from "../../world/attempt-log.ts"
import type { IdempotencyRecord } from "../../world/idempotency.ts"
import { SendLedger, type Sent } from "../../world/send-ledger.ts"
import { clockStateOf, tablesOf } from "../../world/snapshot.ts"
import { type Change, watchWorld } from "../../world/watch-world.ts"
import type { World } from "../../world/world.ts"

/** Above this number of changed rows the whole state is written instead. */
const most = 20_000

const Id = z.number()

/** What changed in a world since its state was last written; the values are validated with the whole state. */
const Changes = z.strictObject({
  savedAt: z.number(),
  clock: z.unknown(),
  random: z.unknown(),
  /** By table, or `timers`: the last id, and the changed rows by their ids; null for one that is gone. */
  rows: z.array(z.tuple([z.string(), z.number(), z.array(z.tuple([Id, z.unknown()]))])),
  idempotency: z.array(z.tuple([z.string(), z.unknown()])),
  attempts: z.array(z.unknown()),
  /** The account, the time and the number of recipients. */
  sends: z.array(z.tuple([Id, z.number(), z.number()])),
  faults: z.unknown(),
  outcomes: z.unknown(),
})
type Changes = z.output<typeof Changes>

/** Records what changes in a world from now on. */
export class StateChanges {
  readonly #rows = new Map<string, Map<number, unknown>>()
  #idempotency: [string, IdempotencyRecord][] = []
  #attempts: unknown[] = []
  #sends: Sent[] = []
  readonly #others = new Set<string>()
  #count = 0
  readonly #unwatch: () => void

  constructor(readonly world: World) {
    this.#unwatch = watchWorld(world, (change) => this.#note(change))
    world.idempotency.watch((name, record) => {
      this.#idempotency.push([name, record])
      this.#count++
    })
  }

  /** Whether so much has changed that the whole state is written faster. */
  get isLarge(): boolean {
    return this.#count > most
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** The changes since the last call as JSON. */
  take(savedAt: number): string {
    const { world } = this
    const { clock, random, timers, faults, outcomes } = world
    const lastIdOf = (part: string) => (part === "timers" ? timers.lastId : (tablesOf(world)[part]?.lastId ?? 0))
    const changes: Changes = {
      savedAt,
      clock: clockStateOf(clock),
      random: random.dump(),
      rows: [...this.#rows].map(([part, rows]) => [part, lastIdOf(part), [...rows]]),
      idempotency: this.#idempotency,
      attempts: this.#attempts,
      sends: this.#sends,
      faults: this.#others.has("faults") ? faults.dump() : null,
      outcomes: this.#others.has("outcomes") ? outcomes.dump() : null,
    }
    const text = JSON.stringify(changes)
    this.#forget()
    return text
  }

  stop(): void {
    this.#unwatch()
    this.world.idempotency.watch()
    this.#forget()
  }

  #forget(): void {
    this.#rows.clear()
    this.#idempotency = []
    this.#attempts = []
    this.#sends = []
    this.#others.clear()
    this.#count = 0
  }

  #note({ part, id, value }: Change): void {
    // The journal is not kept.
    if (part === "requests") return
    this.#count++
    // The whole state will be written: these take only memory.
    if (this.isLarge) return
    if (part === "attempts") this.#attempts.push(value)
    else if (part === "sends") this.#sends.push(value as Sent)
    else if (part === "timers") this.#noteRow(part, id, value)
    else if (part in tablesOf(this.world)) this.#noteRow(part, id, tablesOf(this.world)[part]?.get(id))
    else this.#others.add(part)
  }

  #noteRow(part: string, id: number, row: unknown): void {
    const rows = this.#rows.get(part) ?? new Map<number, unknown>()
    this.#rows.set(part, rows)
    rows.set(id, row ?? null)
  }
}

const Rows = z.looseObject({ lastId: z.number(), rows: z.array(z.unknown()) })
const Timers = z.looseObject({ lastId: z.number(), timers: z.array(z.unknown()) })
const Merged = z.looseObject({
  tables: z.record(z.string(), z.unknown()),
  timers: Timers,
  idempotency: z.array(z.tuple([z.string(), z.unknown()])),
  attempts: z.looseObject({ count: z.number(), attempts: z.array(z.unknown()) }),
  sends: z.array(z.tuple([Id, z.array(z.tuple([z.number(), z.number()]))])),
})

/** A snapshot, not validated yet, with the changes that were written after it. Throws for what cannot be changes of it. */
export function withChanges(snapshot: unknown, written: readonly unknown[]): unknown {
  if (written.length === 0) return snapshot
  const changes = written.map((each) => Changes.parse(each))
  const { tables, timers, idempotency, attempts, sends, ...others } = Merged.parse(snapshot)
  const rows = rowsIn(changes)
  const changedTables = Object.fromEntries(
    Object.entries(tables).map(([name, table]) => {
      const changed = rows.get(name)
      if (changed === undefined) return [name, table]
      return [name, { lastId: changed.lastId, rows: merged(Rows.parse(table).rows, changed.rows) }]
    }),
  )
  const changedTimers = rows.get("timers")
  const ledger = new SendLedger(limits.capacityWindow)
  ledger.load(sends)
  for (const change of changes) for (const sent of change.sends) ledger.add(...sent)
  const added = changes.flatMap((change) => change.attempts)
  const { clock, random } = changes.at(-1) ?? {}
  const last = (part: "faults" | "outcomes") => {
    const state = changes.findLast((change) => change[part] !== null)?.[part]
    return state === undefined ? {} : { [part]: state }
  }
  return {
    ...others,
    ...{ clock, random, tables: changedTables, sends: ledger.dump() },
    ...{ ...last("faults"), ...last("outcomes") },
    timers:
      changedTimers === undefined
        ? timers
        : { lastId: changedTimers.lastId, timers: merged(timers.timers, changedTimers.rows) },
    idempotency: [...new Map([...idempotency, ...changes.flatMap((change) => change.idempotency)])],
    attempts: { count: attempts.count + added.length, attempts: [...attempts.attempts, ...added].slice(-attemptsKept) },
  }
}

/** The newest version of each changed row, by table. */
function rowsIn(changes: readonly Changes[]): Map<string, { lastId: number; readonly rows: Map<number, unknown> }> {
  const tables = new Map<string, { lastId: number; readonly rows: Map<number, unknown> }>()
  for (const change of changes) {
    for (const [name, lastId, rows] of change.rows) {
      const table = tables.get(name) ?? { lastId, rows: new Map<number, unknown>() }
      tables.set(name, table)
      table.lastId = lastId
      for (const [id, row] of rows) table.rows.set(id, row)
    }
  }
  return tables
}

function merged(rows: readonly unknown[], changed: ReadonlyMap<number, unknown>): unknown[] {
  const idOf = (row: unknown): number => Number(Reflect.get(Object(row), "id"))
  return [...rows.filter((row) => !changed.has(idOf(row))), ...[...changed.values()].filter((row) => row !== null)]
}

/** When the last of the changes was written. Milliseconds since 1970. */
export const savedAtOf = (written: readonly unknown[]): number | undefined => {
  const last = written.at(-1)
  return last === undefined ? undefined : Changes.parse(last).savedAt
}
