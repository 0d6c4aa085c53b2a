import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Home } from "./own/run.ts"

let home: Home
beforeEach(() => {
  home = new Home()
})
afterEach(() => home.remove())

const address = { MAS_BASE_URL: "http://127.0.0.1:1" }
const completeEnv = { ...address, MAS_API_KEY: "maskey_live_1" }

/** Words of the library: an option by its name there, or a call. */
const libraryWords =
  /apiKey|baseUrl|brandSid|accountId|idempotencyKey|headers\[|redirectTo|\boption\b|new Mas|\{ email|give it or/

async function report(env: Record<string, string>, words: readonly string[]) {
  const { code, err } = await home.run(words, { env })
  const { error } = JSON.parse(err.trim().split("\n").at(-1) ?? "")
  return { code, text: `${error.message}. ${error.hint}` }
}

const send = ["messages", "send", "--channel", "sms", "--to", "+14155550100", "--body", "Hi"]
const settings: readonly (readonly [what: string, env: Record<string, string>, words: string[], says: string])[] = [
  ["no key", address, ["whoami"], "mas login"],
  [
    "no key for a file of messages",
    address,
    [..."messages send-each --key a/{id} --subject a --html b --file -".split(" ")],
    "mas login",
  ],
  ["no address", { MAS_API_KEY: "k" }, ["whoami"], "--base-url"],
  [
    "a key with its scheme",
    { ...address, MAS_API_KEY: "Bearer k" },
    ["whoami"],
    'MAS_API_KEY must be the token alone, without "Bearer "',
  ],
  ["two words as a key", { ...address, MAS_API_KEY: "k k" }, ["whoami"], "MAS_API_KEY must be a token"],
  [
    "a key of other letters",
    { ...address, MAS_API_KEY: "k€" },
    ["whoami"],
    "MAS_API_KEY holds a character that a header cannot carry",
  ],
  ["a brand of other letters", { ...completeEnv, MAS_BRAND_SID: "b€" }, ["whoami"], "the brand holds a character"],
  [
    "an account of other letters",
    { ...address, MAS_ACCOUNT_ID: "€" },
    ["whoami", "--dry-run"],
    "the account holds a character",
  ],
  [
    "an address without a scheme",
    { ...completeEnv, MAS_BASE_URL: "127.0.0.1:4010" },
    ["whoami"],
    "MAS_BASE_URL is not a service address",
  ],
  [
    "an address with a password",
    { ...completeEnv, MAS_BASE_URL: "https://u:p@a.test" },
    ["whoami"],
    "MAS_BASE_URL cannot hold",
  ],
  [
    "a key in an address",
    { ...completeEnv, MAS_BASE_URL: "https://a.test?key=1" },
    ["whoami"],
    "MAS_BASE_URL cannot hold",
  ],
  [
    "a variable of another name",
    { ...address, MAS_API_KEYS: "k" },
    ["whoami"],
    "MAS_API_KEYS is set: did you mean MAS_API_KEY?",
  ],
  [
    "an address by another name",
    { MAS_BASE_URI: "https://a.test", MAS_API_KEY: "k" },
    ["whoami"],
    "did you mean MAS_BASE_URL?",
  ],
  ["a wrong timeout", completeEnv, ["whoami", "--timeout", "soon"], "--timeout must be a duration"],
  ["a wrong count of retries", completeEnv, ["whoami", "--max-retries", "1.5"], "--max-retries must be a whole number"],
  [
    "a pattern of recipients",
    { ...completeEnv, MAS_ALLOWED_RECIPIENTS: "nobody" },
    send,
    'MAS_ALLOWED_RECIPIENTS holds "nobody"',
  ],
  [
    "a redirection",
    { ...completeEnv, MAS_ALLOWED_RECIPIENTS: "*", MAS_REDIRECT_TO: "nobody" },
    send,
    "(MAS_ALLOWED_RECIPIENTS and MAS_REDIRECT_TO) must be one address, one phone number in E.164 form, or one of each",
  ],
  [
    "an idempotency key",
    completeEnv,
    [...send, "--idempotency-key", "ä"],
    "--idempotency-key must be 1 to 128 printable ASCII characters",
  ],
  [
    "a header of the client's",
    completeEnv,
    ["api", "GET", "/v1/my/contacts", "--header", "Content-Length: 1"],
    "the header Content-Length cannot be given",
  ],
]

describe("wrong settings", () => {
  it.each(settings)("are said in the command line's words: %s", async (_what, env, words, expectedText) => {
    const { code, text } = await report(env, words)
    expect(code).not.toBe(0)
    expect(text).toContain(expectedText)
    expect(text).not.toMatch(libraryWords)
  })

  it("of a profile name the profile", async () => {
    const config = { profiles: { work: { base_url: "http://127.0.0.1:1", api_key: "Bearer k" } }, current: "work" }
    mkdirSync(join(home.folder, "config"), { mode: 0o700 })
    writeFileSync(join(home.folder, "config/config.json"), JSON.stringify(config), { mode: 0o600 })
    const { text } = await report({}, ["whoami"])
    expect(text).toContain("the credential of profile work must be the token alone")
    expect(text).toContain("mas login --profile work")
    expect(text).not.toMatch(libraryWords)
  })

  it("keep the exit code of the network where a file could be written", { tags: "slow" }, async () => {
    expect(await report(completeEnv, ["contacts", "export", "--to", "all.csv"])).toMatchObject({ code: 8 })
  })
})

describe("a name that is not UTF-8", () => {
  // As Node.js passes the bytes of such an argument on.
  const name = "caf\u{FFFD}"
  it.each([
    ["contacts", "export", "--to", name],
    ["templates", "pull", name],
    ["templates", "types", name],
    ["templates", "status", "--dir", name],
    [..."messages send-each --key a/{id} --subject a --html b --file people.ndjson --errors".split(" "), name],
    ["outbox", "list", "--file", name],
    ["contacts", "import", name],
    ["imports", "create", "--resource", "contacts", "--file", name],
  ])("is said to be that: %s %s", async (...words) => {
    const { code, text } = await report(completeEnv, words)
    expect([code, text]).toEqual([2, expect.stringMatching(/name .*is not UTF-8/)])
  })

  it("is a name where a file has it", async () => {
    writeFileSync(join(home.folder, `${name}.csv`), "email\nada@people.test\n")
    const { code } = await home.run(["contacts", "import", `${name}.csv`, "--dry-run"], { env: completeEnv })
    expect(code).toBe(0)
  })
})
