import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mixedRequest } from "../../bench/support/mixed-requests.ts"
import { fetchFrom } from "../../mock-server/service/http/fetch.ts"
import { ServiceCore } from "../../mock-server/service/service.ts"
import { worldOf } from "../../mock-server/testing/mock-world/world-of.ts"
import { mainWorld } from "../../mock-server/world/world-names.ts"

const url = "http://127.0.0.1:4010"
const hour = 3_600_000

/** One endpoint in ten rows of requests, or a time jump. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.nat(730).map((at) => ({ at })) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1_000, 60_000, hour, 26 * hour, 100 * hour).map((by) => ({ by })) },
  { weight: 2, arbitrary: fc.constantFrom("delivered", "bounced", "clicked", "delayed").map((to) => ({ to })) },
)
const steps = fc.array(step, { maxLength: 25 })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function setUp() {
  const service = new ServiceCore({
    clock: "frozen",
    now: "2026-03-01T12:00:00.000Z",
    deliver: ({ body }) => ({ status: body.length % 3 === 0 ? 503 : 204, duration: 1 }),
  })
  const world = worldOf(service, mainWorld)
  return { service, world }
}

type Held = ReturnType<typeof setUp>

/** The result of a step, byte for byte: status, headers and body, or how much work ran. */
async function take({ service, world }: Held, step: Step): Promise<string> {
  if ("by" in step) return JSON.stringify(await world.advance(step.by))
  const request = "at" in step ? mixedRequest(step.at) : message(step.to)
  const response = await fetchFrom(service, { baseUrl: url }, `${url}${request.path}`, request.init)
  const headers = [...response.headers].filter(([name]) => name !== "x-mas-mock")
  return `${response.status} ${JSON.stringify(headers)} ${await response.text()}`
}

function message(to: string) {
  const body = {
    channel: "email",
    to: `${to}@simulator.test`,
    subject: "Hello",
    html: '<a href="https://x.test">x</a>',
  }
  const headers = { Authorization: "Bearer maskey_live_mock", "Content-Type": "application/json" }
  return { path: "/v1/my/messages", init: { method: "POST", headers, body: JSON.stringify(body) } }
}

async function takeAll(subject: Held, steps: readonly Step[]): Promise<string[]> {
  const outcomes: string[] = []
  for (const step of steps) outcomes.push(await take(subject, step))
  return outcomes
}

const runs = { numRuns: 40, seed: Number(process.env.FUZZ_SEED ?? 1) }
const patience = 3_600_000

describe("a world", () => {
  it("gives the same bytes again for the same requests at the same times", {
    tags: "slow",
    timeout: patience,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        expect(await takeAll(setUp(), steps)).toEqual(await takeAll(setUp(), steps))
      }),
      runs,
    )
  })

  it("continues byte for byte from a snapshot, taken at any time and stored as JSON", {
    tags: "slow",
    timeout: patience,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (before, after) => {
        const subject = setUp()
        await takeAll(subject, before)
        const text = JSON.stringify(subject.world.state.snapshot())
        const outcomes = await takeAll(subject, after)
        subject.world.state.restore(JSON.parse(text))
        expect(JSON.stringify(subject.world.state.snapshot())).toBe(text)
        expect(await takeAll(subject, after)).toEqual(outcomes)
        const elsewhere = setUp()
        elsewhere.world.state.restore(JSON.parse(text))
        expect(await takeAll(elsewhere, after)).toEqual(outcomes)
      }),
      runs,
    )
  })

  it("reaches the same state by one advance as by many", { tags: "slow", timeout: patience }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.nat(30 * hour), { maxLength: 6 }), async (steps, parts) => {
        const [once, often] = [setUp(), setUp()]
        await takeAll(once, steps)
        await takeAll(often, steps)
        await once.world.advance(parts.reduce((sum, part) => sum + part, 0))
        for (const part of parts) await often.world.advance(part)
        expect(JSON.stringify(once.world.state.snapshot())).toBe(JSON.stringify(often.world.state.snapshot()))
      }),
      runs,
    )
  })
})
