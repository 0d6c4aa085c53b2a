import { describe, expect, it, onTestFinished } from "vitest"
import { writtenTo } from "../../cli/commands/conformance/check-writes.ts"
import type { MockWorld } from "../../mock-server/testing/mock-world.ts"
import { snapshotOf } from "../support/snapshot-of.ts"
import { conformanceHome, failed, namesIn } from "./conformance-home.ts"
import { dialog } from "./own/dialog.ts"
import { Home } from "./own/run.ts"

const checkedHome = conformanceHome()
const { look } = checkedHome
/** All records of a world by table, without the id counters. */
const recordsOf = (world: MockWorld) =>
  Object.fromEntries(Object.entries(snapshotOf(world).tables).map(([name, table]) => [name, Object(table).rows]))

describe("mas conformance --writes", () => {
  it("finds no drift in writes on the mock server, and restores every record", async () => {
    const { world } = checkedHome.home.service
    const before = recordsOf(world)
    const { code, lines, err } = await look("--writes", "--yes")
    expect(failed(lines)).toEqual([])
    expect([code, err]).toEqual([0, expect.stringMatching(/^0 failed, \d+ passed/m)])
    const written = lines.filter(({ requirement }) => !requirement.startsWith("GET"))
    expect(namesIn(written)).toEqual([...writtenTo].filter((name) => name !== "webhooks.get").sort())
    expect(written.map(({ outcome }) => outcome)).toEqual(written.map(() => "passed"))
    expect(recordsOf(world)).toEqual(before)
  })

  it("writes only after a confirmation", async () => {
    const methods = () => [...new Set(checkedHome.home.service.world.requests.list().map(({ method }) => method))]
    const { code, err } = await checkedHome.home.run(["conformance", "--writes"])
    expect([code, err]).toEqual([2, expect.stringContaining("--yes")])
    const declined = await dialog(checkedHome.home.home, ["conformance", "--writes"], ["y"])
    expect(declined).toMatch(/Type the account's name to continue \(Acme\): y\nerror: .*nothing was sent/)
    expect(methods()).toEqual(["GET"])
    const single = await checkedHome.home.run(["conformance", "--endpoint", "webhooks.create"])
    expect([single.code, single.err]).toEqual([6, expect.stringContaining("--writes")])
  })

  it("says what could not be checked, where the reads before it show nothing to write again", async () => {
    const { faults } = checkedHome.home.service.world
    faults.add({ method: "GET", path: "/v1/my/account", body: { id: 1 } })
    faults.add({ method: "GET", path: "/v1/my/lists", body: [] })
    const { lines } = await look("--writes", "--yes", "--endpoint", "account.update,validations.quote,user.update")
    expect(lines.map(({ name, outcome, detail }) => [name, outcome, detail])).toEqual([
      ["account.update", "unknown", "the read shows no name"],
      ["user.update", "passed", undefined],
      ["validations.quote", "unknown", "no list shows a record"],
      ["validations.quote", "passed", undefined],
    ])
    const other = await checkedHome.home.run(["conformance", "--writes", "--yes", "--endpoint", "contacts.create"])
    expect([other.code, other.err]).toEqual([6, expect.stringContaining("--endpoint is not checked: contacts.create")])
  })

  it("creates no endpoint if the brand is at its limit", async () => {
    for (let n = 0; n < 10; n++)
      await checkedHome.home.run([
        "webhooks",
        "create",
        "--url",
        `https://hooks.example.com/${n}`,
        "--events",
        "email.sent",
      ])
    const { code, lines } = await look("--writes", "--yes", "--endpoint", "webhooks.create")
    expect([code, lines[0]?.outcome, lines[0]?.detail]).toEqual([0, "unknown", expect.stringContaining("10 endpoints")])
  })
})

/** A deviation of the service in its response to one request. */
interface Drift {
  readonly what: string
  /** The endpoints that report it. */
  readonly found: readonly string[]
  readonly request: string
  /** The status of the real response. */
  readonly own: number
  /** Which of these responses differs; all if omitted. */
  readonly nth?: number
  readonly status?: number
  readonly body?: (realBody: object) => unknown
}

const create = "POST /v1/my/webhooks"
const update = "PATCH /v1/my/webhooks/1"
const get = "GET /v1/my/webhooks/1"
const remove = "DELETE /v1/my/webhooks/1"
const quote = "POST /v1/my/validation_operations/quote"
const withField = (change: object) => (realBody: object) => ({ ...realBody, ...change })

const drifts: readonly Drift[] = [
  { what: "200 for a created record", found: ["webhooks.create"], request: create, own: 201, status: 200 },
  {
    what: "a secret in another format",
    found: ["webhooks.create", "webhooks.get"],
    request: create,
    own: 201,
    body: withField({ secret: "s" }),
  },
  {
    what: "an incomplete request that is accepted",
    found: ["webhooks.create"],
    request: create,
    own: 422,
    status: 201,
  },
  {
    what: "a change missing from the response",
    found: ["webhooks.update"],
    request: update,
    own: 200,
    nth: 1,
    body: withField({ enabled: true }),
  },
  { what: "a success without a body", found: ["webhooks.update"], request: update, own: 200, body: () => ({}) },
  { what: "an accepted address without TLS", found: ["webhooks.update"], request: update, own: 422, status: 200 },
  {
    what: "an error of another shape",
    found: ["webhooks.update"],
    request: update,
    own: 422,
    body: () => ({ errors: ["url"] }),
  },
  {
    what: "a change missing from the next read",
    found: ["webhooks.get"],
    request: get,
    own: 200,
    nth: 2,
    body: withField({ events: ["email.sent"] }),
  },
  {
    what: "a secret that differs from the first",
    found: ["webhooks.get"],
    request: `${get}?reveal=true`,
    own: 200,
    body: withField({ secret: "whsec_b3RoZXI=" }),
  },
  { what: "a record that is still there", found: ["webhooks.get"], request: get, own: 404, status: 200 },
  { what: "202 for a deleted record", found: ["webhooks.delete"], request: remove, own: 200, status: 202 },
  { what: "a second deletion that succeeds", found: ["webhooks.delete"], request: remove, own: 404, status: 200 },
  {
    what: "a name other than the saved one",
    found: ["account.update"],
    request: "PATCH /v1/my/account",
    own: 200,
    body: withField({ name: "Other" }),
  },
  {
    what: "an id as text",
    found: ["user.update"],
    request: "PATCH /v1/my/user",
    own: 200,
    body: withField({ id: "1" }),
  },
  { what: "no counts", found: ["validations.quote"], request: quote, own: 200, body: withField({ counts: null }) },
  {
    what: "409 for an incomplete request",
    found: ["templates.create"],
    request: "POST /v1/my/templates",
    own: 422,
    status: 409,
  },
  {
    what: "a refusal without its message",
    found: ["lists.create"],
    request: "POST /v1/my/lists",
    own: 422,
    body: withField({ message: undefined }),
  },
  {
    what: "202 for a missing record",
    found: ["webhooks.test"],
    request: "POST /v1/my/webhooks/999999999999/test",
    own: 404,
    status: 202,
  },
  {
    what: "200 for a missing record",
    found: ["memberships.update"],
    request: "PATCH /v1/my/account/memberships/999999999999",
    own: 404,
    status: 200,
  },
  {
    what: "400 for a missing record",
    found: ["templates.update"],
    request: "PATCH /v1/my/templates/999999999999",
    own: 404,
    status: 400,
  },
]

/** Runs the command against the service with some responses changed. */
async function runWith(drift: Omit<Drift, "what" | "found">) {
  const { fetch, url, apiKey } = checkedHome.home.service
  let matches = 0
  const changed: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const { method, url: requestUrl } = new Request(input, init)
    const isOne = `${method} ${requestUrl.slice(url.length)}` === drift.request && response.status === drift.own
    if (!isOne || (++matches !== drift.nth && drift.nth !== undefined)) return response
    const realBody: object = await response.json()
    return Response.json(drift.body?.(realBody) ?? realBody, { status: drift.status ?? drift.own })
  }
  const drifting = new Home({ MAS_BASE_URL: url, MAS_API_KEY: apiKey }, changed)
  onTestFinished(() => drifting.remove())
  const argv = ["conformance", "--writes", "--yes", "--output", "json", "--max-retries", "0"]
  const { code, json } = await drifting.run(argv)
  return { code, failed: namesIn(failed(json)) }
}

describe("a drift in responses to writes", () => {
  it.each(drifts)("is found: $what", { tags: "slow" }, async (drift) => {
    const before = recordsOf(checkedHome.home.service.world)
    expect(await runWith(drift)).toEqual({ code: 1, failed: drift.found })
    expect(recordsOf(checkedHome.home.service.world)).toEqual(before)
  })

  it("leaves no endpoint behind if the deletion fails", async () => {
    const { world } = checkedHome.home.service
    const before = recordsOf(world)
    world.faults.add({ method: "DELETE", status: 503, times: 1 })
    const { code, lines } = await look("--writes", "--yes", "--max-retries", "0")
    expect([code, namesIn(failed(lines))]).toEqual([1, expect.arrayContaining(["webhooks.delete"])])
    expect(recordsOf(world)).toEqual(before)
  })

  it.each([
    ["its response is lost", { drop: "after" }, 8],
    ["the response has an id of another type", { body: { id: "one" }, status: 201 }, 1],
  ] as const)("leaves no endpoint behind if it is created and %s", async (_why, createResult, code) => {
    const { fetch, url, apiKey, world } = checkedHome.home.service
    const before = recordsOf(world)
    const changed: typeof fetch = async (input, init) => {
      const { method, url: requestUrl } = new Request(input, init)
      const response = await fetch(input, init)
      if (method !== "POST" || !requestUrl.endsWith("/webhooks") || response.status !== 201) return response
      if ("drop" in createResult) throw new TypeError("fetch failed")
      return Response.json(createResult.body, { status: createResult.status })
    }
    const drifting = new Home({ MAS_BASE_URL: url, MAS_API_KEY: apiKey }, changed)
    onTestFinished(() => drifting.remove())
    const ran = await drifting.run(["conformance", "--writes", "--yes", "--max-retries", "0"])
    expect([ran.code, recordsOf(world)]).toEqual([code, before])
  })

  it("leaves no endpoint behind if Ctrl-C interrupts it", async () => {
    const { fetch, url, apiKey, world } = checkedHome.home.service
    const before = recordsOf(world)
    const stopping = new Home({ MAS_BASE_URL: url, MAS_API_KEY: apiKey }, (input, init) => {
      if (new Request(input, init).method === "PATCH") running.interrupt()
      return fetch(input, init)
    })
    onTestFinished(() => stopping.remove())
    const running = stopping.start(["conformance", "--writes", "--yes"])
    expect((await running.ended).code).toBe(130)
    expect(world.requests.list({ method: "DELETE" }).length).toBe(1)
    expect(recordsOf(world)).toEqual(before)
  })
})
