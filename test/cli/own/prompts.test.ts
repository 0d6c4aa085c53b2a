import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { Home, homeWithService } from "./run.ts"
import { TypedKeys } from "./typed-keys.ts"

const { service, home, close } = homeWithService()
beforeEach(() => service.world.reset())
afterAll(close)

const keys = { enter: "\r", down: "\u001b[B", space: " ", ctrlC: "\u0003", ctrlD: "\u0004", ctrlZ: "\u001a" }
const mas = (line: string, env: Readonly<Record<string, string>> = {}) =>
  new TypedKeys(home, line.split(" ").filter(Boolean), { env })
const hiddenCursor = "\u001b[?25l"
const posts = () => service.world.requests.list({ method: "POST" })

describe("a prompt at a terminal", () => {
  it("takes a text, and sends nothing before a yes", async () => {
    const terminal = mas("lists create")
    await terminal.answer(/\? Name \(/, `Customers${keys.enter}`)
    await terminal.says(/Preview[\s\S]*Customers[\s\S]*Send it/)
    expect(posts()).toEqual([])
    terminal.type(`y${keys.enter}`)
    expect([await terminal.ended, posts()]).toMatchObject([0, [{ request_body: { name: "Customers" } }]])
    expect([terminal.isRaw, terminal.raw.endsWith(hiddenCursor)]).toEqual([false, false])
  })

  it("takes Enter for a no where something is lost", async () => {
    await home.run(["webhooks", "create", "--url", "https://hooks.example.com/x", "--events", "email.sent"])
    const terminal = mas("webhooks delete 1")
    await terminal.answer(/https:\/\/hooks\.example\.com\/x[\s\S]*\(y\/N\)/, keys.enter)
    expect([await terminal.ended, service.world.requests.list({ method: "DELETE" })]).toEqual([1, []])
    expect(terminal.text).toContain("nothing was sent")
  })

  it("refuses a wrong value while it is typed, and is corrected in place", async () => {
    const terminal = mas("webhooks create --events email.sent --yes")
    await terminal.answer("URL", `hooks${keys.enter}`)
    await terminal.answer("> Must be an address", `${"\b".repeat(5)}https://hooks.example.com/x${keys.enter}`)
    expect([await terminal.ended, posts()]).toMatchObject([
      0,
      [{ request_body: { url: "https://hooks.example.com/x", events: ["email.sent"] } }],
    ])
    // Yellow until it is right, then green; what was sent is cyan.
    expect(terminal.raw).toContain("\u001b[33mhooks")
    expect(terminal.raw).toContain("\u001b[32mhttps://hooks.example.com/x")
    expect(terminal.raw).toContain("\u001b[36mhttps://hooks.example.com/x")
  })

  it("takes several choices, and at least one", async () => {
    const terminal = mas("webhooks create --url https://hooks.example.com/x --yes")
    await terminal.answer("❯◯ email.sent", keys.enter)
    await terminal.answer("> Choose at least one", keys.space)
    await terminal.answer("❯◉ email.sent", keys.down + keys.down)
    await terminal.answer("❯◯ email.bounced", keys.space + keys.enter)
    expect([await terminal.ended, posts()]).toMatchObject([
      0,
      [{ request_body: { events: ["email.sent", "email.bounced"] } }],
    ])
  })

  it("takes one choice, which a sentence explains", async () => {
    const terminal = mas("lists")
    await terminal.answer(/❯ list\n[\s\S]*List the brand's lists/, keys.down)
    await terminal.answer(/❯ create\n[\s\S]*Add a list/, keys.enter)
    await terminal.answer("Name (", keys.ctrlC)
    expect(await terminal.ended).toBe(130)
  })

  it("has the earlier value for editing where the service refuses it", async () => {
    const terminal = mas("invites create --yes")
    await terminal.answer("Email", `owner@acme.test${keys.enter}`)
    await terminal.says("--email")
    await terminal.answer(/Email[^\n]*owner@acme\.test/, `${"\b".repeat(15)}new@acme.test${keys.enter}`)
    expect([await terminal.ended, posts().map(({ status }) => status)]).toEqual([0, [422, 201]])
  })

  it("shows a secret as dots, and asks again for an empty one", async () => {
    const terminal = mas("login", { MAS_API_KEY: "" })
    await terminal.answer("API key:", keys.enter)
    await terminal.answer("> Type a value, or press Ctrl-C", `${service.apiKey}${keys.enter}`)
    await terminal.says(`API key: ${"•".repeat(service.apiKey.length)}`)
    await terminal.says("Saved in")
    expect([await terminal.ended, terminal.raw.includes(service.apiKey)]).toEqual([0, false])
    const { profiles } = JSON.parse(readFileSync(join(home.folder, "config/config.json"), "utf8"))
    expect(profiles.default).toEqual({ base_url: service.url, api_key: service.apiKey })
  })

  it.each<[string, string, (terminal: TypedKeys) => void]>([
    ["Ctrl-C", "lists create", ({ type }) => type(keys.ctrlC)],
    ["Ctrl-D", "lists create", ({ type }) => type(keys.ctrlD)],
    ["Ctrl-D in a choice", "lists", ({ type }) => type(keys.ctrlD)],
    ["a closed terminal", "lists create", ({ close }) => close()],
    ["a signal", "lists create", ({ interrupt }) => interrupt()],
  ])("ends the command with 130 at %s, with nothing sent and the cursor visible", async (_, line, end) => {
    const terminal = mas(line)
    await terminal.says(line === "lists" ? "❯ list" : "Name (")
    end(terminal)
    expect([await terminal.ended, posts(), terminal.isRaw]).toEqual([130, [], false])
    expect(terminal.raw.lastIndexOf("\u001b[?25h")).toBeGreaterThanOrEqual(terminal.raw.lastIndexOf(hiddenCursor))
    expect(terminal.text).toContain("Interrupted: nothing was sent")
  })
})

describe("a Ctrl-D that was typed before the question, which the terminal keeps as a NUL", () => {
  it.each([
    ["a typed name", "campaigns send 1", /Type its name/],
    ["yes or no", "webhooks delete 1", /y\/N/],
    ["a choice", "lists", /list/],
    ["several choices", "webhooks create --url https://hooks.example.com/x --yes", /email\.sent/],
    ["a text", "lists create", /Name/],
    ["a secret", "login --profile new", /API key:/],
  ])("ends the command with 130 at %s, with nothing sent", async (_, line, question) => {
    await home.run(["webhooks", "create", "--url", "https://hooks.example.com/x", "--events", "email.sent"])
    const campaign = { name: "C", template_id: 1, audience: { type: "lists", list_ids: [1] } }
    await home.run(["campaigns", "create", "--input", JSON.stringify(campaign)])
    service.world.requests.clear()
    for (const env of [{}, { TERM: "dumb" }]) {
      const terminal = mas(line, { ...env, ...(line.startsWith("login") && { MAS_API_KEY: "" }) })
      terminal.type("\0")
      await terminal.says(question)
      expect(await terminal.ended).toBe(130)
      expect(service.world.requests.list().filter(({ method }) => method !== "GET")).toEqual([])
    }
  })
})

describe("lines that are pasted at once at a terminal", () => {
  it("do not answer a confirmation", async () => {
    const terminal = mas("lists create")
    await terminal.answer("Name (", "One\ry\r")
    await terminal.says("The pasted lines after the first were not used.")
    await terminal.answer("Send it", `n${keys.enter}`)
    expect([await terminal.ended, posts()]).toEqual([1, []])
  })

  it("answer one question each, and none after one that was refused", async () => {
    const bare = new Home({}, service.fetch)
    onTestFinished(() => bare.remove())
    const both = new TypedKeys(bare, ["login"])
    await both.answer("Address of the service:", `${service.url}\r${service.apiKey}\r`)
    expect([await both.ended, both.text.includes("were not used")]).toEqual([0, false])
    const retriedLogin = new TypedKeys(bare, ["login", "--profile", "other"])
    await retriedLogin.answer("Address of the service:", "nonsense\rmore\r")
    await retriedLogin.answer("Such as https://", `${"\b".repeat(8)}${service.url}\r`)
    await retriedLogin.answer("API key:", `${service.apiKey}\r`)
    expect(await retriedLogin.ended).toBe(0)
    const { profiles } = JSON.parse(readFileSync(join(bare.folder, "config/config.json"), "utf8"))
    const saved = { base_url: service.url, api_key: service.apiKey }
    expect(profiles).toEqual({ default: saved, other: saved })
  })

  it("are not left to the shell after the last question", async () => {
    const terminal = mas("login", { MAS_API_KEY: "" })
    await terminal.answer("API key:", `${service.apiKey}\ranother-secret\r`)
    await terminal.says("The pasted lines after the first were not used.")
    expect([await terminal.ended, terminal.text.includes("another-secret")]).toEqual([0, false])
  })
})

describe("a prompt of a process that is stopped", () => {
  it("gives the terminal back, and is drawn again with what was typed", async () => {
    const terminal = mas("lists create --yes")
    await terminal.answer("Name (", `Cust${keys.ctrlZ}`)
    await terminal.says("Cust")
    expect([terminal.stops, terminal.isRaw]).toEqual([1, true])
    const waits = terminal.waits
    terminal.stopAndContinue()
    expect(terminal.waits).toBe(waits + 1)
    await terminal.answer(/Name \([^\n]*Cust/, `omers${keys.enter}`)
    expect([await terminal.ended, posts()]).toMatchObject([0, [{ request_body: { name: "Customers" } }]])
  })
})

describe("stdin at a terminal", () => {
  it("is announced before it is read: a line up to Enter, a body up to Ctrl-D", async () => {
    const terminal = mas("lists create --yes --input - --api-key -", { MAS_API_KEY: "" })
    await terminal.says("Reading a line from stdin for --api-key: type it, then Enter; it is shown as you type.")
    terminal.stopAndContinue()
    await terminal.answer("Reading a line from stdin for --api-key", `${service.apiKey}\n`)
    await terminal.answer("Reading stdin for --input: Ctrl-D ends it, Ctrl-C stops.", '{"name": "Typed"}\n')
    terminal.close()
    expect([await terminal.ended, posts()]).toMatchObject([0, [{ request_body: { name: "Typed" } }]])
    expect([terminal.waits, terminal.text.match(/Reading a line/g)?.length]).toEqual([3, 2])
  })

  it("is not waited for after a signal", async () => {
    const terminal = mas("lists create --yes --input -")
    await terminal.says("Reading stdin for --input")
    terminal.interrupt()
    expect([await terminal.ended, posts()]).toEqual([130, []])
    expect(terminal.text).toMatch(/interrupted while stdin was read\nNothing was sent\./i)
  })
})
