import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { exitCodeMeanings, exitCodes } from "../../cli/errors/exit-codes.ts"
import type { NewFault } from "../../mock-server/control/new-faults.ts"
import { readProjectFile } from "../support/files.ts"
import { Home, homeWithService } from "./own/run.ts"

const place = homeWithService()
afterEach(() => place.service.world.faults.clear())
afterAll(() => place.close())

const get = ["account", "get", "--max-retries", "0", "--output", "json"]
const failing = async (fault: NewFault, argv: readonly string[] = get) => {
  place.service.world.faults.add(fault)
  const { code, out, err } = await place.run(argv)
  return { code, out, error: err === "" ? undefined : JSON.parse(err).error }
}

describe("the exit code", () => {
  it.each([
    [400, 6],
    [401, 3],
    [403, 3],
    [404, 4],
    [405, 1],
    [409, 5],
    [413, 6],
    [422, 6],
    [429, 7],
    [500, 1],
    [503, 1],
  ])("of an answer with status %i is %i", async (status, exitCode) => {
    const { code, out, error } = await failing({ status })
    expect([code, out, error.status]).toEqual([exitCode, "", status])
    expect(Object.keys(error)).toEqual(expect.arrayContaining(["code", "status", "message", "hint", "docs"]))
  })

  it("is 8 when the connection is cut, and the hint says what may have happened to a write", async () => {
    const read = await failing({ drop: "before" })
    expect([read.code, read.error.status, read.error.retryable]).toEqual([8, null, true])
    place.service.world.faults.clear()
    const write = await failing({ drop: "after" }, ["lists", "create", "--name", "Cut", "-o", "json"])
    expect([write.code, write.error.retryable]).toEqual([8, false])
    expect(write.error.hint).toContain("may have had its effect")
  })

  it("is that of the last answer, which says what an earlier one may have left behind", async () => {
    place.service.world.faults.add({ status: 500, retry_after: 0, times: 1 })
    const { code, err } = await place.run(["webhooks", "delete", "99", "--yes", "-o", "json"])
    expect(code).toBe(4)
    expect(JSON.parse(err).error.message).toMatch(/ \(an earlier attempt, .* may have had its effect\)$/)
    place.service.world.faults.clear()
    const plain = await place.run(["webhooks", "delete", "99", "--yes", "-o", "json"])
    expect([plain.code, JSON.parse(plain.err).error.message]).toEqual([4, "Webhook not found"])
  })

  it("is the same in the help, the README and the code", () => {
    const rows = [...readProjectFile("README.md").matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code]) => Number(code))
    const codes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 130, 143]
    expect(rows).toEqual(codes)
    expect(Object.values(exitCodes)).toEqual(codes)
    expect(Object.keys(exitCodeMeanings).map(Number)).toEqual(codes)
  })
})

describe("an error", () => {
  it("carries what the service said: fields, retryable, and when to try again", async () => {
    const { code, error } = await failing({ status: 429, retry_after: 90 })
    expect([code, error.code]).toEqual([7, "rate_limited"])
    expect(error.hint).toMatch(/^Try again after 20\d\d-/)
    place.service.world.faults.clear()
    const refused = await place.run(["invites", "create", "--email", "owner@acme.test", "-o", "json"])
    expect([refused.code, JSON.parse(refused.err).error.validation_errors]).toEqual([6, expect.any(Object)])
  })

  it("of what is missing names --yes too, where nobody can be asked and it would be needed", async () => {
    const missing = async (...flags: string[]) => (await place.run(["funding-purchases", "create", ...flags])).err
    expect(await missing()).toContain("missing --amount-cents, --idempotency-key, --yes")
    expect(await missing("--yes")).toContain('missing --amount-cents, --idempotency-key"')
    expect(await missing("--dry-run")).not.toContain("--yes")
  })

  it("of help on something that does not exist is that of the command, with the help that does", async () => {
    for (const [words, docs] of [
      [["help", "nope"], "mas --help"],
      [["help", "contacts", "nope"], "mas contacts --help"],
      [["contacts", "nope", "--help"], "mas contacts --help"],
    ] as const) {
      const { code, err } = await place.run(words)
      expect([code, JSON.parse(err).error.docs]).toEqual([2, docs])
    }
  })

  it("of a wrong credential says where the credential came from", async () => {
    const wrong = await place.run(["account", "get"], { env: { MAS_API_KEY: "maskey_live_wrong" } })
    expect([wrong.code, JSON.parse(wrong.err).error.hint]).toEqual([3, expect.stringContaining("from MAS_API_KEY")])
  })

  it("is found before anything is sent where no credential is set, but not in a dry run or where none is needed", async () => {
    const env = { MAS_API_KEY: "" }
    const without = await place.run(["account", "get"], { env })
    expect([without.code, JSON.parse(without.err).error.code]).toEqual([3, "no_credential"])
    expect((await place.run(["account", "get", "--dry-run"], { env })).json.headers.Authorization).toBeUndefined()
    expect((await place.run(["oauth", "launch", "--provider", "github"], { env })).code).toBe(0)
  })

  it("says that no address is set", async () => {
    const { code, err } = await place.run(["account", "get"], { env: { MAS_BASE_URL: "" } })
    expect([code, JSON.parse(err).error.hint]).toEqual([2, expect.stringContaining("--base-url")])
  })

  it("on a terminal is a line and a hint, and shows what a terminal would act on", async () => {
    const home = new Home({ MAS_BASE_URL: "http://x.test", MAS_API_KEY: "k" }, async () =>
      Response.json({ message: "Bad\u001b[31m\u0007 thing\nhere\u202e" }, { status: 500 }),
    )
    const { err } = await home.run(["account", "get", "--max-retries", "0"], { terminal: true, env: { NO_COLOR: "1" } })
    expect(err).toBe("error: Bad\\u001b[31m\\u0007 thing here (500)\nTry again later.\n")
    home.remove()
  })

  it("of the program itself shows its place with --debug only", async () => {
    const home = new Home(
      { MAS_BASE_URL: "http://x.test", MAS_API_KEY: "k" },
      async () => new Response("<html>no</html>", { status: 200 }),
    )
    const plain = await home.run(["account", "get", "-o", "table"])
    const debug = await home.run(["account", "get", "-o", "table", "--debug"])
    expect([plain.code, debug.code]).toEqual([1, 1])
    expect(plain.err).not.toContain("    at ")
    expect(debug.err).toContain("    at ")
    home.remove()
  })
})

describe("over a real socket", () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    // Takes requests and never answers.
    server = createServer(() => {})
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  const home = new Home({ MAS_API_KEY: "maskey_live_mock" })
  afterAll(() => {
    home.remove()
    server.close()
  })

  it("a service that does not answer in time is exit code 8", async () => {
    const { code, err } = await home.run([
      "account",
      "get",
      "--base-url",
      url,
      "--timeout",
      "30ms",
      "--max-retries",
      "0",
    ])
    expect([code, JSON.parse(err).error]).toEqual([
      8,
      expect.objectContaining({ code: "timeout", hint: expect.stringContaining("--timeout") }),
    ])
  })

  it("a service that is not there is exit code 8, with the way to start one", async () => {
    const { code, err } = await home.run(["account", "get", "--base-url", "http://127.0.0.1:1", "--max-retries", "0"])
    expect([code, JSON.parse(err).error.hint]).toEqual([8, expect.stringContaining("mas mock start")])
  })

  it("Ctrl-C ends a request that hangs with exit code 130", async () => {
    const running = home.start(["account", "get", "--base-url", url, "--debug"])
    await running.stderr.until(/> GET/)
    running.interrupt()
    const { code, out, err } = await running.ended
    expect([code, out]).toEqual([130, ""])
    expect(JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.code).toBe("interrupted")
  })
})
