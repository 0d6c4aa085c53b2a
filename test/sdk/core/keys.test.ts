import { describe, expect, it } from "vitest"
import { requesterOf } from "../../../sdk/client/request/requester.ts"
import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract, type EndpointName } from "../../../sdk/contract/index.ts"
import { InvalidArgumentError } from "../../../sdk/index.ts"
import { apiKey, connect, json, rejection, serve, testHost } from "./support.ts"

const keyless = listEndpoints(contract).filter(({ spec }) => spec.idempotency === undefined)
const params = { id: 1, conversation_id: 1, conversation_message_id: 1 }

/** A service that never responds: every response is lost. */
const silent = () => serve((response) => response.destroy())

describe("an endpoint that reads no idempotency key", () => {
  it.each(keyless.map(({ name }) => name))("%s refuses one: nothing is sent", async (name) => {
    const { url, arrivals } = await silent()
    const requester = requesterOf({ baseUrl: url, apiKey }, testHost())
    const error = await rejection(requester.call(name as EndpointName, { params }, { idempotencyKey: "k" }))
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(error).toMatchObject({ message: `idempotencyKey is not read by ${name}: leave it out` })
    expect(arrivals).toEqual([])
  })

  it.each([
    ["by name", "lists.create"],
    ["by its definition", contract.lists.create],
    ["by method and path", "POST /v1/my/lists"],
    ["by method and path with a query", "POST /v1/my/lists/?dry=1"],
    ["by method and path with an id", "POST /v1/my/lists/7/contacts/bulk"],
    ["by method and path with a parameter", "POST /v1/my/lists/{id}/contacts/bulk"],
  ])("refuses one when it is called %s", async (_, endpoint) => {
    const { url, arrivals } = await silent()
    const input = { params: { id: 7 }, body: { name: "x" } }
    const requester = requesterOf({ baseUrl: url, apiKey }, testHost())
    const error = await rejection(requester.call(endpoint, input, { idempotencyKey: "k" }))
    expect(error).toMatchObject({ argument: "idempotencyKey", message: expect.stringContaining("is not read by") })
    expect(arrivals).toEqual([])
  })

  it.each([
    ["in parts", "POST /v1/my/{group}", ""],
    ["in parts that hold a slash", "POST /v1/{path}", ""],
    ["with a character encoded", "POST /v1/my/%6cists", ""],
    ["with an encoded character and an invalid one", "POST /v1/my/%6cists?%ff", ""],
    ["with two slashes", "POST /v1/my//lists", ""],
    ["in capital letters", "POST /V1/my/Lists", ""],
    ["with an ending", "POST /v1/my/lists.json", ""],
    ["with a parameter of its segment", "POST /v1/my/lists;v=1/", ""],
    ["partly in the client's baseUrl", "POST /lists", "/v1/my"],
    ["below another path", "POST /v1/my/%6Cists/7/contacts/bulk", "/api"],
  ])("refuses one when its path is written %s", async (_, endpoint, base) => {
    const { url, arrivals } = await silent()
    const input = { params: { group: "lists", path: "my/lists" }, body: { name: "x" } }
    const requester = requesterOf({ baseUrl: url + base, apiKey }, testHost())
    const error = await rejection(requester.call(endpoint, input, { idempotencyKey: "k" }))
    expect(error).toMatchObject({ argument: "idempotencyKey", message: expect.stringContaining("is not read by") })
    expect(await rejection(requester.call(endpoint, input))).toMatchObject({ name: "ConnectionError", attempts: 1 })
    expect(arrivals).toHaveLength(1)
  })

  it("is not retried after a lost response, even with a key in the body", async () => {
    const { url, arrivals } = await silent()
    const body = { name: "x", idempotency_key: "k" }
    for (const endpoint of ["lists.create", "POST /v1/my/lists", "POST /v1/my/unknown"]) {
      const requester = requesterOf({ baseUrl: url, apiKey }, testHost())
      expect(await rejection(requester.call(endpoint, { body }))).toMatchObject({ attempts: 1 })
    }
    expect(arrivals.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined, undefined, undefined])
  })
})

describe("an endpoint that reads keys", () => {
  it("behaves the same by path: a key is generated or required", async () => {
    const { url, arrivals } = await serve((response) => json(response, 201, { id: 1 }))
    const mas = connect(url)
    await mas.request("POST /v1/my/messages", { body: {} })
    await mas.request("POST /v1/my/events", { body: { idempotency_key: "from-body" } })
    expect(await rejection(mas.request("POST /v1/my/subscription/checkout", { body: {} }))).toMatchObject({
      message: expect.stringMatching(/^idempotencyKey is required by POST \/v1\/my\/subscription\/checkout/),
    })
    expect(arrivals.map(({ headers }) => headers["idempotency-key"])).toEqual([
      expect.stringMatching(/^mas-/),
      "from-body",
    ])
  })
})

describe("a path that the contract does not have", () => {
  it.each(["POST /v2/new", "POST /v1/my/lists-of-lists", "POST /v1/my/lists/7/copies"] as const)(
    "is retried with a key, as %s: the caller vouches that the service reads it",
    async (endpoint) => {
      const { url, arrivals } = await silent()
      const error = await rejection(connect(url).request(endpoint, {}, { idempotencyKey: "k" }))
      expect(error).toMatchObject({ attempts: 3 })
      expect(arrivals.map(({ headers }) => headers["idempotency-key"])).toEqual(["k", "k", "k"])
    },
  )
})
