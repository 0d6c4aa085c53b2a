import { describe, expect, it } from "vitest"
import type { NewRequestFault } from "../../mock-server/base/models.gen.ts"
import { endpoints } from "../support/samples.ts"
import { conformanceHome, failed, namesIn } from "./conformance-home.ts"
import { sendMail } from "./own/run.ts"

const reads = endpoints.filter(({ spec }) => spec.method === "GET" && spec.download === undefined)

const checkedHome = conformanceHome()
const { look } = checkedHome

describe("mas conformance", () => {
  it("finds no drift on the mock server, with reads only", async () => {
    await checkedHome.home.run(sendMail)
    checkedHome.home.service.world.requests.clear()
    const { code, lines, err } = await look()
    expect(failed(lines)).toEqual([])
    expect(code).toBe(0)
    expect(namesIn(lines)).toEqual(["unknown path", "unknown credential", ...reads.map(({ name }) => name)].sort())
    expect(new Set(checkedHome.home.service.world.requests.list().map(({ method }) => method))).toEqual(
      new Set(["GET"]),
    )
    expect(err).toMatch(/^0 failed, \d+ passed, \d+ not checked\.$/m)
    expect(lines.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(50)
  })

  it("shows the differences below the read, on a terminal", async () => {
    checkedHome.home.service.world.faults.add({ path: "/v1/my/lists", headers: { "X-Total-Count": "many" } })
    const { code, out } = await checkedHome.home.run(["conformance", "--endpoint", "lists.list"], { terminal: true })
    expect(out).toMatch(/✘.* GET \/v1\/my\/lists\n +→ X-Total-Count is not a number of rows/)
    expect(code).toBe(1)
  })

  it("checks only the named endpoints", async () => {
    expect(namesIn((await look("--endpoint", "templates.get", "--endpoint", "user.get")).lines)).toEqual([
      "templates.get",
      "user.get",
    ])
    const { code, err } = await checkedHome.home.run(["conformance", "--endpoint", "lists.create"])
    expect([code, err]).toEqual([6, expect.stringContaining("lists.create")])
    const none = await checkedHome.home.run(["conformance", "--endpoint", ""])
    expect([none.code, none.err]).toEqual([10, expect.stringContaining("--endpoint names no endpoint")])
  })

  it("encodes an id that does not fit in a path", async () => {
    checkedHome.home.service.world.faults.add({ path: "/v1/my/templates", status: 200, body: [{ id: "a /%" }] })
    const { code, lines } = await look("--endpoint", "templates.get")
    expect([code, failed(lines).map(({ requirement }) => requirement)]).toEqual([
      1,
      ["GET /v1/my/templates/a%20%2F%25"],
    ])
  })

  it("ends with exit code 3 if the credential is refused", async () => {
    const { code, out } = await checkedHome.home.run(["conformance"], { env: { MAS_API_KEY: "maskey_live_wrong" } })
    expect([code, out]).toEqual([3, ""])
  })

  it("ends with the error of the call if the service does not respond", async () => {
    checkedHome.home.service.world.faults.add({ drop: "before" })
    const { code } = await checkedHome.home.run(["conformance", "--max-retries", "0"])
    expect(code).toBe(8)
  })
})

/** Returns the service's real response to a read. */
// biome-ignore lint/suspicious/noExplicitAny: a drift changes responses of every shape.
type Own = (path: string) => Promise<any>

/** A deviation of the service, with the endpoint that reports it. */
interface Drift {
  readonly endpoint: string
  readonly what: string
  readonly fault: (realBody: Own) => Promise<NewRequestFault> | NewRequestFault
}

const account = "/v1/my/account"
const lists = "/v1/my/lists"
const page =
  (headers: Readonly<Record<string, string>>): Drift["fault"] =>
  () => ({ path: lists, headers })
/** The account response with a changed field. */
const withField =
  (change: object): Drift["fault"] =>
  async (realBody) => ({ path: account, body: { ...(await realBody(account)), ...change } })
/** The lists response with a changed field in the first row. */
const withRow =
  (change: object): Drift["fault"] =>
  async (realBody) => {
    const [first, ...others] = await realBody(lists)
    return { path: lists, query: {}, body: [{ ...first, ...change }, ...others] }
  }
const refusal = { code: 404, message: "Not found", error: true }

const drifts: readonly Drift[] = [
  { endpoint: "account.get", what: "a number as text", fault: withField({ id: "1" }) },
  { endpoint: "account.get", what: "a field that is missing", fault: withField({ name: undefined }) },
  { endpoint: "account.get", what: "null for a field that is not nullable", fault: withField({ name: null }) },
  {
    endpoint: "account.get",
    what: "a record in an envelope",
    fault: async (realBody) => ({ path: account, body: { data: await realBody(account) } }),
  },
  {
    endpoint: "account.get",
    what: "a list instead of a record",
    fault: async (realBody) => ({ path: account, body: [await realBody(account)] }),
  },
  { endpoint: "account.get", what: "a page of HTML", fault: () => ({ path: account, body: "<html></html>" }) },
  { endpoint: "account.get", what: "nothing at all", fault: () => ({ path: account, body: "" }) },
  {
    endpoint: "account.get",
    what: "another success status",
    fault: async (realBody) => ({ path: account, status: 202, body: await realBody(account) }),
  },
  { endpoint: "account.get", what: "a server error", fault: () => ({ path: account, status: 500 }) },
  { endpoint: "lists.list", what: "a row whose id is text", fault: withRow({ id: "one" }) },
  { endpoint: "lists.list", what: "an invalid time", fault: withRow({ created_at: "yesterday" }) },
  {
    endpoint: "lists.list",
    what: "an envelope around rows",
    fault: async (realBody) => ({ path: lists, body: { items: await realBody(lists) } }),
  },
  { endpoint: "lists.list", what: "missing rows", fault: () => ({ path: lists, body: [] }) },
  { endpoint: "lists.list", what: "a wrong number of rows", fault: page({ "X-Total-Count": "1000" }) },
  { endpoint: "lists.list", what: "a wrong number of pages", fault: page({ "X-Total-Pages": "7" }) },
  { endpoint: "lists.list", what: "pages counted from 0", fault: page({ "X-Page-Number": "0" }) },
  { endpoint: "lists.list", what: "a next page that does not exist", fault: page({ "X-Next-Page": "9" }) },
  {
    endpoint: "lists.list",
    what: "an accepted page size of zero",
    fault: async (realBody) => ({ path: lists, query: { limit: "0" }, status: 200, body: await realBody(lists) }),
  },
  {
    endpoint: "templates.get",
    what: "200 for a missing record",
    fault: async (realBody) => ({
      path: "/v1/my/templates/999999999999",
      status: 200,
      body: (await realBody("/v1/my/templates"))[0] ?? {},
    }),
  },
  {
    endpoint: "templates.get",
    what: "an error without its message",
    fault: () => ({ path: "/v1/my/templates/999999999999", status: 404, body: { ...refusal, message: undefined } }),
  },
  {
    endpoint: "unknown path",
    what: "an error of another shape",
    fault: () => ({ path: "/v1/my/nothing-of-the-kind", status: 404, body: { error: "Not found" } }),
  },
  {
    endpoint: "unknown credential",
    what: "403 instead of 401",
    fault: () => ({ path: account, credential: "maskey_live_of_nobody", status: 403 }),
  },
]

describe("a drift of a service", () => {
  it.each(drifts)("is found at $endpoint: $what", { tags: "slow" }, async ({ endpoint, fault }) => {
    const { world, apiKey, fetch } = checkedHome.home.service
    const realBody: Own = async (path) => (await fetch(path, { headers: { Authorization: `Bearer ${apiKey}` } })).json()
    world.faults.add({ method: "GET", credential: apiKey, ...(await fault(realBody)) })
    const { code, lines } = await look("--max-retries", "0")
    expect(namesIn(failed(lines))).toEqual([endpoint])
    expect(code).toBe(1)
  })
})
