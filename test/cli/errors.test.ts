import { writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { exitCodeMeanings, exitCodes } from "../../cli/terminal/errors/exit-codes.ts"
import type { NewFault } from "../../mock-server/control/new-faults.ts"
import { readProjectFile } from "../support/files.ts"
import { Home, homeWithService, sendMail } from "./own/run.ts"

const sandbox = homeWithService({ onWarning() {} })
afterEach(() => sandbox.service.world.faults.clear())
afterAll(() => sandbox.close())

const get = ["account", "get", "--max-retries", "0", "--output", "json"]
const failing = async (fault: NewFault, argv: readonly string[] = get) => {
  sandbox.service.world.faults.add(fault)
  const { code, out, err } = await sandbox.run(argv)
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
  ])("of a response with status %i is %i", async (status, exitCode) => {
    const { code, out, error } = await failing({ status })
    expect([code, out, error.status]).toEqual([exitCode, "", status])
    expect(Object.keys(error)).toEqual(expect.arrayContaining(["code", "status", "message", "hint", "docs"]))
  })

  it("is 8 when the connection is cut; for a write the hint says that it may have taken effect", async () => {
    const read = await failing({ drop: "before" })
    expect([read.code, read.error.status, read.error.retryable]).toEqual([8, null, true])
    sandbox.service.world.faults.clear()
    const write = await failing({ drop: "after" }, ["lists", "create", "--name", "Cut", "-o", "json"])
    expect([write.code, write.error.retryable]).toEqual([8, false])
    expect(write.error.hint).toContain("may have taken effect")
  })

  it("is that of the last response; the message says that an earlier attempt may have had an effect", async () => {
    sandbox.service.world.faults.add({ status: 500, retry_after: 0, times: 1 })
    const { code, err } = await sandbox.run(["webhooks", "delete", "99", "--yes", "-o", "json"])
    expect(code).toBe(4)
    expect(JSON.parse(err).error.message).toMatch(/ \(an earlier attempt, .* may have had its effect\)$/)
    sandbox.service.world.faults.clear()
    const plain = await sandbox.run(["webhooks", "delete", "99", "--yes", "-o", "json"])
    expect([plain.code, JSON.parse(plain.err).error.message]).toEqual([4, "Webhook not found"])
  })

  it.each([
    [["webhooks", "get", "abc"]],
    [["webhooks", "secret", "abc"]],
    [["mock", "redeliver", "abc"]],
    [["contacts", "list", "--limit", "x"]],
    [["mock", "requests", "--limit", "x"]],
    [["messages", "send", "--to", "a", "--channel", "fax"]],
    [["contacts", "list", "--output", "xml"]],
    [["contacts", "list", "--timeout", "soon"]],
    [["webhooks", "listen", "--events", "email.sent,email.send"]],
    [["login", "--email", "ada"]],
    [["webhooks", "sign", "--body", "x", "--secret", "whsec_c2VjcmV0", "--timestamp", "soon"]],
    [["webhooks", "sign", "--body", "x", "--secret", "maskey"]],
    [["api", "GET", "/v1/my/account", "--header", "none"]],
    [["contacts", "list", "--base-url", "nowhere"]],
    [["mock", "start", "--allow-webhooks-to", "app:65536"]],
    [["mock", "start", "--allow-webhooks-to", "http://app"]],
    [["contacts", "list", "--base-url", "http://x.test/?a=b"]],
  ])("of a refused value is 6, in generated and handwritten commands: %j", async (argv) => {
    const { code, err } = await sandbox.run(argv)
    expect([code, JSON.parse(err).error.code]).toEqual([6, "validation_error"])
  })

  it("is the same in help, documents and code", () => {
    const rows = [...readProjectFile("docs/command-line.md").matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code]) =>
      Number(code),
    )
    const codes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 129, 130, 143]
    expect(rows).toEqual(codes)
    expect(Object.values(exitCodes)).toEqual(codes)
    expect(Object.keys(exitCodeMeanings).map(Number)).toEqual(codes)
  })
})

describe("an error", () => {
  it("carries the service's fields, retryable and retry time", async () => {
    const { code, error } = await failing({ status: 429, retry_after: 90 })
    expect([code, error.code]).toEqual([7, "rate_limited"])
    expect(error.hint).toMatch(/^Try again after 20\d\d-/)
    sandbox.service.world.faults.clear()
    const invite = await sandbox.run(["invites", "create", "--email", "owner@acme.test", "--yes", "-o", "json"])
    expect([invite.code, JSON.parse(invite.err).error.validation_errors]).toEqual([6, expect.any(Object)])
  })

  it("contains in JSON everything that the service sent", async () => {
    const body = {
      error: true,
      code: 429,
      error_code: "sending_capacity_reached",
      message: "Reached",
      retryable: true,
      retry_at: "2126-03-01T13:00:00.000Z",
      recovery_action: { type: "add_funding", label: "Add funding" },
      capacity_recovery: { label: "Next at 13:00", next_dispatch_at: "2126-03-01T13:00:00.000Z" },
      provisioning_id: 7,
      more: { of: "it" },
    }
    const home = new Home({ MAS_BASE_URL: "http://x.test", MAS_API_KEY: "k" }, async () =>
      Response.json(body, { status: 429, headers: { "X-Request-Id": "req-1" } }),
    )
    const { code, err } = await home.run(["account", "get", "--max-retries", "0"])
    const { error, code: _, error_code, ...fields } = body
    expect(code).toBe(7)
    expect(JSON.parse(err).error).toEqual({
      ...fields,
      code: error_code,
      status: 429,
      request_id: "req-1",
      hint: "Next at 13:00. Try again after 2126-03-01T13:00:00.000Z.",
      docs: "mas account get --help",
    })
    home.remove()
  })

  it("for a refused value says that nothing was sent, if the command sends anything", async () => {
    const hintOf = async (...argv: string[]) => JSON.parse((await sandbox.run(argv)).err).error.hint
    expect(await hintOf("contacts", "create", "--email", "nobody")).toBe("Nothing was sent.")
    expect(await hintOf("mock", "start", "--port", "70000")).toBe("See `mas mock start --help`.")
  })

  it("for missing flags includes --yes, if the command needs it and cannot prompt", async () => {
    const missing = async (...flags: string[]) => (await sandbox.run(["funding-purchases", "create", ...flags])).err
    expect(await missing()).toContain("missing --amount-cents, --idempotency-key, --yes")
    expect(await missing("--yes")).toContain('missing --amount-cents, --idempotency-key"')
    expect(await missing("--dry-run")).not.toContain("--yes")
  })

  it("for help on an unknown topic is the unknown-command error, and points to existing help", async () => {
    for (const [words, docs] of [
      [["help", "nope"], "mas --help"],
      [["help", "contacts", "nope"], "mas contacts --help"],
      [["contacts", "nope", "--help"], "mas contacts --help"],
    ] as const) {
      const { code, err } = await sandbox.run(words)
      expect([code, JSON.parse(err).error.docs]).toEqual([2, docs])
    }
  })

  it.each([
    ["webhooks create --events email.sent --url", "http://127.0.0.1:3000/webhooks"],
    ["webhooks create --events email.sent --url", "https://localhost/webhooks"],
    ["webhooks create --events email.sent --url", "http://app:3000/webhooks"],
    ["webhooks update 1 --url", "http://[::1]:3000/"],
    ["api POST /v1/my/webhooks --input", '{"url":"http://127.0.0.1:3000/","events":["email.sent"]}'],
    ["api PATCH v1/my/webhooks/1 --input", '{"url":"https://10.0.0.1/"}'],
    ["mock fixtures --from", "local.json"],
  ])("for %s %s names the flags that allow the address", async (words, address) => {
    const webhooks = [{ url: "http://127.0.0.1:3000/", events: ["email.sent"] }]
    const fixtures = { accounts: { main: { brands: { brand_main: { webhooks } } } } }
    writeFileSync(join(sandbox.home.folder, "local.json"), JSON.stringify(fixtures))
    await sandbox.run(["webhooks", "create", "--events", "email.sent", "--url", "https://hooks.example.com/"])
    const { code, err } = await sandbox.run([...words.split(" "), address])
    expect([code, JSON.parse(err).error.hint]).toEqual([
      6,
      "An endpoint needs a public https:// address. For one on this machine: `mas mock --local-webhooks`; elsewhere: `--allow-webhooks-to <host[:port]>`.",
    ])
  })

  it("for a refused endpoint address names the command that forwards events to this machine", async () => {
    const body = { code: 422, message: "No", error: true, validation_errors: { url: ["must begin with https://"] } }
    const home = new Home({ MAS_BASE_URL: "https://api.example.test", MAS_API_KEY: "k" }, async () =>
      Response.json(body, { status: 422 }),
    )
    const { err } = await home.run(["webhooks", "create", "--events", "email.sent", "--url", "http://localhost/"])
    home.remove()
    expect(JSON.parse(err).error.hint).toContain("`mas webhooks listen` brings events to this machine.")
  })

  it("for a wrong credential says where it came from", async () => {
    const wrong = await sandbox.run(["account", "get"], { env: { MAS_API_KEY: "maskey_live_wrong" } })
    expect([wrong.code, JSON.parse(wrong.err).error.hint]).toEqual([3, expect.stringContaining("from MAS_API_KEY")])
  })

  it("is raised before sending if no credential is set, except in a dry run or if none is needed", async () => {
    const env = { MAS_API_KEY: "" }
    const without = await sandbox.run(["account", "get"], { env })
    expect([without.code, JSON.parse(without.err).error.code]).toEqual([3, "no_credential"])
    expect((await sandbox.run(["account", "get", "--dry-run"], { env })).json.headers.Authorization).toBeUndefined()
    expect((await sandbox.run(["oauth", "launch", "--provider", "github"], { env })).code).toBe(0)
  })

  it("reports an empty flag or variable instead of using another source", async () => {
    const home = new Home({}, sandbox.service.fetch)
    await home.run(["login", "--base-url", sandbox.service.url, "--api-key", "-"], { stdin: sandbox.service.apiKey })
    sandbox.service.world.requests.clear()
    const failed = async (argv: string[], env?: Record<string, string>) => {
      const { code, err } = await home.run(argv, env ? { env } : {})
      return [code, JSON.parse(err).error.message]
    }
    expect(await failed(["account", "get", "--api-key", ""])).toEqual([3, "--api-key is empty"])
    expect(await failed(["account", "get", "--api-key="])).toEqual([3, "--api-key is empty"])
    expect(await failed(["account", "get"], { MAS_API_KEY: "" })).toEqual([3, "MAS_API_KEY is empty"])
    expect(await failed(["whoami"], { MAS_API_KEY: "" })).toEqual([3, "MAS_API_KEY is empty"])
    expect(await failed(["account", "get"], { MAS_BASE_URL: "" })).toEqual([2, "MAS_BASE_URL is set and empty"])
    expect(await failed(["account", "get"], { MAS_PROFILE: "" })).toEqual([2, "MAS_PROFILE is set and empty"])
    expect(await failed(["profiles", "list"], { MAS_CONFIG_DIR: "" })).toEqual([2, "MAS_CONFIG_DIR is set and empty"])
    expect(await failed(["mock", "snapshot", "--to", ""])).toEqual([6, expect.stringMatching("^--to cannot be empty")])
    for (const flag of ["--profile", "--brand", "--account", "--base-url", "--columns"])
      expect(await failed(["account", "get", flag, ""])).toEqual([
        6,
        expect.stringMatching(`^${flag} (cannot|must) be`),
      ])
    expect(sandbox.service.world.requests.list()).toEqual([])
    home.remove()
  })

  it.each([
    ["", "HOME is set and empty"],
    ["home", 'HOME is "home", which is not an absolute path'],
  ])("names a HOME of %j, by which a key would be saved in the current folder", async (home, message) => {
    const io = { platform: "linux", env: { HOME: home }, home } as const
    const { code, err } = await sandbox.run(["login", "--api-key", "-"], { stdin: "k", io })
    expect([code, JSON.parse(err).error.message]).toEqual([2, message])
    const chosen = { ...io, env: { ...io.env, MAS_CONFIG_DIR: sandbox.home.folder } }
    expect((await sandbox.run(["profiles", "list"], { io: chosen })).code).toBe(0)
  })

  it("names a saved credential that would go to another address, and nothing is sent", async () => {
    const home = new Home({}, sandbox.service.fetch)
    await home.run(["login", "--base-url", sandbox.service.url, "--api-key", "-"], { stdin: sandbox.service.apiKey })
    sandbox.service.world.requests.clear()
    const elsewhere = "https://elsewhere.example.test"
    for (const [argv, env] of [
      [["account", "get", "--base-url", elsewhere], {}],
      [["whoami", "--base-url", elsewhere], {}],
      [["api", "GET", "/v1/my/account", "--base-url", elsewhere], {}],
      [["account", "get"], { MAS_BASE_URL: elsewhere }],
    ] as const) {
      const { code, err } = await home.run(argv, { env })
      expect([code, JSON.parse(err).error]).toEqual([
        3,
        expect.objectContaining({
          code: "credential_of_another_address",
          message: expect.stringContaining(`for ${sandbox.service.url}, and does not go to ${elsewhere}`),
          hint: expect.stringContaining("--api-key"),
        }),
      ])
    }
    const doctor = await home.run(["doctor", "--base-url", elsewhere, "--output", "json"])
    expect([doctor.code, doctor.json.at(-1)]).toEqual([
      3,
      expect.objectContaining({ check: "profile", result: "problem" }),
    ])
    expect(sandbox.service.world.requests.list()).toEqual([])
    expect((await home.run(["account", "get", "--base-url", `${sandbox.service.url}/`])).code).toBe(0)
    expect(
      (await home.run(["account", "get", "--base-url", elsewhere, "--dry-run"])).json.headers.Authorization,
    ).toBeUndefined()
    home.remove()
  })

  it.each([[["account", "get"]], [["api", "GET", "/v1/my/account"]], [["whoami"]], [["doctor"]]])(
    "for a missing credential is the same in generated and handwritten commands: %j",
    async (argv) => {
      const home = new Home({ MAS_BASE_URL: sandbox.service.url }, sandbox.service.fetch)
      expect((await home.run(argv)).code).toBe(3)
      home.remove()
    },
  )

  it("says that no address is set", async () => {
    const home = new Home({ MAS_API_KEY: "k" })
    const { code, err } = await home.run(["account", "get"])
    expect([code, JSON.parse(err).error.hint]).toEqual([2, expect.stringContaining("--base-url")])
    home.remove()
  })

  it("on a terminal is a line and a hint, with control characters escaped", async () => {
    const home = new Home({ MAS_BASE_URL: "http://x.test", MAS_API_KEY: "k" }, async () =>
      Response.json({ message: "Bad\u001b[31m\u0007 thing\nhere\u202e" }, { status: 500 }),
    )
    const { err } = await home.run(["account", "get", "--max-retries", "0"], { terminal: true, env: { NO_COLOR: "1" } })
    expect(err).toBe("error: Bad\\u001b[31m\\u0007 thing here\\u202e (500)\nTry again later.\n")
    home.remove()
  })

  it("of the program itself prints its stack only with --debug", async () => {
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

describe("output that cannot be written", () => {
  /** Runs a command, and reports then that stdout has failed. */
  async function lost(argv: readonly string[]) {
    let report: ((error: Error) => Promise<number>) | undefined
    const whenOutputFails = (reportFailure: typeof report) => {
      report = reportFailure
    }
    const running = sandbox.home.start(argv, { io: { whenOutputFails } })
    const { out } = await running.ended
    const before = running.stderr.text.length
    const code = await report?.(Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" }))
    return { code, out, error: JSON.parse(running.stderr.text.slice(before)).error }
  }

  it("is reported with what was sent, so that no script sends it again", async () => {
    const { code, out, error } = await lost([...sendMail, "--idempotency-key", "lost-1"])
    const { id } = JSON.parse(out)
    expect([code, error.code, error.message]).toEqual([
      1,
      "disk_full",
      "the output cannot be written: the disk is full",
    ])
    expect(error).toMatchObject({ id, idempotency_key: "lost-1" })
    expect(error.hint).toContain(`The call was made and succeeded, id ${id}: do not make it again as a new one.`)
    expect(error.next_command).toContain("--idempotency-key lost-1")
    const hook = await lost(["webhooks", "create", "--url", "https://hooks.test/a", "--events", "email.sent", "--yes"])
    // This call takes no key: a second one would make a second endpoint.
    expect(hook.error).toMatchObject({ id: JSON.parse(hook.out).id })
    expect(hook.error.next_command).toBeUndefined()
    expect(hook.error.hint).toContain("Check the result before you run this again.")
  })

  it("names the command that goes on after many calls", async () => {
    writeFileSync(join(sandbox.home.folder, "lost.ndjson"), '{"id":1,"to":"a@x.test"}\n{"id":2,"to":"b@x.test"}\n')
    const flags = ["--file", "lost.ndjson", "--key", "lost/{id}", "--subject", "Hi", "--body", "Hi"]
    const { error } = await lost(["messages", "send-each", ...flags])
    expect(error.hint).toContain("2 calls were made and succeeded.")
    expect(error.next_command).toContain("messages send-each --file lost.ndjson")
  })

  it("of a read is only that", async () => {
    const { error } = await lost(["lists", "list"])
    expect([error.code, error.hint]).toEqual(["disk_full", "Free some space, then run it again."])
    await sandbox.run(["templates", "pull"])
    const push = await lost(["templates", "push"])
    expect(push.error.hint).toBe("Free some space, then run it again.")
  })
})

describe("over a real socket", () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    // Accepts requests and never responds.
    server = createServer(() => {})
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  const home = new Home({ MAS_API_KEY: "maskey_live_mock" })
  afterAll(() => {
    home.remove()
    server.close()
  })

  it("a timeout is exit code 8", async () => {
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

  it("an unreachable service is exit code 8, with the way to start one", async () => {
    const { code, err } = await home.run(["account", "get", "--base-url", "http://127.0.0.1:1", "--max-retries", "0"])
    expect([code, JSON.parse(err).error.hint]).toEqual([8, expect.stringContaining("mas mock")])
  })

  it("Ctrl-C ends a hanging request with exit code 130", async () => {
    const running = home.start(["account", "get", "--base-url", url, "--debug"])
    await running.stderr.until(/> GET/)
    running.interrupt()
    const { code, out, err } = await running.ended
    expect([code, out]).toEqual([130, ""])
    expect(JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.code).toBe("interrupted")
  })
})
