import { describe, expect, it, onTestFinished } from "vitest"
import { Random } from "../../../mock-server/base/random.ts"
import type { Fixtures } from "../../../mock-server/index.ts"
import { fetchFrom } from "../../../mock-server/service/http/fetch.ts"
import { ServiceCore } from "../../../mock-server/service/service.ts"
import type { Mas, RequestError } from "../../../sdk/index.ts"
// The first call would load it otherwise, which takes real time.
import "../../../sdk/client/request/pacing.ts"
import type { PaceOptions } from "../../../sdk/stores/index.ts"
import { repetitions } from "../../support/repetitions.ts"
import { connect } from "../core/support.ts"
import { fleet } from "./support.ts"

const processes = 8
const perSecond = 50
/** The longest one-way delay of a request or a response, in milliseconds; each delay is random. */
const slowest = 25
/** The messages of each process in the longest test. */
const each = repetitions(400, 2_500)

/** Eight processes and a service that accepts 50 requests a second, in simulated time. */
function crowd(fixtures: Fixtures, options: PaceOptions = { perSecond }, stall: (at: number) => number = () => 0) {
  const { paces, hostClock, pass, now } = fleet(processes, options, stall)
  const service = new ServiceCore({ rateLimit: perSecond, clock: "real", hostClock, fixtures })
  onTestFinished(() => service.close())
  const chance = new Random(7)
  const random = () => chance.fraction()
  const statuses: { readonly at: number; readonly status: number; readonly path: string }[] = []
  const onTheWay = () => new Promise<void>((resolve) => hostClock.after(random() * slowest, resolve))
  async function fetch(input: Request | URL | string, init?: RequestInit) {
    const request = new Request(input, init)
    await onTheWay()
    const response = await fetchFrom(service, { baseUrl: service.baseUrl }, request)
    statuses.push({ at: now(), status: response.status, path: new URL(request.url).pathname })
    await onTheWay()
    return response
  }
  const clients = paces.map((pace) =>
    connect("http://mock.test", { fetch, apiKey: "maskey_live_mock", timeout: 0, pace }, { ...hostClock, random }),
  )
  return { clients, statuses, pass, now, hostClock }
}

/** Sends `count` messages, twenty at a time, like a queue: a message that must wait is sent at retryAt. */
async function sendAll(mas: Mas, name: number, count: number, until: (date: Date) => Promise<void>): Promise<void> {
  const ids = Array.from({ length: count }, (_, id) => id).values()
  const message = { channel: "email", to: "ana@example.test", subject: "News", html: "<p>Hi" } as const
  async function work() {
    for (const id of ids) {
      for (let isSent = false; !isSent; ) {
        try {
          await mas.messages.send(message, { idempotencyKey: `news-${name}-${id}` })
          isSent = true
        } catch (error) {
          const { retryAt } = error as RequestError
          if (!retryAt) throw error
          await until(retryAt)
        }
      }
    }
  }
  await Promise.all(Array.from({ length: 20 }, work))
}

const many = { accounts: { main: { plan: "growth", standing: "trusted" } } } as const
/** A window of 10,000 recipients. */
const few = { accounts: { main: { plan: "free", standing: "standard" } } } as const

describe("eight processes with a service that accepts 50 requests a second", () => {
  it(`send ${each * processes} messages at 95 % of the limit, at most 1 % of 429, and read within 300 ms meanwhile`, async () => {
    const { clients, statuses, pass, now, hostClock } = crowd(many)
    const sent = Promise.all(clients.map((mas, name) => sendAll(mas, name, each, () => Promise.reject())))
    const reads: number[] = []
    async function readNow(mas: Mas | undefined) {
      const begin = now()
      await mas?.account.get({ priority: 1 })
      reads.push(now() - begin)
    }
    const begin = now()
    const time = ((each * processes) / perSecond) * 1_000
    for (let at = 0; at < time; at += 1_000)
      hostClock.after(at + 500, () => void readNow(clients[(at / 1_000) % processes]))
    await pass(time + 50_000)
    await sent
    const refusedCount = statuses.filter(({ status }) => status === 429).length
    const accepted = statuses.filter(({ status, path }) => status < 300 && path === "/v1/my/messages")
    const seconds = ((accepted.at(-1)?.at ?? 0) - begin) / 1_000
    expect(accepted).toHaveLength(each * processes)
    expect(refusedCount / statuses.length).toBeLessThanOrEqual(0.01)
    expect((statuses.length - refusedCount) / (perSecond * seconds)).toBeGreaterThanOrEqual(0.95)
    expect(Math.max(...reads)).toBeLessThan(300)
  })

  it("are not refused more if the machine stalls twice a second, so that many turns are used late at once", async () => {
    const chance = new Random(11)
    const pauses = Array.from({ length: 400 }, (_, at) => {
      const from = at * 500 + chance.fraction() * 300
      return { from, until: from + 30 + chance.fraction() * 200 }
    })
    const stall = (at: number) => {
      const until = pauses.find((pause) => at >= pause.from && at < pause.until)?.until
      return until === undefined ? 0 : until - at + chance.fraction() * 10
    }
    const { clients, statuses, pass } = crowd(many, { perSecond }, stall)
    const sent = Promise.all(clients.map((mas, name) => sendAll(mas, name, 500, () => Promise.reject())))
    await pass(150_000)
    await sent
    const refusedCount = statuses.filter(({ status }) => status === 429).length
    expect(refusedCount / statuses.length).toBeLessThanOrEqual(0.001)
    // The machine is stalled for a quarter of the time.
    const [first, last] = [statuses[0]?.at ?? 0, statuses.at(-1)?.at ?? 0]
    expect(statuses.length / (((last - first) / 1_000) * perSecond)).toBeGreaterThanOrEqual(0.7)
  })

  it("find the rate if none is set, with at most 1 % of 429", async () => {
    const { clients, statuses, pass } = crowd(many, {})
    const sent = Promise.all(clients.map((mas, name) => sendAll(mas, name, 700, () => Promise.reject())))
    await pass(240_000)
    await sent
    const refusedCount = statuses.filter(({ status }) => status === 429).length
    const accepted = statuses.filter(({ status }) => status < 300)
    // The last two thirds: the first third is the ramp-up.
    const [from, to] = [accepted[2_000]?.at ?? 0, accepted.at(-1)?.at ?? 0]
    expect(refusedCount / statuses.length).toBeLessThanOrEqual(0.01)
    expect((accepted.length - 2_000) / (((to - from) / 1_000) * perSecond)).toBeGreaterThanOrEqual(0.6)
  })

  it("stop together when the window of 10,000 is used up, and send the rest in the next window", async () => {
    const { clients, statuses, pass, hostClock } = crowd(few)
    const until = (date: Date) =>
      new Promise<void>((resolve) => hostClock.after(date.getTime() - hostClock.now(), resolve))
    const sent = Promise.all(clients.map((mas, name) => sendAll(mas, name, 1_300, until)))
    await pass(250_000)
    const before = statuses.length
    expect(statuses.filter(({ status }) => status < 300)).toHaveLength(10_000)
    await pass(86_400_000 - 300_000)
    expect(statuses).toHaveLength(before)
    await pass(400_000)
    await sent
    const refusedCount = statuses.filter(({ status }) => status === 429).length
    expect(refusedCount / statuses.length).toBeLessThanOrEqual(0.01)
  })
})
