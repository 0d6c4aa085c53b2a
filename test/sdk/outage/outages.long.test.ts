import { expect, it } from "vitest"
import { repetitions } from "../../support/repetitions.ts"
import { day, decidingOf, hour, minute, type Program, startProgram } from "./program.ts"

const outages = repetitions(200, 10_000)
const kinds = ["down", "off", "deploys", "restored"] as const
const ends = ["delivered", "bounced", "soft-bounced", "complained", "failed", "opened", "clicked", "delayed"]

/** A small seeded random generator. */
function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { next, pick: <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T }
}
type Chance = ReturnType<typeof chance>

/** Sends messages over a period, with later events for earlier ones. */
async function traffic(program: Program, { next, pick }: Chance, time: number): Promise<void> {
  const steps = 3 + Math.floor(next() * 4)
  const sent: number[] = []
  for (let step = 0; step < steps; step++) {
    sent.push(await program.send(pick(ends)))
    await program.advance(Math.floor((time / steps) * (0.5 + next() / 2)))
    const { status, status_reason_code } = program.service.world.messages.get(pick(sent))
    // Only messages without an outcome get a second event.
    if (status === "sent" && status_reason_code === null) {
      program.service.world.messages.event(pick(sent.filter((id) => isOpen(program, id))), {
        type: pick(["complained", "opened", "bounced"]),
      })
      await program.advance(0)
    }
  }
}
const isOpen = (program: Program, id: number) => {
  const { status, status_reason_code } = program.service.world.messages.get(id)
  return status === "sent" && status_reason_code === null
}

/** Simulates an outage; returns its start as the program knows it. */
async function fail(program: Program, kind: (typeof kinds)[number], random: Chance, time: number): Promise<number> {
  const { mas, webhook } = program
  const since = program.now()
  if (kind === "off") await mas.webhooks.update(webhook.id, { enabled: false })
  if (kind === "down") {
    program.network = "down"
    await program.send("delivered")
  }
  if (kind === "deploys") {
    for (let remaining = 3; remaining > 0; remaining--) {
      program.network = random.pick(["down", "answers lost"])
      await traffic(program, random, 5 * minute)
      program.network = "up"
      await traffic(program, random, time / 3)
    }
    return since
  }
  await traffic(program, random, time)
  if (kind === "restored") {
    const backup = Math.max(since, program.now() - day)
    program.restore(backup)
    return backup
  }
  return since
}

it(`after ${outages} outages the program's table of bounces, complaints and failures equals the world's`, async () => {
  const wrong: unknown[] = []
  for (let seed = 1; seed <= outages; seed++) {
    const random = chance(seed * 7_919)
    const kind = kinds[seed % kinds.length] ?? "down"
    // Health has to show an outage of the shortest time, which is rare among random ones.
    const time = seed % 20 === 0 ? hour : hour + random.next() * (6 * day - hour)
    const program = await startProgram(seed)
    const { mas, webhook } = program
    await traffic(program, random, hour)
    const since = await fail(program, kind, random, time)
    // What a cron job outside the receiver sees before anything is repaired.
    const { problems } = await mas.webhooks.health({ failAfter: hour / 2 })
    const isDead = kind === "down" || kind === "off"
    const isFound = problems.some((problem) => problem.endpoint === webhook.id && /^(off|failing)$/.test(problem.kind))
    program.network = "up"
    const { enabled } = await mas.webhooks.get(webhook.id)
    if (!enabled) await mas.webhooks.update(webhook.id, { enabled: true })
    const missed = mas.catchUp({ since: new Date(since), store: program.database.store })
    for await (const event of missed) program.record(event)
    const [table, world] = [program.database.lines, program.world()]
    const lost = [...world].filter((line) => !table.has(line))
    const summarizeLosses = (type: string) => lost.filter((line) => line.startsWith(type)).length
    const atMost = (what: string) => missed.account?.lost.find((each) => each.what === what)?.atMost ?? 0
    const problemsOfIt = {
      ...(JSON.stringify(decidingOf(table)) === JSON.stringify(decidingOf(world))
        ? {}
        : { missing: decidingOf(lost), invented: [...table].filter((line) => !world.has(line)) }),
      ...(isFound === isDead ? {} : { dead: isDead, problems }),
      ...(["email.delivered", "email.opened", "email.clicked"].every((type) => summarizeLosses(type) <= atMost(type)) &&
      summarizeLosses("email.sent") === 0
        ? {}
        : { lost, account: missed.account?.lost }),
    }
    if (Object.keys(problemsOfIt).length > 0)
      wrong.push({ seed, kind, hours: Math.round(time / hour), ...problemsOfIt })
    // Later deliveries and another run add nothing new: check a sample.
    if (seed % 10 === 0) {
      await program.advance(35 * hour)
      const again = mas.catchUp({ since: new Date(since), store: program.database.store })
      for await (const event of again) program.record(event)
      if (decidingOf(program.database.lines).length !== decidingOf(program.world()).length) wrong.push({ seed, kind })
    }
    await program.service.close()
  }
  expect(wrong.slice(0, 5)).toEqual([])
})
