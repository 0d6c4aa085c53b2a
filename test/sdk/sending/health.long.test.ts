import { expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { Mas, SendCeilingError } from "../../../sdk/index.ts"
import { CeilingLedger } from "../../../sdk/stores/memory-ceiling.ts"
import { repetitions } from "../../support/repetitions.ts"

const minute = 60_000
const step = 60 * minute
const turns = 24

/** Mails to a list, with the shares of them that bounce or complain. */
interface List {
  readonly name: string
  readonly bounced: number
  readonly complained: number
}
const good: List = { name: "good", bounced: 0.005, complained: 0 }

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const service = createMockService({ clock: "frozen", now: "2026-03-01T00:00:00.000Z", webhookTime: "world" })

/** What a day did: the first moment at which a rate was too high, and that of the stop. */
interface DayResult {
  readonly overAt: number | undefined
  readonly stopped: number | undefined
}

/** A day of a program that sends to a good list, and from some hour on to a worse one. */
async function liveDay(seed: number, limits?: object): Promise<DayResult> {
  service.world.reset()
  const { world } = service
  for (const outcome of ["bounced", "complained", "delivered"] as const)
    world.outcomes.add({ to: `*@${outcome}.example.test`, outcome })
  const random = randomOf(seed)
  const now = () => Date.parse(world.clock.get().now)
  const ledger = new CeilingLedger()
  const store = {
    sharedBy: "this day",
    take: async (use: Parameters<CeilingLedger["take"]>[0]) => ledger.take(use, now()),
    settle: async () => {},
    stop: async (reason?: string) => ledger.stopSending(reason, now()),
    start: async () => ledger.start(now()),
    stopped: async () => ledger.stop,
  }
  const mas = new Mas({ ...service.clientOptions, ceiling: { pauseOn: "health", store, ...limits } })
  const isSmall = random() < 0.3
  const isBad = random() < 0.7
  const list: List = !isBad
    ? good
    : random() < 0.6
      ? { name: "bad", bounced: 0.08 + random() * 0.4, complained: 0 }
      : { name: "spam", bounced: 0, complained: 0.05 + random() * 0.2 }
  const begin = Math.floor(random() * 12)
  /** Each mail: when it was sent, and what will become of it. */
  const mails: { at: number; isBounce: boolean; isComplaint: boolean }[] = []
  let overAt: number | undefined

  for (let turn = 0; turn < turns; turn++) {
    // A small sender stays below the floor in the whole day.
    const count = isSmall ? Math.floor(random() * 4) : 5 + Math.floor(random() * 30)
    for (let at = 0; at < count; at++) {
      const { bounced, complained, name } = turn >= begin ? list : good
      const [isBounce, isComplaint] = [random() < bounced, random() < complained]
      const outcome = isBounce ? "bounced" : isComplaint ? "complained" : "delivered"
      const to = `p${turn}-${at}@${outcome}.example.test`
      try {
        await mas.messages.send({ channel: "email", to, subject: "Hi", body: "Hi", tags: { list: name } })
      } catch (error) {
        if (!(error instanceof SendCeilingError)) throw error
        return { overAt, stopped: ledger.stop?.since }
      }
      mails.push({ at: now(), isBounce, isComplaint: !isBounce && isComplaint })
    }
    world.advance(step)
    // After the last turn there is no call that could look.
    if (overAt === undefined && turn < turns - 1 && isTooMuch(mails, now())) overAt = now()
  }
  return { overAt, stopped: ledger.stop?.since }
}

/** Whether a rate of the last hour or day is too high, counted apart from the library. */
function isTooMuch(mails: readonly { at: number; isBounce: boolean; isComplaint: boolean }[], now: number): boolean {
  return [60 * minute, 1_440 * minute].some((span) => {
    // The library's clock has whole seconds.
    const sent = mails.filter(({ at }) => at > now + 1_000 - span)
    const [bounces, complaints] = [sent.filter((one) => one.isBounce), sent.filter((one) => one.isComplaint)].map(
      (bad) => bad.length,
    )
    const isHigh = (bad = 0, share = 1) => bad >= 3 && bad / sent.length >= share
    return sent.length >= 100 && (isHigh(bounces, 0.05) || isHigh(complaints, 0.003))
  })
}

/** The days on which the library was wrong, at most `most`, and how many paused. */
async function wrongDays(days: number, limits?: object, most = days): Promise<{ wrong: number[]; paused: number }> {
  const wrong: number[] = []
  let paused = 0
  for (let seed = 1; seed <= days && wrong.length < most; seed++) {
    const { overAt, stopped } = await liveDay(seed, limits)
    if (stopped !== undefined) paused++
    // By the next call, which looks; never without reason.
    const isRight = overAt === undefined ? stopped === undefined : stopped !== undefined && stopped - overAt <= step
    if (!isRight) wrong.push(seed)
  }
  return { wrong, paused }
}

it("a bad list is paused at its rate, and no day is paused below the floors", { timeout: 3_600_000 }, async () => {
  const days = repetitions(8, 500)
  const { wrong, paused } = await wrongDays(days)
  expect(wrong).toEqual([])
  expect(paused).toBeGreaterThan(days / 5)
  expect(paused).toBeLessThan(days)
})

it.each([
  ["judges a handful", { health: { minSent: 5, minEvents: 1 } }],
  ["lets too many pass", { health: { bounces: { warnAt: 0.5, pauseAt: 0.9 } } }],
])("a pause that %s is found out", async (_, limits) => {
  expect((await wrongDays(20, limits, 1)).wrong.length).toBeGreaterThan(0)
})
