import type { Fixtures } from "../world/fixtures/fixtures.ts"
import { seededFixtures } from "./seeded-world.ts"

/** The whole of what a world begins with: the seed, and what a document says otherwise or beside it. */
export const wholeBeginning = (given: Fixtures | undefined): Fixtures =>
  given === undefined ? seededFixtures : (joined(seededFixtures, given) as Fixtures)

/** Objects field by field, what is `undefined` left out; of anything else the second. */
function joined(before: unknown, after: unknown): unknown {
  if (after === undefined) return before
  if (!isRecord(before) || !isRecord(after)) return after
  const fields = Object.entries(after).map(([key, value]) => [
    key,
    joined(Object.hasOwn(before, key) ? before[key] : undefined, value),
  ])
  return { ...before, ...Object.fromEntries(fields) }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
