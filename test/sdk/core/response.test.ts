import { describe, expect, expectTypeOf, it } from "vitest"
import { type ApiPromise, ApiResponse, type Invite, NotFoundError } from "../../../sdk/index.ts"
import { connect, json, rejection, serve } from "./support.ts"

const invite = { id: 1, email: "ada@example.test" }

describe("the promise of a call", () => {
  it("sends one request, however often it is awaited", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, invite))
    const call = connect(url).webhooks.get(1)
    expect(
      await Promise.all([
        call,
        call.then((data) => data),
        call.withResponse().then(({ data }) => data),
        call.finally(() => {}),
      ]),
    ).toEqual([invite, invite, invite, invite])
    expect(arrivals).toHaveLength(1)
  })

  it("sends its request without being awaited", async () => {
    const { url, arrivals } = await serve((response) => json(response, 201, invite))
    const call = connect(url).invites.create({ email: "ada@example.test" })
    await call.withResponse()
    expect(arrivals).toHaveLength(1)
  })

  it("can be used as a Promise", async () => {
    expectTypeOf<ApiPromise<Invite>>().toExtend<Promise<Invite>>()
    const { url } = await serve((response) => json(response, 200, invite))
    expect(await Promise.race([connect(url).account.get()])).toEqual(invite)
  })

  it("gives status, headers, path and attempts on request", async () => {
    const { url, arrivals } = await serve((response) => {
      if (arrivals.length === 1) json(response, 503, {})
      else json(response, 200, invite, { "X-Request-Id": "r-1" })
    })
    const { data, response } = await connect(`${url}/base`).webhooks.get(7, { reveal: true }).withResponse()
    expect(data).toEqual(invite)
    expect(response).toBeInstanceOf(ApiResponse)
    expect(response).toMatchObject({ status: 200, method: "GET", path: "/v1/my/webhooks/7", attempts: 2 })
    expect([response.headers.get("x-request-id"), response.header("X-REQUEST-ID"), response.header("x-none")]).toEqual([
      "r-1",
      "r-1",
      null,
    ])
  })

  it("takes the request id from the header that carries it", async () => {
    const { url } = await serve((response) => json(response, 200, {}, { "Request-Id": "req_7" }))
    const { response } = await connect(url).account.get().withResponse()
    expect(response.requestId).toBe("req_7")
  })

  it("rejects through each of its methods", async () => {
    const { url } = await serve((response) => json(response, 404, { message: "None", code: 404 }))
    const call = connect(url).account.get()
    expect(await rejection(call)).toBeInstanceOf(NotFoundError)
    expect(await rejection(call.withResponse())).toBeInstanceOf(NotFoundError)
    expect(await call.catch(() => "caught")).toBe("caught")
    expect(await call.then(null, () => "caught")).toBe("caught")
    expect(await rejection(call.map(() => 1))).toBeInstanceOf(NotFoundError)
  })

  it("can be mapped", async () => {
    const { url } = await serve((response) => json(response, 200, invite))
    const call = connect(url)
      .webhooks.get(1)
      .map(({ id }, { status }) => [id, status])
    expect(await call).toEqual([1, 200])
    expect((await call.withResponse()).data).toEqual([1, 200])
  })

  it("has a name of its own as text", async () => {
    const { url } = await serve((response) => json(response, 200, []))
    const mas = connect(url)
    const calls = [mas.account.get(), mas.contacts.list()]
    expect(calls.map(String)).toEqual(["[object ApiPromise]", "[object PagePromise]"])
    await Promise.all(calls)
  })
})
