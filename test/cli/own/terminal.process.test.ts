import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { keys, terminalSandbox } from "./terminal.ts"

const sandbox = terminalSandbox()

const posts = () => sandbox.server.world.requests.list({ method: "POST" }).map(({ path }) => path)
const config = () => JSON.parse(readFileSync(join(sandbox.home.folder, "config/config.json"), "utf8"))
const showCursor = "\u001b[?25h"

describe("mas login in a terminal", () => {
  it("asks for address and key, never shows the key, and saves both", async () => {
    const terminal = sandbox.home.mas(["login", "--profile", "local"], {
      MAS_BASE_URL: undefined,
      MAS_API_KEY: undefined,
    })
    await terminal.answer("Address of the service:", `${sandbox.server.url}${keys.enter}`)
    await terminal.answer("API key:", `${sandbox.server.apiKey}${keys.enter}`)
    await terminal.says("Saved in")
    expect(await terminal.exitCode).toBe(0)
    expect(terminal.raw).not.toContain(sandbox.server.apiKey)
    expect(config().profiles.local).toEqual({ base_url: sandbox.server.url, api_key: sandbox.server.apiKey })
  })

  it("asks for a password without showing it, and saves the session", async () => {
    const terminal = sandbox.home.mas(["login", "--email", "owner@acme.test"], { MAS_API_KEY: undefined })
    await terminal.answer("Password of owner@acme.test:", `mock-password${keys.enter}`)
    await terminal.says("Saved in")
    expect(await terminal.exitCode).toBe(0)
    expect(terminal.raw).not.toContain("mock-password")
    expect(config().profiles.default.token).toEqual(expect.any(String))
  })

  it("says that a key is refused, and saves nothing", async () => {
    const terminal = sandbox.home.mas(["login"], { MAS_API_KEY: undefined })
    await terminal.answer("API key:", `maskey_live_wrong${keys.enter}`)
    await terminal.says(`${sandbox.server.url} refused the API key: The credential is not valid (401)`)
    expect(await terminal.exitCode).toBe(3)
    expect(existsSync(join(sandbox.home.folder, "config"))).toBe(false)
  })
})

describe.each(["xterm", "dumb"])("lines pasted at once at mas login, TERM=%s", (term) => {
  const env = { MAS_API_KEY: undefined, TERM: term }

  it("answer one question each", async () => {
    const terminal = sandbox.home.mas(["login"], { ...env, MAS_BASE_URL: undefined })
    await terminal.answer("Address of the service:", `${sandbox.server.url}\r${sandbox.server.apiKey}\r`)
    await terminal.says("Saved in")
    expect(await terminal.exitCode).toBe(0)
    expect(terminal.text).not.toContain("were not used")
    expect(config().profiles.default).toEqual({ base_url: sandbox.server.url, api_key: sandbox.server.apiKey })
  })

  it("are not used once nothing more is asked, and not left to the shell", async () => {
    const entry = `"$0" "$@"; read -r -t 0.1 rest; echo "left=<$rest>"`
    const terminal = sandbox.home.mas(["login"], env, 100, ["bash", "-c", entry])
    await terminal.says("API key:")
    terminal.type(`${sandbox.server.apiKey}\ranother-secret\r`)
    await terminal.says("The pasted lines after the first were not used.")
    await terminal.says("left=<>")
    expect(terminal.raw).not.toContain("another-secret")
    expect(config().profiles.default.api_key).toBe(sandbox.server.apiKey)
  })
})

describe("a paste in a terminal", () => {
  it("does not respond a later confirmation", async () => {
    const terminal = sandbox.home.mas(["lists", "create"])
    await terminal.answer("Name", `One\ry\r`)
    await terminal.says("The pasted lines after the first were not used.")
    await terminal.answer("Send it", `n${keys.enter}`)
    expect(await terminal.exitCode).toBe(1)
    expect(posts()).toEqual([])
  })

  it("is discarded with a refused response, and the question continues", async () => {
    const terminal = sandbox.home.mas(["login"], { MAS_API_KEY: undefined, MAS_BASE_URL: undefined })
    await terminal.answer("Address of the service:", "nonsense\rmore\r")
    await terminal.answer("Such as https://", `${"\b".repeat(8)}${sandbox.server.url}\r`)
    await terminal.answer("API key:", `${sandbox.server.apiKey}\r`)
    await terminal.says("Saved in")
    expect(await terminal.exitCode).toBe(0)
  })
})

describe("mas profiles remove in a terminal", () => {
  it("offers the saved profiles", async () => {
    const login = sandbox.home.mas(["login", "--profile", "work"])
    await login.answer("API key:", `${sandbox.server.apiKey}${keys.enter}`)
    expect(await login.exitCode).toBe(0)
    const terminal = sandbox.home.mas(["profiles", "remove"])
    await terminal.answer(/Name[\s\S]*work[\s\S]*/, keys.enter)
    await terminal.answer("Remove the profile work", `y${keys.enter}`)
    expect(await terminal.exitCode).toBe(0)
    expect(config().profiles).toEqual({})
  })
})

describe("stdin from a terminal", () => {
  it("is announced before it is read, and cancelled at once by Ctrl-C", async () => {
    const body = sandbox.home.mas(["lists", "create", "--input", "-"])
    await body.answer("Reading stdin for --input: Ctrl-D ends it, Ctrl-C stops.", keys.ctrlC)
    expect(await body.exitCode).toBe(130)
    const line = sandbox.home.mas(["account", "get", "--api-key", "-"])
    await line.answer(/Reading a line from stdin for --api-key: .*/, keys.ctrlC)
    expect(await line.exitCode).toBe(130)
    expect(posts()).toEqual([])
  })

  it("is a line up to Enter, or a body up to Ctrl-D", async () => {
    const terminal = sandbox.home.mas(["lists", "create", "--input", "-", "--api-key", "-"])
    await terminal.answer("for --api-key", `${sandbox.server.apiKey}\r`)
    await terminal.answer("for --input", `{"name": "Typed"}\r${keys.ctrlD}`)
    expect(await terminal.exitCode).toBe(0)
    expect(posts()).toEqual(["/v1/my/lists"])
  })
})

describe("mas messages send in a terminal, without flags", () => {
  async function compose(to = "ada@example.test", env = {}) {
    const terminal = sandbox.home.mas(["messages", "send"], env)
    await terminal.answer("Channel:", keys.enter)
    await terminal.answer("To:", `${to}${keys.enter}`)
    return terminal
  }

  it("asks for everything, shows a preview, and sends after a final yes", async () => {
    const terminal = await compose()
    await terminal.answer("From", `hello@acme.test${keys.enter}`)
    await terminal.answer("Subject:", `Your receipt${keys.enter}`)
    await terminal.answer("Content:", keys.enter)
    await terminal.answer("Text:", `Thank you${keys.enter}`)
    await terminal.says(/Preview[\s\S]*ada@example\.test[\s\S]*Your receipt[\s\S]*Thank you/)
    await terminal.answer("Send it", `y${keys.enter}`)
    await terminal.says("Accepted for sending")
    expect(await terminal.exitCode).toBe(0)
    expect(sandbox.server.world.messages.get(1)).toMatchObject({ to: "ada@example.test", subject: "Your receipt" })
  })

  it("sends nothing after a no", async () => {
    const terminal = await compose()
    await terminal.answer("From", keys.enter)
    await terminal.answer("Subject:", `Hi${keys.enter}`)
    await terminal.answer("Content:", `${keys.down}${keys.enter}`)
    await terminal.answer("HTML:", `<p>Hi</p>${keys.enter}`)
    await terminal.answer("Send it", keys.enter)
    await terminal.says("nothing was sent")
    expect(await terminal.exitCode).toBe(1)
    expect(posts()).toEqual([])
  })

  it("offers the brand's templates", async () => {
    const terminal = await compose()
    await terminal.answer("From", keys.enter)
    await terminal.answer("Subject:", `Hi${keys.enter}`)
    await terminal.answer("Content:", `${keys.down}${keys.down}${keys.enter}`)
    await terminal.answer("Template:", keys.enter)
    await terminal.answer("Send it", `y${keys.enter}`)
    await terminal.says("Accepted for sending")
    expect(await terminal.exitCode).toBe(0)
    const [request] = sandbox.server.world.requests.list({ method: "POST" })
    expect(request?.request_body).toMatchObject({ template_id: 1 })
  })

  it("shows the mail's problems and its real recipient before the final yes", async () => {
    const terminal = await compose("ada@example.test", { MAS_REDIRECT_TO: "dev@acme.test" })
    await terminal.answer("From", keys.enter)
    await terminal.answer("Subject:", `Hi undefined${keys.enter}`)
    await terminal.answer("Content:", keys.enter)
    await terminal.answer("Text:", `Thank you${keys.enter}`)
    await terminal.says("error undefined, subject:")
    await terminal.answer("Send it redirected to dev@acme.test", `y${keys.enter}`)
    expect(await terminal.exitCode).toBe(0)
    expect(sandbox.server.world.messages.list()).toMatchObject([{ to: "dev@acme.test" }])
  })

  it("does not ask for confirmation of a refused message", async () => {
    const terminal = await compose("ada@example.test", { MAS_ALLOWED_RECIPIENTS: "*@acme.test" })
    await terminal.answer("From", keys.enter)
    await terminal.answer("Subject:", `Hi${keys.enter}`)
    await terminal.answer("Content:", keys.enter)
    await terminal.answer("Text:", `Thank you${keys.enter}`)
    await terminal.says("ada@example.test is not an allowed recipient")
    expect(await terminal.exitCode).toBe(6)
    expect(terminal.text).not.toContain("Send it")
  })

  it("does not accept an invalid address", async () => {
    const terminal = await compose("ada@")
    await terminal.says("Must be an e-mail address")
    terminal.type(`example.test${keys.enter}`)
    await terminal.says("From")
    terminal.type(keys.ctrlC)
    expect(await terminal.exitCode).toBe(130)
    expect(posts()).toEqual([])
  })
})

describe("missing flags in a terminal", () => {
  it("are asked for with the prompt of their type", async () => {
    const terminal = sandbox.home.mas(["webhooks", "create"])
    await terminal.answer("URL", `hooks${keys.enter}`)
    await terminal.answer("Must be an address", `\b\b\b\b\bhttps://hooks.example.com/x${keys.enter}`)
    await terminal.answer("Events", `${keys.space}${keys.down}${keys.down}${keys.space}${keys.enter}`)
    await terminal.says(/Preview[\s\S]*https:\/\/hooks\.example\.com\/x[\s\S]*email\.sent, email\.bounced/)
    await terminal.answer("Send it", `y${keys.enter}`)
    expect(await terminal.exitCode).toBe(0)
    const [request] = sandbox.server.world.requests.list({ method: "POST" })
    expect(request?.request_body).toEqual({
      url: "https://hooks.example.com/x",
      events: ["email.sent", "email.bounced"],
    })
  })

  it.each([
    ["Ctrl-C", keys.ctrlC],
    ["Ctrl-D", keys.ctrlD],
  ])("end with 130 on %s, with nothing sent and the cursor visible", async (_, key) => {
    const terminal = sandbox.home.mas(["invites", "create"])
    await terminal.answer(/Email .*:/, key)
    expect(await terminal.exitCode).toBe(130)
    expect(posts()).toEqual([])
    expect(terminal.raw.lastIndexOf(showCursor)).toBeGreaterThanOrEqual(terminal.raw.lastIndexOf("\u001b[?25l"))
  })
})

describe("confirmation in a terminal", () => {
  it("names the profile before a deletion, and follows the response", async () => {
    const saved = {
      current: "work",
      profiles: { work: { base_url: sandbox.server.url, api_key: sandbox.server.apiKey } },
    }
    const env = { MAS_BASE_URL: undefined, MAS_API_KEY: undefined }
    const added = sandbox.home.mas([
      "webhooks",
      "create",
      "--url",
      "https://hooks.example.com/x",
      "--events",
      "email.sent",
    ])
    expect(await added.exitCode).toBe(0)
    const first = sandbox.home.mas(["login", "--profile", "work"], { MAS_API_KEY: undefined })
    await first.answer("API key:", `${sandbox.server.apiKey}${keys.enter}`)
    expect(await first.exitCode).toBe(0)
    expect(config()).toEqual(saved)
    const no = sandbox.home.mas(["webhooks", "delete", "1"], env)
    await no.answer(/profile work/, `n${keys.enter}`)
    expect(await no.exitCode).toBe(1)
    const elsewhere = sandbox.server.url.replace("127.0.0.1", "localhost")
    const other = sandbox.home.mas(
      ["webhooks", "delete", "1", "--base-url", elsewhere, "--api-key", sandbox.server.apiKey],
      env,
    )
    await other.answer(/At http:\/\/localhost:\d+, credential of --api-key: Delete/, `n${keys.enter}`)
    expect([await other.exitCode, other.raw.includes("profile work")]).toEqual([1, false])
    const yes = sandbox.home.mas(["webhooks", "delete", "1"], env)
    await yes.answer(/profile work/, `y${keys.enter}`)
    expect(await yes.exitCode).toBe(0)
    expect(sandbox.server.world.requests.list({ method: "DELETE" })).toHaveLength(1)
  })

  it("is asked before a payment, but not with --yes", async () => {
    const words = ["funding-purchases", "create", "--amount-cents", "5000", "--idempotency-key", "k"]
    const terminal = sandbox.home.mas(words)
    await terminal.answer(/costs money/, keys.enter)
    expect(await terminal.exitCode).toBe(1)
    expect(posts()).toEqual([])
    expect(await sandbox.home.mas([...words, "--yes"]).exitCode).toBe(0)
    expect(posts()).toHaveLength(1)
  })
})

describe("long work in a terminal", () => {
  const rows = Array.from({ length: 500 }, (_, row) => `p${row}@example.test`)
  const importing = () => {
    writeFileSync(join(sandbox.home.folder, "rows.csv"), ["email", ...rows].join("\n"))
    return sandbox.home.mas(["imports", "create", "--file", "rows.csv", "--resource", "contacts", "--wait"])
  }

  it("shows a progress bar and clears it", async () => {
    sandbox.server.world.clock.set({ mode: "real" })
    const terminal = importing()
    await terminal.says(/Import 1 .*%/)
    await sandbox.server.world.advance("1h")
    await terminal.says("Import 1: done")
    expect(await terminal.exitCode).toBe(0)
    expect(terminal.raw).toContain(showCursor)
  })

  it("stops on Ctrl-C with 130, the cursor visible and the command to resume", async () => {
    // After the first look: the second would find that a frozen clock gets no work done.
    sandbox.server.world.clock.set({ mode: "frozen" })
    sandbox.server.world.faults.add({ path: "/v1/my/imports/1", from: 2, latency_ms: 600_000 })
    const terminal = importing()
    await terminal.answer(/Import 1 .*%/, keys.ctrlC)
    await terminal.says("mas imports get 1 --wait")
    expect(await terminal.exitCode).toBe(130)
    expect(terminal.raw.lastIndexOf(showCursor)).toBeGreaterThan(terminal.raw.lastIndexOf("\u001b[?25l"))
  })
})

describe("mas mock in a terminal", () => {
  it("prints its address, logs each request, and ends with 0 on Ctrl-C", async () => {
    const terminal = sandbox.home.mas(["mock", "start", "--port", "0"])
    await terminal.says(/MAS mock server listening on http:\/\/127\.0\.0\.1:\d+/)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(terminal.text)?.[0] ?? ""
    await fetch(`${url}/v1/my/lists`, { headers: { Authorization: `Bearer ${sandbox.server.apiKey}` } })
    await terminal.answer(/200 GET \/v1\/my\/lists/, keys.ctrlC)
    expect(await terminal.exitCode).toBe(0)
  })

  it("finishes open requests after the first Ctrl-C, and ends at once on the second", async () => {
    const terminal = sandbox.home.mas(["mock", "start", "--port", "0"])
    await terminal.says("Dashboard:")
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(terminal.text)?.[0] ?? ""
    const fault = { method: "POST", body: JSON.stringify({ path: "/v1/my/lists", latency_ms: 600_000 }) }
    await fetch(`${url}/_mock/faults`, { ...fault, headers: { "Content-Type": "application/json" } })
    const slow = fetch(`${url}/v1/my/lists`, { headers: { Authorization: `Bearer ${sandbox.server.apiKey}` } })
    const cut = expect(slow).rejects.toThrow("fetch failed")
    await fetch(`${url}/v1/my/account`, { headers: { Authorization: `Bearer ${sandbox.server.apiKey}` } })
    await terminal.answer(/GET \/v1\/my\/account/, keys.ctrlC)
    await terminal.answer("Ctrl-C again to stop at once", keys.ctrlC)
    expect(await terminal.exitCode).toBe(130)
    await cut
  })
})

describe("mas webhooks listen in a terminal", () => {
  it("shows a line for each event, and removes its endpoint on Ctrl-C", async () => {
    const terminal = sandbox.home.mas(["webhooks", "listen"])
    await terminal.says("Listening on")
    const message = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hello" }
    await fetch(`${sandbox.server.url}/v1/my/messages`, {
      method: "POST",
      headers: { Authorization: `Bearer ${sandbox.server.apiKey}`, "Content-Type": "application/json" },
      body: JSON.stringify(message),
    })
    await terminal.says(/✔ +email\.sent +message 1 ada@example\.test/)
    await terminal.answer(/✔ +email\.delivered/, keys.ctrlC)
    await terminal.says("removed.")
    expect(await terminal.exitCode).toBe(130)
    expect(sandbox.server.world.requests.list({ method: "DELETE" })).toMatchObject([
      { path: "/v1/my/webhooks/1", status: 200 },
    ])
  })
})

describe("the keys of mas webhooks listen", () => {
  const message = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hello" }
  const post = () =>
    fetch(`${sandbox.server.url}/v1/my/messages`, {
      method: "POST",
      headers: { Authorization: `Bearer ${sandbox.server.apiKey}`, "Content-Type": "application/json" },
      body: JSON.stringify(message),
    })

  it("resend the last event, show its details, and end with 0", async () => {
    const terminal = sandbox.home.mas(["webhooks", "listen", "--events", "email.sent"])
    await terminal.answer("q quits.", "r")
    await terminal.says("No event has come yet.")
    await post()
    await terminal.answer(/✔ +email\.sent/, "r")
    await terminal.says(/✔ +email\.sent/)
    terminal.type("d")
    await terminal.says(/webhook-signature: v1,[\s\S]*"message_id": 1/)
    terminal.type("q")
    await terminal.says("removed.")
    expect(await terminal.exitCode).toBe(0)
  })

  it("leave Ctrl-C unchanged", async () => {
    const terminal = sandbox.home.mas(["webhooks", "listen"])
    await terminal.answer("q quits.", keys.ctrlC)
    await terminal.says("removed.")
    expect(await terminal.exitCode).toBe(130)
  })
})

describe("output in a terminal", () => {
  it("has colours, but not with NO_COLOR or --no-color", async () => {
    const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`)
    const terminalAfter = async (words: string[], env = {}) => {
      const terminal = sandbox.home.mas(words, env)
      expect(await terminal.exitCode).toBe(0)
      return terminal
    }
    expect((await terminalAfter(["account", "get"])).raw).toMatch(colours)
    expect((await terminalAfter(["account", "get"], { NO_COLOR: "1" })).raw).not.toMatch(colours)
    expect((await terminalAfter(["account", "get", "--no-color"])).raw).not.toMatch(colours)
    expect((await terminalAfter(["doctor", "--no-color"])).raw).toMatch(/✔ credential/)
  })
})
