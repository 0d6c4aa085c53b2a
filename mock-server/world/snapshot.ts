import * as z from "zod"
import { type Clock, type ClockState, clockModes, lastNow, pastLastNow, rates } from "../base/clock.ts"
import type { Steps } from "../base/event-loop.ts"
import { refuseInvalidParts } from "../base/invalid-part.ts"
import { invalid } from "../base/mock-error.ts"
import { defaultSpendCap } from "../resources/account/table.ts"
import type { Collection, CollectionState } from "../store/collection.ts"
import type { Row } from "../store/row.ts"
import { DateMs } from "../store/row-schema.ts"
import { attemptsKept } from "./attempt-log.ts"
import { AttemptFacts } from "./delivery.ts"
import { distinct, untilLast } from "./distinct.ts"
import { FaultsState, RandomState } from "./faults.ts"
import { OutcomesState } from "./outcomes.ts"
import { problemsInTables, TableStates } from "./table-states.ts"
import { taskKinds } from "./task-kinds.ts"
import type { World } from "./world.ts"

const format = "mas-mock-snapshot"
/** Increases when older snapshots become unreadable. */
const version = 2

const count = z.int().min(0)

const TimerState = z.strictObject({
  id: z.int().positive(),
  dueAt: DateMs,
  kind: z.enum(taskKinds),
  subject: count,
})

const DeliveryResponse = z.strictObject({
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  truncated: z.boolean(),
})

const AttemptState = z.strictObject({
  facts: AttemptFacts,
  outcome: z.union([
    z.strictObject({ status: z.int(), duration: z.number(), response: DeliveryResponse.optional() }),
    z.strictObject({ error: z.string(), duration: z.number() }),
  ]),
})

/** A recorded response: an object, stored unchanged. */
const RecordedResponse = z.custom<unknown>((value) => typeof value === "object" && value !== null, "must be an object")

const CurrentSnapshot = z.strictObject({
  format: z.literal(format),
  version: z.literal(version, `is not ${version}: the snapshot was made by another version of the mock server`),
  clock: z.strictObject({
    mode: z.enum(clockModes),
    now: z.int().min(0).max(lastNow, `is ${pastLastNow}`),
    rate: z.number().min(rates.least).max(rates.most).optional(),
  }),
  random: RandomState,
  timers: z
    .strictObject({ lastId: count, timers: z.array(TimerState).check(distinct("id", ({ id }) => id)) })
    .check(untilLast(({ timers }) => timers)),
  idempotency: z
    .array(z.tuple([z.string(), z.strictObject({ fingerprint: z.string(), response: RecordedResponse })]))
    .check(distinct(0, ([key]) => key)),
  sends: z
    .array(z.tuple([z.int(), z.array(z.tuple([z.number(), count]).readonly()).readonly()]))
    .check(distinct(0, ([account]) => account)),
  attempts: z
    .strictObject({ count, attempts: z.array(AttemptState) })
    .refine(({ count, attempts }) => attempts.length === Math.min(count, attemptsKept), {
      path: ["count"],
      message: `does not match the attempts, of which the newest ${attemptsKept} are kept`,
    }),
  faults: FaultsState,
  outcomes: OutcomesState.default({ lastId: 0, outcomes: [] }),
  tables: TableStates,
})

/**
 * The whole state of a world as one JSON document, with pending work but without the journal. Treat it as opaque: store
 * it and restore it. Snapshots of older versions can be restored, too.
 */
export interface Snapshot {
  /** The document's format: `mas-mock-snapshot`. */
  readonly format: string
  /** Increases when older snapshots become unreadable. */
  readonly version: number
  /** The parts of the world; they differ between versions. */
  readonly [part: string]: unknown
}
/** @internal */
export type SnapshotState = z.infer<typeof CurrentSnapshot>
/** Everything but the rows, which `checkRows` checks in steps. @internal */
export const Snapshot = z
  .unknown()
  .superRefine((value, context) => refuseInvalidParts()(withoutRows(value), context))
  .pipe(z.preprocess(upgradeSnapshot, CurrentSnapshot))

/** Throws a 422 for the first row of each table that cannot be. @internal */
export function* checkRows({ tables }: SnapshotState): Steps<void> {
  const problems = yield* problemsInTables(tables)
  if (problems.length === 0) return
  throw invalid(Object.fromEntries(problems.map(({ path, message }) => [path.join("."), [message]])))
}

/** Takes an immutable snapshot. Cheap: it shares rows with the world, which never changes them in place. @internal */
export function takeSnapshot(world: World): SnapshotState {
  const { clock, random, timers, idempotency, sends, attempts, faults, outcomes } = world
  return {
    format,
    version,
    clock: clockStateOf(clock),
    random: random.dump(),
    timers: timers.dump(),
    idempotency: [...idempotency],
    sends: sends.dump(),
    attempts: attempts.dump(),
    faults: faults.dump(),
    outcomes: outcomes.dump(),
    tables: Object.fromEntries(Object.entries(tablesOf(world)).map(([name, table]) => [name, table.dump()])),
  }
}

/** The state of a clock for a snapshot. @internal */
export const clockStateOf = (clock: Clock): ClockState => ({
  mode: clock.mode,
  now: clock.now(),
  ...(clock.rate === undefined ? {} : { rate: clock.rate }),
})

/** Fills a new world from a snapshot. Throws for data that its indexes refuse. @internal */
export function* loadSnapshot(world: World, snapshot: SnapshotState): Steps<void> {
  world.random.load(snapshot.random)
  world.timers.load(snapshot.timers)
  for (const [name, record] of snapshot.idempotency) {
    world.idempotency.set(name, record)
    yield
  }
  world.sends.load(snapshot.sends)
  world.attempts.load(snapshot.attempts)
  world.faults.load(snapshot.faults)
  world.outcomes.load(snapshot.outcomes)
  for (const [name, table] of Object.entries(tablesOf(world))) {
    const state = snapshot.tables[name]
    if (state !== undefined) yield* table.load(state)
  }
  // Last: a running clock goes on while the rows are loaded.
  world.clock.set(snapshot.clock)
  world.restoredUpTo = world.tables.webhookDeliveries.lastId
}

/** Tables for iteration; their names ensure that each row goes to the right one. @internal */
export type AnyTable = Pick<Collection<Row>, "dump" | "get" | "lastId" | "size" | "watch"> & {
  load(state: CollectionState<Row>): Steps<void>
}
/** Every table of a world by its name. @internal */
export const tablesOf = ({ tables }: Pick<World, "tables">): Readonly<Record<string, AnyTable>> => tables

/** Converts a snapshot to this version: renames a credential's `shop` to `storefront`. */
function upgradeSnapshot(snapshot: unknown): unknown {
  return withStorefronts(fromVersion1(snapshot))
}

function withStorefronts(snapshot: unknown): unknown {
  if (!isObject(snapshot) || !isObject(snapshot.tables)) return snapshot
  const { credentials } = snapshot.tables
  if (!isObject(credentials) || !Array.isArray(credentials.rows)) return snapshot
  const rows = credentials.rows.map((row) => {
    if (!isObject(row) || !("shop" in row)) return row
    const { shop, ...others } = row
    return { ...others, storefront: shop }
  })
  return { ...snapshot, tables: { ...snapshot.tables, credentials: { ...credentials, rows } } }
}

/**
 * Converts a snapshot of version 1 to version 2, which has a spend cap in each account and no rate limits. Returns
 * others unchanged.
 */
function fromVersion1(snapshot: unknown): unknown {
  if (!isObject(snapshot) || snapshot.version !== 1 || !isObject(snapshot.tables)) return snapshot
  const { rate_limits: _, ...others } = snapshot
  const { accounts } = snapshot.tables
  if (!isObject(accounts) || !Array.isArray(accounts.rows)) return snapshot
  const rows = accounts.rows.map((row) => (isObject(row) ? { spend_cap_monthly_cents: defaultSpendCap, ...row } : row))
  return { ...others, version: 2, tables: { ...snapshot.tables, accounts: { ...accounts, rows } } }
}

function withoutRows(snapshot: unknown): unknown {
  if (!isObject(snapshot) || !isObject(snapshot.tables)) return snapshot
  const tables = Object.entries(snapshot.tables).map(([name, table]) =>
    isObject(table) && Array.isArray(table.rows) ? [name, { ...table, rows: [] }] : [name, table],
  )
  return { ...snapshot, tables: Object.fromEntries(tables) }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
