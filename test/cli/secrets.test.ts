import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { lastCommand } from "./command-line.ts"
import { homeWithService } from "./own/run.ts"
import { endpointCommands, keyFor } from "./run-example.ts"

const sandbox = homeWithService({ clock: "real" })
afterAll(() => sandbox.close())

const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 24, maxLength: 24 })
/** Flags that may be added to an example, valid or not. */
const extras = fc.subarray(
  [
    "--debug",
    "--dry-run",
    "--quiet",
    "--all",
    "--columns=id",
    "--limit=1",
    "--timeout=5s",
    "--nonsense",
    "--max-retries=0",
    "more",
  ],
  { maxLength: 3 },
)
/** Where the credential comes from. */
const sources = fc.constantFrom("flag", "stdin", "environment", "profile")

/** Stdout of a successful command is JSON; of a failed one it is JSON or empty. */
function parses(out: string, code: number): boolean {
  if (out === "") return code !== 0
  JSON.parse(out)
  return true
}

describe("a key that is an ordinary word", () => {
  it.each(["login", "credential", "the-key", "Run"])(
    "is removed from the service's texts, but not from ours: %s",
    async (key) => {
      const { err } = await sandbox.run(["whoami", "-o", "json"], { env: { MAS_API_KEY: key } })
      const { hint, docs } = JSON.parse(err).error
      expect([hint, docs]).toEqual([expect.stringContaining("`mas login` saves another one"), "mas whoami --help"])
      const debug = await sandbox.run(["whoami", "--debug"], { env: { MAS_API_KEY: key } })
      expect(debug.err).not.toContain(`Bearer ${key}`)
    },
  )
})

describe("under --output json", () => {
  it("stdout always parses, stderr ends with the one error, and no output ever holds a secret", {
    tags: "slow",
  }, async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...endpointCommands),
      extras,
      sources,
      fc.boolean(),
      hex,
      async (command, flags, keySource, isGood, random) => {
        const { argv: words, stdin } = lastCommand(command.examples?.[0] ?? "")
        // The credential under test is used, not that of a built-in profile.
        const argv = words.slice(0, words.includes("--profile") ? -2 : undefined)
        const key = isGood ? keyFor(command, sandbox.service) : `maskey_live_${random}`
        mkdirSync(join(sandbox.home.folder, "config"), { recursive: true, mode: 0o700 })
        const saved = { current: "p", profiles: { p: { api_key: keySource === "profile" ? key : "none" } } }
        writeFileSync(join(sandbox.home.folder, "config/config.json"), JSON.stringify(saved), { mode: 0o600 })
        const keyFlags = keySource === "flag" ? ["--api-key", key] : keySource === "stdin" ? ["--api-key", "-"] : []
        // Each secret takes a line of stdin, in the order of the flags.
        const input = keySource === "stdin" ? `${key}\n${stdin}` : stdin
        const env = { MAS_API_KEY: keySource === "environment" ? key : "" }
        const line = [...keyFlags, ...argv, ...flags, "--output", "json"]
        const { code, out, err } = await sandbox.run(line, { stdin: input, env })
        expect(parses(out, code)).toBe(true)
        const last = err.trimEnd().split("\n").at(-1) ?? ""
        if (code !== 0)
          expect(JSON.parse(last).error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
        for (const secret of [key, "mock-password", "tok_test"]) {
          expect(out + err).not.toContain(secret)
          expect(out + err).not.toContain(encodeURIComponent(secret))
        }
      },
    )
    await fc.assert(property, { numRuns: 300 })
  })
})

describe("the API key in base64", () => {
  it.each(["key", "key:", ":key", "api:key"])("is not shown when the service repeats it, as %s", async (form) => {
    const { faults } = sandbox.service.world
    const encoded = Buffer.from(form.replace("key", sandbox.service.apiKey)).toString("base64")
    const inside = Buffer.from(sandbox.service.apiKey).toString("base64").slice(4, -4)
    faults.add({ path: "/v1/my/lists", status: 400, body: { message: `Basic ${encoded} is not Bearer` } })
    for (const flags of [[], ["--debug"], ["-o", "json"]]) {
      const { code, out, err } = await sandbox.run(["lists", "list", ...flags])
      expect([code === 0, err.includes("Basic"), (out + err).includes(encoded)]).toEqual([false, true, false])
      if (form.startsWith("key")) expect(out + err).not.toContain(inside)
    }
    faults.clear()
  })
})

describe("a secret", () => {
  const token = "mock-invite-token"

  it.each([token, "another-token-of-an-invitation"])(
    "in a path is not shown, however it was given: %s",
    async (secretToken) => {
      for (const flags of [["--debug"], ["--dry-run"], ["-o", "table"], ["--debug", "--profile", "nope"]]) {
        const accept = (id: string) => ["invites", "accept", id, "--yes", ...flags, "--columns", "status"]
        for (const { out, err } of [
          await sandbox.run(accept("-"), { stdin: `${secretToken}\n` }),
          await sandbox.run(accept(secretToken)),
        ]) {
          expect(out + err).not.toContain(secretToken)
        }
      }
    },
  )

  it("in a body and a response is not shown by --debug", async () => {
    const login = ["auth", "login", "--email", "owner@acme.test", "--password", "-", "--debug"]
    const { err } = await sandbox.run(login, { stdin: "mock-password" })
    expect(err).toContain('"password":"[redacted]"')
    expect(err).toContain("authorization: [redacted]")
    expect(err).not.toMatch(/eyJ|mock-password/)
  })

  it("of a webhook is shown on request, on stdout only", async () => {
    const create = ["webhooks", "create", "--url", "https://hooks.example.com/x", "--events", "email.sent", "--debug"]
    const { json, err } = await sandbox.run(create)
    expect(json.secret).toMatch(/^whsec_/)
    expect(err).not.toContain(json.secret)
    expect(err).toContain('"secret":"[redacted]"')
  })

  it("that was typed as an argument or flag by mistake is not repeated", async () => {
    for (const line of [
      ["contacts", "list", "maskey_live_0123456789"],
      ["maskey_live_0123456789"],
      ["contacts", "list", "--maskey_live_0123456789"],
      ["contacts", "list", "--limit", "maskey_live_0123456789"],
    ]) {
      const { code, err } = await sandbox.run(line)
      expect(code).not.toBe(0)
      expect(err).not.toContain("0123456789")
    }
  })

  it("that is missing from stdin is named in the error", async () => {
    const { code, err } = await sandbox.run(["auth", "login", "--email", "owner@acme.test", "--password", "-"], {
      stdin: "",
    })
    expect([code, err]).toEqual([2, expect.stringContaining("stdin has no input for --password")])
  })

  it("can share stdin with a file, which gets the rest of it", async () => {
    const { code, err } = await sandbox.run(
      ["imports", "create", "--file", "-", "--resource", "contacts", "--api-key", "-", "--dry-run"],
      {
        stdin: "maskey_live_mock\nemail\nada@example.test\n",
      },
    )
    expect([code, err]).toEqual([0, ""])
  })

  it.each([
    ["in one piece", 0],
    ["cut within a character", 1],
  ])("leaves the bytes after its line as they are: %s", async (_, cut) => {
    const rows = Buffer.from("\ufeffemail,first_name\nada@people.test,J\u00f6rg\n", "utf16le")
    const all = Buffer.concat([Buffer.from("maskey_live_mock\r\n"), rows])
    const at = all.length - cut
    const stdin = Readable.from([all.subarray(0, at), all.subarray(at)], { objectMode: false })
    const words = ["contacts", "import", "-", "--api-key", "-", "--dry-run"]
    const { code, err } = await sandbox.run(words, { io: { stdin } })
    expect([code, err]).toEqual([0, expect.stringContaining("ada@people.test (J\u00f6rg)")])
  })
})
