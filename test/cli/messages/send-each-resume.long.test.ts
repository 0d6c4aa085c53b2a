import { statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createMockService, type MockService } from "../../../mock-server/index.ts"
import { repetitions } from "../../support/repetitions.ts"
import { Home } from "../own/run.ts"

/** What happens before a run, and where it is cut. */
const steps = fc.array(
  fc.record({
    account: fc.constantFrom("Acme", "Client"),
    before: fc.constantFrom("nothing", "nothing", "restart", "reset", "rewind", "swap", "append", "touch"),
    cutAt: fc.option(fc.integer({ min: 1, max: 9 })),
    cut: fc.constantFrom("refused", "interrupted"),
    startsOver: fc.boolean(),
  }),
  { minLength: 2, maxLength: 6 },
)
type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never

const kinds = {
  "messages send-each": {
    path: "/v1/my/messages",
    file: "people.ndjson",
    words: "messages send-each --file people.ndjson --key n/{email} --subject Hi --html <p>Hi --errors refused.ndjson",
    text: (people: readonly string[]) => people.map((email) => `${JSON.stringify({ email })}\n`).join(""),
  },
  "contacts import": {
    path: "/v1/my/imports",
    file: "people.csv",
    words: "contacts import people.csv --part-rows 3 --errors refused.csv",
    text: (people: readonly string[]) => `Email\n${people.map((email) => `${email}\n`).join("")}`,
  },
} as const
type Kind = keyof typeof kinds

/** A fault for the test to find: both accounts look like one, or a changed file like the one before. */
type Planted = "one account" | "one restart" | undefined

/** Runs the steps, and returns whom a run that ended with success had left out. */
async function leftOut(kind: Kind, stepsTaken: readonly Step[], planted?: Planted): Promise<string[]> {
  const { path, file, words, text } = kinds[kind]
  const clock = { clock: "frozen", now: "2026-03-01T12:00:00.000Z" } as const
  let service: MockService = createMockService(clock)
  const started = [service]
  const home = new Home({ MAS_BASE_URL: service.url })
  const people = Array.from({ length: 10 }, (_, id) => `p${id}@example.test`)
  const write = () => writeFileSync(join(home.folder, file), text(people))
  write()
  const leftOutPeople: string[] = []
  try {
    for (const [at, { account, before, cutAt, cut, startsOver }] of stepsTaken.entries()) {
      const { mtime } = statSync(join(home.folder, file))
      if (before === "restart") {
        service = createMockService(clock)
        started.push(service)
      }
      if (before === "reset") service.world.reset()
      if (before === "rewind") service.world.state.restore(createMockService(clock).world.state.snapshot())
      if (before === "swap") {
        // Another person, in a file of the same size and time.
        people[at] = `q${at}@example.test`
        write()
        utimesSync(join(home.folder, file), mtime, mtime)
      }
      if (before === "append") {
        people.push(`r${at}@example.test`)
        write()
      }
      if (before === "touch") utimesSync(join(home.folder, file), mtime, new Date(mtime.getTime() + 5_000))
      const key =
        account === "Acme" ? service.apiKey : service.world.credentials.mint({ kind: "api_key", account_id: 3 }).token
      let posted = 0
      const fetch: typeof globalThis.fetch = async (input, init) => {
        await service.world.advance("1m")
        const isAccount = String(input).endsWith("/v1/my/account")
        const isPost = init?.method === "POST" && String(input).endsWith(path)
        if (isPost && ++posted === cutAt && cut === "interrupted") running.interrupt()
        if (isPost && cutAt !== null && posted >= cutAt && cut === "refused")
          return Response.json({ code: 401, message: "No", error: true }, { status: 401 })
        const response = await service.fetch(input, init)
        if (!isAccount || planted === undefined) return response
        const headers = new Headers(response.headers)
        if (planted === "one restart") headers.delete("x-mas-mock")
        const data = await response.json()
        return Response.json(planted === "one account" ? { ...data, id: 1, name: "Acme" } : data, { headers })
      }
      const line = [...words.split(" "), ...(startsOver ? ["--restart"] : [])]
      const running = home.start(line, { env: { MAS_API_KEY: key }, io: { fetch } })
      const { code } = await running.ended
      if (code !== 0) continue
      const reached = await reachedBy(kind, service, key)
      leftOutPeople.push(...people.filter((email) => !reached.has(email)).map((email) => `run ${at + 1}: ${email}`))
    }
  } finally {
    home.remove()
    for (const one of started) await one.close()
  }
  return leftOutPeople
}

/** Whom an account has written to, or has as a contact. */
async function reachedBy(kind: Kind, service: MockService, key: string): Promise<Set<string>> {
  const there = new Set<string>()
  const rows = kind === "contacts import" ? "/v1/my/contacts?limit=100&page=" : "/v1/my/messages?limit=100&page="
  for (let page = 1; ; page++) {
    const response = await service.fetch(`${rows}${page}`, { headers: { Authorization: `Bearer ${key}` } })
    const pageRows: { email?: string; to?: string }[] = await response.json()
    for (const { email, to } of pageRows) there.add(email ?? to ?? "")
    if (pageRows.length < 100) return there
  }
}

const leavesNobodyOut = (kind: Kind, planted?: Planted) =>
  fc.asyncProperty(steps, async (stepsTaken) => {
    expect(await leftOut(kind, stepsTaken, planted)).toEqual([])
  })

/** Reaches what both planted faults need within three runs. */
const seed = 11

describe.each(Object.keys(kinds) as Kind[])("whatever mas %s resumes", (kind) => {
  it("leaves nobody out: interrupts, accounts, restarts and changed files", async () => {
    await fc.assert(leavesNobodyOut(kind), { numRuns: repetitions(15, 2_000), seed, endOnFailure: true })
  })

  it.each(["one account", "one restart"] as const)("is found to leave people out: %s", async (planted) => {
    expect((await fc.check(leavesNobodyOut(kind, planted), { numRuns: 20, seed, endOnFailure: true })).failed).toBe(
      true,
    )
  })
})
