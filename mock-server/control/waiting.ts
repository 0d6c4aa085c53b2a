import * as z from "zod"
import { notFound } from "../base/mock-error.ts"
import { ServiceError } from "../base/service-error.ts"
import type { MountedWorld } from "../world/mounted-world.ts"
import type { World } from "../world/world.ts"
import { Duration } from "./moments.ts"
import { describeWanted, nearestMiss, type Wanted } from "./nearest-miss.ts"

const seconds = 1_000
const maxWait = 600 * seconds
/** Maximum number of matches in a response. */
const maxFound = 10_000

/** The number of matches to wait for, and the timeout in real time. */
export const waitQuery = {
  /** Number of matches; one when left out. */
  count: z.int().min(1).max(maxFound).optional(),
  /** Real-time timeout; five seconds when left out, ten minutes at most. */
  timeout: Duration.refine((ms) => ms <= maxWait, "must be at most 10m").optional(),
}

interface Awaited<T> {
  /** `message` */
  readonly what: string
  /** The current matches in a world, oldest first: at least the newest `limit`, if there are as many. */
  readonly find: (world: World, limit: number) => readonly T[]
  /** All rows and the wanted filters, to find the nearest miss. */
  readonly all: (world: World) => readonly { readonly id: number }[]
  readonly expected: Wanted
  readonly count: number | undefined
  readonly timeout: number | undefined
}

/**
 * Waits in real time until `count` rows match, across resets and rewinds of the world. On timeout throws a 408 with the
 * nearest miss. Changes wake it: it does not poll.
 */
export async function waitFor<T>(mounted: MountedWorld, awaited: Awaited<T>): Promise<readonly T[]> {
  const { what, find, all, expected, count = 1, timeout = 5 * seconds } = awaited
  const { worlds, id } = mounted
  const worldNow = () => (worlds.has(id) ? worlds.get(id).world : undefined)
  const over = new AbortController()
  const look = () => {
    const world = worldNow()
    if (world === undefined || world.watchers.isOver || find(world, count).length >= count) over.abort()
    else if (!over.signal.aborted) world.watchers.next(look)
  }
  look()
  if (!over.signal.aborted) await mounted.world.clock.host.wait(timeout, over.signal)
  over.abort()
  const world = worldNow()
  if (world === undefined) throw notFound("World")
  const matches = find(world, maxFound)
  if (matches.length >= count) return matches
  throw new ServiceError(
    408,
    `${matches.length} of ${count} ${what}${count === 1 ? "" : "s"}${describeWanted(expected)} came in time. ${nearestMiss(what, all(world), expected)}`,
    { rule: undefined },
  )
}
