import { describe, expect, it } from "vitest"
import type { RequestOptions, WaitOptions } from "../../../sdk/client/options.ts"
import { Lifetime } from "../../../sdk/client/request/lifetime.ts"
import { type Waiting, waitUntil } from "../../../sdk/client/wait/wait.ts"
import { AbortError, ApiResponse, NotFoundError, TimeoutError, WaitError } from "../../../sdk/index.ts"
import { rejection, testHost, timeLimit } from "./support.ts"

interface Job {
  readonly status: string
}

const waitFor = (work: Waiting<Job>, options: WaitOptions<Job>, host = testHost()) =>
  waitUntil(work, options, { host, clock: host, lifetime: new Lifetime() })

/** A state, and the response with it. */
function answered(data: Promise<Job>, headers: Record<string, string> = {}) {
  const request = { method: "GET", path: "/", attempts: 1 }
  const response = new ApiResponse({ status: 200, headers }, request)
  return { withResponse: async () => ({ data: await data, response }) }
}

/** A job with these states in turn; the last one repeats. */
function job(...states: string[]) {
  const options: RequestOptions[] = []
  const work: Waiting<Job> = {
    what: "job 1",
    read(requestOptions) {
      options.push(requestOptions)
      return answered(Promise.resolve({ status: states[Math.min(options.length, states.length) - 1] ?? "" }))
    },
    isDone: ({ status }) => status === "done",
    whyHopeless: ({ status }) => (status === "failed" ? "it failed" : undefined),
  }
  return { work, options }
}

describe("waiting", () => {
  it("polls until the work is done, and returns the last state", async () => {
    const { work, options } = job("new", "busy", "done")
    const statuses: string[] = []
    const state = await waitFor(work, { onProgress: ({ status }) => statuses.push(status) }, testHost())
    expect([state, statuses, options.length]).toEqual([{ status: "done" }, ["new", "busy", "done"], 3])
  })

  it("does not pause if the work is done at the first poll", async () => {
    const host = testHost()
    await waitFor(job("done").work, {}, host)
    expect(host.pauses).toEqual([])
  })

  it("pauses longer each time, up to ten times the interval, with jitter", async () => {
    const host = testHost({ random: 0 })
    await waitFor(job(..."new ".repeat(9).split(" ").slice(0, 9), "done").work, { pollInterval: 100 }, host)
    expect(host.pauses.map(Math.round)).toEqual([50, 75, 113, 169, 253, 380, 500, 500, 500])
    const late = testHost({ random: 1 })
    await waitFor(job("new", "done").work, { pollInterval: 100 }, late)
    expect(late.pauses).toEqual([100])
  })

  it("ends at the second poll if a mock server's clock is frozen, with the state and advice", async () => {
    const host = testHost()
    const headers = { "x-mas-mock": "mas-sdk/1.0.0; world=w1; instance=a; clock=frozen; now=2030-01-01T00:00:00.000Z" }
    const { work } = job("new")
    const read = () => answered(Promise.resolve({ status: "new" }), headers)
    const error = await rejection(waitFor({ ...work, read }, {}, host))
    expect(error).toBeInstanceOf(WaitError)
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^job 1 will not be done: the mock server's clock is frozen at 2030-01-01T00:00:00.000Z\. Advance it: world.advance\("1m"\)/,
      ),
      state: { status: "new" },
    })
    expect(host.pauses).toEqual([75])
    const done = () => answered(Promise.resolve({ status: "done" }), headers)
    expect(await waitFor({ ...work, read: done }, {}, host)).toEqual({ status: "done" })
  })

  it("pauses on the given clock, and times out on the host's", async () => {
    const [host, ownClock, lifetime] = [testHost(), testHost({ now: 5 }), new Lifetime()]
    await waitUntil(job("new", "done").work, { pollInterval: 100 }, { host, clock: ownClock, lifetime })
    expect([host.pauses, ownClock.pauses.length]).toEqual([[], 1])
    await waitUntil(job("new", "done").work, { pollInterval: 100, clock: host }, { host, clock: ownClock, lifetime })
    expect([host.pauses.length, ownClock.pauses.length]).toEqual([1, 1])
  })

  it("ends with the state if the work cannot finish", async () => {
    const error = await rejection(waitFor(job("new", "failed").work, {}, testHost()))
    expect(error).toBeInstanceOf(WaitError)
    expect(error).toMatchObject({ message: "job 1 will not be done: it failed", state: { status: "failed" } })
  })

  it.each<[string, WaitOptions<Job>]>([
    ["its own time limit", { timeout: timeLimit }],
    ["ten minutes by default", {}],
    ["a deadline before the time limit", { deadline: new Date(timeLimit), timeout: 0 }],
  ])("ends after %s with the last state", async (_, options) => {
    const host = testHost({ now: 0 })
    const { work } = job("new", "busy")
    const waiting = waitFor(work, { ...options, onProgress: ({ status }) => status === "busy" && host.expire() }, host)
    const error = await rejection(waiting)
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ message: "job 1 was not done in time", lastState: { status: "busy" } })
  })

  it("times out even during a request", async () => {
    const host = testHost()
    const { work } = job("new")
    const hanging: Waiting<Job> = {
      ...work,
      read: ({ signal }) =>
        answered(
          new Promise((_, reject) => {
            signal?.addEventListener("abort", () => reject(new Error("aborted")))
            setImmediate(host.expire)
          }),
        ),
    }
    expect(await rejection(waitFor(hanging, {}, host))).toMatchObject({ name: "TimeoutError", lastState: undefined })
  })

  it("ends at once when the caller aborts, and aborts its requests", async () => {
    const stop = new AbortController()
    const { work, options } = job("new")
    const error = await rejection(
      waitFor(work, { signal: stop.signal, onProgress: () => stop.abort(new Error("enough")) }, testHost()),
    )
    expect(error).toBeInstanceOf(AbortError)
    expect(error).toMatchObject({ message: "waiting for job 1 was aborted", cause: stop.signal.reason })
    expect(options[0]?.signal?.aborted).toBe(true)
  })

  it("passes request options on to its requests", async () => {
    const { work, options } = job("done")
    await waitFor(work, { brandSid: "b", requestTimeout: 5, timeout: 0, pollInterval: 1 }, testHost())
    expect(options).toMatchObject([{ brandSid: "b", timeout: 5 }])
  })

  it("ends with the error of a request, or of onProgress", async () => {
    const { work } = job("new")
    const missing = new NotFoundError(
      { status: 404, headers: {}, body: {}, message: "None" },
      { method: "GET", path: "/", attempts: 1 },
    )
    expect(await rejection(waitFor({ ...work, read: () => answered(Promise.reject(missing)) }, {}, testHost()))).toBe(
      missing,
    )
    const mine = new Error("mine")
    const onProgress = () => {
      throw mine
    }
    expect(await rejection(waitFor(work, { onProgress }, testHost()))).toBe(mine)
    expect(await rejection(waitFor(work, { onProgress: async () => onProgress() }, testHost()))).toBe(mine)
  })

  it("waits for onProgress, at most until its own time limit", async () => {
    const { work, options } = job("new", "busy", "done")
    const readings: number[] = []
    const onProgress = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      readings.push(options.length)
    }
    await waitFor(work, { onProgress })
    expect(readings).toEqual([1, 2, 3])
    const host = testHost()
    const hanging = () => {
      setImmediate(host.expire)
      return new Promise(() => {})
    }
    expect(await rejection(waitFor(job("new").work, { onProgress: hanging }, host))).toMatchObject({
      name: "TimeoutError",
      lastState: { status: "new" },
    })
  })

  it.each<[string, object]>([
    ["pollInterval", { pollInterval: -1 }],
    ["pollInterval", { pollInterval: "1s" }],
    ["timeout", { timeout: Number.NaN }],
    ["deadline", { deadline: new Date(Number.NaN) }],
    ["deadline", { deadline: 5 }],
  ])("refuses a wrong %s", async (argument, options) => {
    expect(await rejection(waitFor(job("done").work, options, testHost()))).toMatchObject({
      name: "InvalidArgumentError",
      argument,
    })
  })
})
