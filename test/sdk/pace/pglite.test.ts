import { beforeEach, describe, expect, it } from "vitest"
import { postgresPace } from "../../../sdk/stores/index.ts"
import { type FrozenPglite, frozenPglite } from "../../support/engines/pglite.ts"
import { turnOf } from "./support.ts"

const day = 86_400_000
const of = (credential: string, endpoint = "messages.send") => ({ credential, endpoint })

describe("the SQL of postgresPace, by PGlite", () => {
  let frozen: FrozenPglite
  beforeEach(async () => {
    frozen = await frozenPglite()
    await process().migrate()
  })

  /** A new process: one that has asked before waits before it asks again. */
  const process = (perSecond = 10) => postgresPace(frozen.db, { perSecond })
  const waitOf = (credential = "a", endpoint?: string, perSecond?: number) =>
    turnOf(process(perSecond), of(credential, endpoint), { longest: 0 })

  it("gives one turn per spacing to all processes, and creates the table with the first", async () => {
    await frozen.db.exec("drop table mas_pace")
    expect(await waitOf()).toBeUndefined()
    await process().migrate()
    expect(await waitOf()).toBeCloseTo(1_000 / 9.7, 2)
    await frozen.pass(100)
    expect(await waitOf()).toBeCloseTo(1_000 / 9.7 - 100, 2)
    expect(await waitOf("b")).toBeUndefined()
    await frozen.pass(4)
    expect(await waitOf()).toBeUndefined()
    expect(await waitOf()).toBeCloseTo(1_000 / 9.7, 2)
    // Another program may allow less.
    await frozen.pass(1_000)
    expect(await waitOf("a", "messages.send", 1)).toBeUndefined()
    expect(await waitOf()).toBeCloseTo(1_000 / 0.97, 1)
  })

  it("halves the rate once per pause, to no less than 0.1, and raises it while all turns are used", async () => {
    await process().slow(of("a"), 5_000)
    await process().slow(of("a"), 1_000)
    expect(await waitOf("a", "contacts.list")).toBeCloseTo(5_000, 2)
    await frozen.pass(5_000)
    expect(await waitOf()).toBeUndefined()
    expect(await waitOf()).toBeCloseTo(1_000 / 4.85, 2)
    await frozen.pass(206)
    // Turns in sequence: the next is further away than a process may take ahead without waiting.
    expect(await turnOf(process(), of("a"), { longest: 10 })).toBeUndefined()
    expect(await waitOf()).toBeCloseTo(1_000 / 4.85 - 206 + 1_000 / (4.85 + 1 / 4.85), 1)
    for (let pause = 0; pause < 8; pause++) {
      await process().slow(of("a"), 1)
      await frozen.pass(1_000)
    }
    expect(await waitOf()).toBeUndefined()
    expect(await waitOf()).toBeCloseTo(10_000, 1)
    const { rows } = await frozen.db.query("select id from mas_pace order by id")
    expect(rows).toEqual([{ id: "a" }])
  })

  it("grows to the highest rate and no further", async () => {
    await process(0.2).slow(of("a"), 0)
    expect(await waitOf("a", "messages.send", 0.2)).toBeUndefined()
    await frozen.pass(9_999)
    expect(await turnOf(process(0.2), of("a"), { longest: 10 })).toBeUndefined()
    expect(await waitOf("a", "messages.send", 0.2)).toBeCloseTo(1 + 1_000 / 0.194, 1)
  })

  it("pauses one endpoint of one credential, for the longest of its pauses", async () => {
    await process().stop(of("a"), 60_000)
    await process().stop(of("a"), 1_000)
    expect(await waitOf()).toBeCloseTo(60_000, 2)
    expect([await waitOf("a", "contacts.list"), await waitOf("b")]).toEqual([undefined, undefined])
    await process().stop(of("a"), 90_000)
    await frozen.pass(89_000)
    expect(await waitOf()).toBeCloseTo(1_000, 2)
    await frozen.pass(1_000)
    expect(await waitOf()).toBeUndefined()
  })

  it("stops an endpoint for all once most of its recent turns have failed", async () => {
    const failing = process(1_000)
    const fail = () => failing.countFailure(of("a"), 60_000)
    const pausedFor = async () => (await waitOf("a", "messages.send", 1_000)) ?? 0
    for (let turn = 0; turn < 6; turn++) await turnOf(failing, of("a"))
    await fail()
    await fail()
    expect(await pausedFor()).toBeLessThan(1_000)
    for (let more = 0; more < 8; more++) await fail()
    expect(await pausedFor()).toBeCloseTo(60_000, 2)
    await frozen.pass(1_000)
    expect([await waitOf("a", "contacts.list"), await waitOf("b")]).toEqual([undefined, undefined])
  })

  it("throws a pause away that is further ahead than it can be, as the clock was set back", async () => {
    for (const ahead of [3_600_000, 365 * day]) {
      const of = (endpoint?: string) => waitOf(`by ${ahead}`, endpoint)
      const request = { credential: `by ${ahead}`, endpoint: "messages.send" }
      await process().slow(request, 60_000)
      await process().stop(request, 120_000)
      await frozen.pass(30_000)
      await frozen.pass(-30_000)
      expect(await of("contacts.list")).toBeCloseTo(60_000, 2)
      await frozen.pass(-ahead)
      expect([await of("contacts.list"), await process().stop(request, 1_000)]).toEqual([undefined, undefined])
      expect(await of()).toBeCloseTo(1_000, 2)
      await frozen.pass(1_000)
      expect(await of()).toBeUndefined()
    }
  })

  it("gives turns of 20 ms at once", async () => {
    const pace = process(1_000)
    const waits = await Promise.all(Array.from({ length: 50 }, () => turnOf(pace, of("c"))))
    expect(waits).toEqual(Array(50).fill(undefined))
    const { rows } = await frozen.db.query<{ said: string }>("select said from mas_pace where id = 'c'")
    // What is left after the first one and two times 19.
    expect(rows[0]?.said.split(" ")[0]).toBe("11")
    expect(await waitOf("c", "messages.send", 1_000)).toBeGreaterThan(50)
  })

  it("forgets rates without requests after a day, and no others", async () => {
    await waitOf("old")
    await process().stop(of("stopped"), 2 * day)
    await frozen.pass(day - 1_000)
    await waitOf("young")
    await frozen.pass(2_000)
    await waitOf("new")
    const { rows } = await frozen.db.query("select id from mas_pace order by id")
    expect(rows).toEqual([{ id: "new" }, { id: "stopped messages.send" }, { id: "young" }])
  })
})
