import { describe, expect, it } from "vitest"
import { AbortError, ConnectionError, InvalidArgumentError, RateLimitError, TimeoutError } from "../../../sdk/index.ts"
// The first call would load it otherwise, which takes real time.
import "../../../sdk/client/request/pacing.ts"
import type { Pace } from "../../../sdk/stores/index.ts"
import { connect, rejection } from "../core/support.ts"
import { fleet } from "./support.ts"

const message = { channel: "email", to: "ana@example.test", subject: "News", html: "<p>Hi" } as const
const keyed = (key: string) => ({ idempotencyKey: key })
const jsonResponse = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } })

/** Clients that share a pace, each in its own process, and a service with the given responses. */
function clients(count: number, reply: (request: Request) => Response = () => jsonResponse(200, {}), perSecond = 10) {
  const { paces, hostClock, pass, now } = fleet(count, { perSecond })
  const sent: string[] = []
  const fetch = async (input: Request | URL | string, init?: RequestInit) => {
    const request = new Request(input, init)
    sent.push(`${request.method} ${Math.round(now() - 1_000)}`)
    return reply(request)
  }
  const host = { ...hostClock, random: () => 0.5 }
  return { mas: paces.map((pace) => connect("http://mock.test", { fetch, pace }, host)), sent, pass, now }
}

const limited = () => jsonResponse(429, { message: "Too fast" }, { "Retry-After": "2" })
const full = () =>
  jsonResponse(429, { error_code: "sending_capacity_reached", retryable: true }, { "Retry-After": "3600" })
const maintenance = () => jsonResponse(503, { message: "Back soon" }, { "Retry-After": "5" })
/** Refuses the first request, and accepts the others. */
function firstRefused(refusal: () => Response): () => Response {
  let count = 0
  return () => (count++ === 0 ? refusal() : jsonResponse(200, {}))
}

describe("a client with a pace", () => {
  it("sends each attempt in its turn, among the processes that share the pace", async () => {
    const { mas, sent, pass } = clients(3)
    const calls = mas.map((one) => one.account.get())
    await pass(1_000)
    await Promise.all(calls)
    expect(sent).toEqual(["GET 0", "GET 103", "GET 206"])
  })

  it("fails at once, unsent, if its turn comes after its deadline, and has retryAt", async () => {
    const { mas, sent, pass, now } = clients(2, undefined, 0.1)
    const first = mas[0]?.account.get()
    await pass(0)
    await first
    const error = mas[1] && rejection(mas[1].account.get({ deadline: 5_000 }))
    await pass(0)
    expect(await error).toBeInstanceOf(TimeoutError)
    const retryAt = new Date(Math.floor(now() + 10_000 / 0.97))
    expect(await error).toMatchObject({ retryAt, disposition: "later", neverSent: true, attempts: 0 })
    expect(await error).toMatchObject({ message: expect.stringContaining("GET /v1/my/account was not sent: its turn") })
    expect(sent).toHaveLength(1)
  })

  it("ends the wait at the deadline for many calls of its process, with retryAt", async () => {
    const { mas, pass } = clients(1, undefined, 1)
    const calls = Array.from({ length: 5 }, () => mas[0]?.account.get({ deadline: 2_500 }))
    const ended = Promise.allSettled(calls)
    await pass(2_500)
    const outcomes = await ended
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3)
    for (const one of outcomes)
      if (one.status === "rejected")
        expect(one.reason).toMatchObject({
          name: "TimeoutError",
          message: expect.stringContaining("its turn has not come within its deadline"),
          retryAt: expect.any(Date),
        })
  })

  it("stops all clients of the pace for as long as a 429 asks", async () => {
    const { mas, sent, pass } = clients(2, firstRefused(limited))
    const first = mas[0]?.account.get()
    await pass(10)
    const second = mas[1]?.account.get()
    await pass(1_900)
    expect(sent).toHaveLength(1)
    await pass(1_000)
    await Promise.all([first, second])
    expect(sent).toHaveLength(3)
  })

  it("holds back sends, but no reads, in all processes when sending capacity is used up", async () => {
    const { mas, sent, pass, now } = clients(2, ({ method }) => (method === "POST" ? full() : jsonResponse(200, {})))
    const [one, other] = mas
    const first = one && rejection(one.messages.send(message, keyed("a")))
    await pass(0)
    expect(await first).toBeInstanceOf(RateLimitError)
    const second = other && rejection(other.messages.send(message, keyed("b")))
    const read = other?.account.get()
    await pass(200)
    expect(await second).toMatchObject({ name: "TimeoutError", disposition: "later", attempts: 0 })
    const { retryAt } = Object(await second)
    expect(retryAt.getTime()).toBeGreaterThan(now() + 3_590_000)
    await read
    expect(sent.map((line) => line.split(" ")[0])).toEqual(["POST", "GET"])
  })

  it("stops in all processes for a maintenance, and resumes in all", async () => {
    let isClosed = true
    const { mas, sent, pass } = clients(4, () => (isClosed ? maintenance() : jsonResponse(200, {})))
    const calls = Array.from({ length: 40 }, (_, call) => mas[call % 4]?.account.get())
    await pass(4_900)
    // The first few show that it is no single machine.
    expect(sent.length).toBeLessThan(12)
    isClosed = false
    await pass(6_000)
    await Promise.all(calls)
  })

  it("keeps its pace if one of the service's fifty machines fails", { tags: "slow" }, async () => {
    let count = 0
    const { mas, sent, pass } = clients(8, () => (++count % 50 === 7 ? maintenance() : jsonResponse(200, {})), 250)
    const seconds = 20
    for (let call = 0; call < 250 * (seconds + 5); call++) mas[call % 8]?.account.get().catch(() => undefined)
    await pass(seconds * 1_000)
    expect(sent.length / seconds).toBeGreaterThan(0.8 * 250)
  })

  it("is not stopped by a process whose connection leads to the machine that fails", { tags: "slow" }, async () => {
    const { paces, hostClock, pass } = fleet(8, { perSecond: 80 })
    let sent = 0
    const fetchOf = (index: number) => async () => {
      sent++
      return index === 0 ? maintenance() : jsonResponse(200, {})
    }
    const host = { ...hostClock, random: () => 0.5 }
    const mas = paces.map((pace, index) => connect("http://mock.test", { fetch: fetchOf(index), pace }, host))
    for (let call = 0; call < 1_600; call++) mas[call % 8]?.account.get().catch(() => undefined)
    await pass(10_000)
    expect(sent).toBeGreaterThan(0.8 * 800)
  })

  it("says once that the store's clock was set back", async () => {
    const warned: string[] = []
    const logger = { debug() {}, info() {}, error() {}, warn: (text: string) => void warned.push(text) }
    const thrown: Pace["turn"] = async (_, { onNotice }) => {
      onNotice?.("The pace's store had a turn or a pause 3600 s ahead")
      return undefined
    }
    const none = async () => {}
    const pace: Pace = { turn: thrown, slow: none, stop: none, countFailure: none }
    await connect("http://mock.test", { fetch: async () => jsonResponse(200, {}), pace, logger }).account.get()
    expect(warned).toEqual(["The pace's store had a turn or a pause 3600 s ahead"])
  })

  it("does not hold others back for a send that can never be accepted", async () => {
    const never = () =>
      jsonResponse(429, { error_code: "sending_capacity_reached", retryable: false }, { "Retry-After": "9" })
    const { mas, pass } = clients(1, firstRefused(never))
    const first = mas[0] && rejection(mas[0].messages.send(message, keyed("a")))
    await pass(0)
    expect(await first).toMatchObject({ disposition: "final" })
    const second = mas[0]?.messages.send(message, keyed("b"))
    await pass(200)
    await second
  })

  it("stops waiting when the caller aborts", async () => {
    const { mas, sent, pass } = clients(1, undefined, 1)
    const stop = new AbortController()
    const first = mas[0]?.account.get()
    await pass(0)
    await first
    const second = mas[0] && rejection(mas[0].account.get({ signal: stop.signal }))
    await pass(10)
    stop.abort()
    expect(await second).toBeInstanceOf(AbortError)
    expect(sent).toHaveLength(1)
  })

  it("fails unsent and retryable if the pace fails", async () => {
    const broken: Pace = {
      turn: () => Promise.reject(new Error("connect ECONNREFUSED")),
      slow: () => Promise.reject(new Error("connect ECONNREFUSED")),
      stop: () => Promise.reject(new Error("connect ECONNREFUSED")),
      countFailure: () => Promise.reject(new Error("connect ECONNREFUSED")),
    }
    const mas = connect("http://mock.test", { fetch: async () => jsonResponse(200, {}), pace: broken })
    const error = await rejection(mas.account.get())
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ neverSent: true, disposition: "retry", attempts: 0 })
    expect(String(error)).toContain("its pace failed: connect ECONNREFUSED")
  })

  it("refuses an invalid pace or priority", () => {
    expect(() => connect("http://mock.test", { pace: {} as never })).toThrow(InvalidArgumentError)
    expect(() => connect("http://mock.test", { priority: "high" as never })).toThrow("priority must be a number")
  })
})
