import { getEventListeners } from "node:events"
import { afterEach, beforeEach, expect, it } from "vitest"
import { onAbort } from "../../../sdk/base/abort.ts"
import { AbortError } from "../../../sdk/index.ts"
import { connect, deferred, json, rejection, serve } from "./support.ts"

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length
const warnings: Error[] = []
const note = (warning: Error) => warnings.push(warning)

beforeEach(() => {
  warnings.length = 0
  process.on("warning", note)
})
afterEach(() => {
  process.off("warning", note)
})

it("adds one listener to a signal that many calls share, and removes it when they end", async () => {
  const { promise: open, resolve } = deferred()
  const arrived = deferred()
  const { url, arrivals } = await serve(async (response) => {
    if (arrivals.length === 40) arrived.resolve()
    await open
    json(response, 200, {})
  })
  const { signal } = new AbortController()
  const mas = connect(url)
  const calls = Array.from({ length: 40 }, () => mas.account.get({ signal }))
  await arrived.promise
  expect(listeners(signal)).toBe(1)
  resolve()
  await Promise.all(calls)
  expect(listeners(signal)).toBe(0)
  await new Promise((done) => setImmediate(done))
  expect(warnings).toEqual([])
})

it("aborts every call that shares a signal, also while it fetches a token or pauses", async () => {
  const arrived = deferred()
  const { url } = await serve(() => arrived.resolve())
  const stop = new AbortController()
  const { signal } = stop
  const calls = [
    connect(url).account.get({ signal }),
    connect(url).contacts.list({}, { signal }),
    connect(url, { token: () => new Promise<string>(() => {}) }).account.get({ signal }),
  ].map((call) => rejection(call))
  await arrived.promise
  expect(listeners(signal)).toBe(1)
  stop.abort(new Error("enough"))
  for (const error of await Promise.all(calls)) {
    expect(error).toBeInstanceOf(AbortError)
    expect(error).toMatchObject({ cause: new Error("enough") })
  }
  expect(listeners(signal)).toBe(0)
})

it("removes a callback once, however often its remover is called", () => {
  const stop = new AbortController()
  const order: number[] = []
  const first = onAbort(stop.signal, () => order.push(1))
  first()
  onAbort(stop.signal, () => order.push(2))
  first()
  const third = onAbort(stop.signal, () => order.push(3))
  expect(listeners(stop.signal)).toBe(1)
  third()
  stop.abort()
  expect(order).toEqual([2])
})
