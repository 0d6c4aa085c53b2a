import { describe, expect, it } from "vitest"
import { fakeHost } from "../support/fake-host.ts"
import { mock } from "../support/mock.ts"

const second = 1_000
const day = 86_400_000

/** A service that allows three requests a second, and a function that sends some and returns their statuses. */
function limited() {
  const { hostClock, pass } = fakeHost(Date.UTC(2026, 2, 1))
  const { call } = mock({ rateLimit: 3, clock: "real", hostClock })
  async function send(count: number, key = "maskey_live_mock", path = "/v1/my/lists") {
    const statuses: number[] = []
    for (let sent = 0; sent < count; sent++) statuses.push((await call("GET", path, { key })).status)
    return statuses
  }
  return { call, send, pass }
}

describe("a rate limit of three requests a second", () => {
  it("allows exactly three, and answers the fourth with 429 [36.12]", async () => {
    const { send } = limited()
    expect(await send(5)).toEqual([200, 200, 200, 429, 429])
  })

  it("starts again one second after the first of them, to the millisecond", async () => {
    const { send, pass } = limited()
    expect(await send(2)).toEqual([200, 200])
    await pass(second - 1)
    expect(await send(2)).toEqual([200, 429])
    await pass(1)
    expect(await send(4)).toEqual([200, 200, 200, 429])
  })

  it("counts each credential separately", async () => {
    const { send } = limited()
    expect(await send(4)).toEqual([200, 200, 200, 429])
    expect(await send(4, "maspc_live_mock", "/v1/my/managed_accounts")).toEqual([200, 200, 200, 429])
  })

  it("counts failed requests", async () => {
    const { send } = limited()
    expect(await send(4, "maskey_live_mock", "/v1/my/templates/99")).toEqual([404, 404, 404, 429])
  })

  it("counts everyone without a credential together", async () => {
    const { call } = limited()
    const login = (email: string) =>
      call("POST", "/v1/login", { key: null, body: { user: { email, password: "wrong" } } })
    const launch = () => call("POST", "/v1/oauth/launch", { key: null, body: { provider: "github" } })
    const responses = [await login("a@acme.test"), await launch(), await login("b@acme.test"), await launch()]
    expect(responses.map(({ status }) => status)).toEqual([401, 200, 401, 429])
  })

  it("says when to retry", async () => {
    const { send, call } = limited()
    await send(3)
    const { headers, body } = await call("GET", "/v1/my/lists")
    expect([headers.get("retry-after"), body.error_code, body.retryable]).toEqual(["1", "rate_limited", true])
  })

  it("uses real time even while the world's clock is frozen", async () => {
    const { hostClock, pass } = fakeHost(Date.UTC(2026, 2, 1))
    const { call, advance } = mock({ rateLimit: 1, clock: "frozen", hostClock })
    const status = async () => (await call("GET", "/v1/my/lists")).status
    expect([await status(), await status()]).toEqual([200, 429])
    await advance(day)
    expect(await status()).toBe(429)
    await pass(second)
    expect(await status()).toBe(200)
  })

  it("does not apply to the control API", async () => {
    const { send, call } = limited()
    await send(4)
    expect((await call("GET", "/_mock/health", { key: null })).status).toBe(200)
    expect((await call("POST", "/_mock/reset", { key: null })).status).toBe(204)
    expect(await send(4)).toEqual([200, 200, 200, 429])
  })
})
