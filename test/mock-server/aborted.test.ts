import { expect, it, onTestFinished, vi } from "vitest"
import { simulate, startMockServer, withMockWorld } from "../../mock-server/index.ts"

const headers = { Authorization: "Bearer maskey_live_mock", "Content-Type": "application/json" }
const body = JSON.stringify({ email: "ana@example.test" })

it(
  "a request whose signal is already aborted is not made",
  withMockWorld(async ({ fetch, world, url }) => {
    const signal = AbortSignal.abort(new Error("Never mind"))
    await expect(fetch("/v1/my/contacts", { method: "POST", headers, body, signal })).rejects.toThrow("Never mind")
    const abortedRequest = new Request(`${url}/v1/my/contacts`, { headers, signal: AbortSignal.abort() })
    await expect(fetch(abortedRequest)).rejects.toThrow(expect.objectContaining({ name: "AbortError" }))
    expect(world.requests.list()).toEqual([])
  }),
)

it.each([{ latency_ms: 600_000 }, { drip_ms: 600_000 }])(
  "an aborted request rejects with the signal's reason, whatever it waits for: %j",
  (fault) =>
    withMockWorld(async ({ fetch, world }) => {
      world.faults.add({ path: "/v1/my/contacts", ...fault })
      const stop = new AbortController()
      const response = fetch("/v1/my/contacts", { headers, signal: stop.signal }).then((response) => response.text())
      setImmediate(() => stop.abort(new Error("Too late")))
      await expect(response).rejects.toThrow("Too late")
    })(),
)

it("many requests that wait at once are no leak of listeners", async () => {
  const warnings: unknown[] = []
  const onWarning = (warning: Error) => void warnings.push(warning.name)
  process.on("warning", onWarning)
  onTestFinished(() => void process.off("warning", onWarning))
  const server = await startMockServer({ port: 0 })
  server.world.faults.add({ path: "/v1/my/contacts", latency_ms: 600_000 })
  const stop = new AbortController()
  const request = { headers, signal: stop.signal }
  const waiting = Array.from({ length: 20 }, () => fetch(`${server.url}/v1/my/contacts`, request).catch(() => {}))
  await vi.waitFor(() => expect(server.world.faults.list()[0]?.fired).toBe(20))
  stop.abort()
  await Promise.all(waiting)
  await server.close()
  expect(warnings).toEqual([])
})

it("a program's own timeout ends its requests in a simulated day", async () => {
  const faults = { rules: [{ path: "/v1/my/contacts", latency_ms: 45_000 }] }
  await simulate({ seed: 1, faults }, async (day) => {
    const ended: string[] = []
    const shop = day.process("shop", ({ clientOptions }) => clientOptions)
    await shop.call(async ({ fetch, baseUrl }) => {
      const stop = new AbortController()
      setTimeout(() => stop.abort(new Error("Too late")), 1_000)
      await fetch(`${baseUrl}/v1/my/contacts`, { signal: stop.signal }).catch(({ message }) => ended.push(message))
      ended.push(new Date().toISOString())
    })
    day.eventually("it has ended", () => ended.join() === "Too late,2026-01-01T00:00:01.000Z")
  })
})
