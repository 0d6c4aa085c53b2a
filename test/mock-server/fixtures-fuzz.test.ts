import { join } from "node:path"
import { beforeAll, expect, it } from "vitest"
import { Random } from "../../mock-server/base/random.ts"
import { createMockService, type Fixtures, FixturesError, readFixtures } from "../../mock-server/index.ts"
import { filesUnder, root } from "../support/files.ts"
import { mock } from "../support/mock.ts"

const rounds = 250
const values = [
  null,
  "",
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  "x",
  "a@b.test",
  "active",
  [1],
  { a: 1 },
  "\u0000",
  undefined,
]
const names = ["constructor", "__proto__", "main", "x", "brand_main", "a@b.test"]
const paths = ["account", "account/team", "contacts", "lists", "segments", "templates", "webhooks", "suppressions"]

type Part = Record<string, unknown>

/** The documents of the examples, and the same as exported by worlds. */
const documents: Fixtures[] = []
beforeAll(async () => {
  for (const file of filesUnder("examples/fixtures")) {
    const fixtures = await readFixtures(join(root, file))
    documents.push(fixtures, createMockService({ clock: "frozen", fixtures }).world.state.fixtures())
  }
})

/** A copy of a document with one part removed, replaced by something odd, or duplicated under another name. */
function changed(document: Fixtures, random: Random): Fixtures {
  const pick = <T>(list: readonly T[]) => list[random.uint32() % list.length] as T
  const copy = structuredClone(document)
  let part = copy as Part
  for (let keys = Object.keys(part); keys.length > 0; keys = Object.keys(part)) {
    const key = pick(keys)
    const value = part[key]
    if (typeof value === "object" && value !== null && random.uint32() % 6 > 0) {
      part = value as Part
      continue
    }
    const how = random.uint32() % 3
    if (how === 0) delete part[key]
    else if (how === 1) part[key] = pick(values)
    else part[pick(names)] = structuredClone(value)
    break
  }
  return copy
}

it("odd fixtures are refused by their paths, or create a world with valid responses whose export is the same again", {
  tags: "slow",
}, async () => {
  const random = new Random(1)
  let acceptedCount = 0
  for (let round = 0; round < rounds; round++) {
    const fixtures = changed(changed(documents[round % documents.length] ?? {}, random), random)
    let service: ReturnType<typeof mock>
    try {
      service = mock({ fixtures, onWarning: () => {} })
      acceptedCount++
    } catch (error) {
      expect(() => createMockService({ fixtures, onWarning: () => {} }), String(error)).toThrow(FixturesError)
      continue
    }
    const { call, control } = service
    for (const path of paths) await call("GET", `/v1/my/${path}`, { key: control.apiKey })
    const document = control.state.fixtures()
    control.state.setFixtures(document)
    expect(control.state.fixtures()).toEqual(document)
    await control.advance("10d")
    expect(control.timers.list().filter(({ error }) => error != null)).toEqual([])
  }
  expect(acceptedCount).toBeGreaterThan(rounds / 10)
  expect(acceptedCount).toBeLessThan(rounds)
})
