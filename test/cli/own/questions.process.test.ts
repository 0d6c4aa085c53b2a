import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { keys, terminalSandbox } from "./terminal.ts"

const sandbox = terminalSandbox()

const posts = () => sandbox.server.world.requests.list({ method: "POST" }).map(({ path }) => path)

describe("a value that the service refuses in a terminal", () => {
  it("is asked for again, prefilled with what was typed", async () => {
    const terminal = sandbox.home.mas(["invites", "create"])
    await terminal.answer("Email", `owner@acme.test${keys.enter}`)
    await terminal.answer(/who may act[\s\S]*Go.ahead/, `y${keys.enter}`)
    // The typed value is prefilled for editing.
    await terminal.says(/--email [^\n]*/)
    await terminal.answer(/Email[^\n]*owner@acme\.test/, `${"\b".repeat(15)}new@acme.test${keys.enter}`)
    await terminal.answer(/new@acme\.test"[\s\S]*Go.ahead/, `y${keys.enter}`)
    expect(await terminal.exitCode).toBe(0)
    const [first, second] = sandbox.server.world.requests.list({ method: "POST" })
    expect([first?.status, second?.status]).toEqual([422, 201])
  })

  it("is asked for if it was missing", async () => {
    const terminal = sandbox.home.mas(["messages", "send", "--channel", "sms", "--to", "+4915112345678"])
    await terminal.answer(/body[\s\S]*Body/, `Hello${keys.enter}`)
    await terminal.answer(/Preview[\s\S]*\+4915112345678[\s\S]*Hello[\s\S]*Send it/, `y${keys.enter}`)
    expect(await terminal.exitCode).toBe(0)
    expect(sandbox.server.world.messages.get(1)).toMatchObject({ channel: "sms", to: "+4915112345678" })
  })

  it("ends the command if all values were given", async () => {
    const terminal = sandbox.home.mas(["invites", "create", "--email", "owner@acme.test", "--yes"])
    await terminal.says("(422)")
    expect(await terminal.exitCode).toBe(6)
  })
})

describe("the preview in a terminal", () => {
  it("shows the values field by field, without secrets", async () => {
    const terminal = sandbox.home.mas(["auth", "signup", "--first-name", "Ada"])
    await terminal.answer("Email", `ada@example.test${keys.enter}`)
    await terminal.answer("Password", `Sesame-1234${keys.enter}`)
    await terminal.says(/Preview[\s\S]*first name +Ada[\s\S]*email +ada@example\.test[\s\S]*password +\(hidden\)/)
    await terminal.answer("Send it", `n${keys.enter}`)
    expect(await terminal.exitCode).toBe(1)
    expect(terminal.raw).not.toContain("Sesame-1234")
    expect(posts()).toEqual([])
  })
})

describe("a missing verb in a terminal", () => {
  it("is chosen from the group's verbs", async () => {
    const terminal = sandbox.home.mas(["lists"])
    await terminal.answer(/mas lists[\s\S]*create/, keys.enter)
    await terminal.says("Newsletter")
    expect(await terminal.exitCode).toBe(0)
  })
})

describe("a choice between several flags in a terminal, if none was given", () => {
  it("is offered, and its value is asked for", async () => {
    sandbox.server.world.clock.set({ mode: "frozen" })
    const terminal = sandbox.home.mas(["mock", "advance"])
    await terminal.answer(/Which of these[\s\S]*by/, keys.enter)
    await terminal.answer("By (how far", `2h${keys.enter}`)
    await terminal.says("fired")
    expect(await terminal.exitCode).toBe(0)
  })
})

describe("confirmation details in a terminal", () => {
  const send = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${sandbox.server.apiKey}`, "Content-Type": "application/json" }
    expect((await fetch(sandbox.server.url + path, { method: "POST", headers, body: JSON.stringify(body) })).ok).toBe(
      true,
    )
  }
  const campaign = {
    name: "Spring",
    subject: "Spring is here",
    audience: { type: "lists", list_ids: [1] },
    template_id: 1,
  }

  it("show name, subject and audience of a campaign, which is sent once its name is typed", async () => {
    await send("/v1/my/campaigns", campaign)
    const wrong = sandbox.home.mas(["campaigns", "send", "1"])
    await wrong.says(/Campaign 1: Spring[\s\S]*Spring is here[\s\S]*3 contacts, of Newsletter/)
    await wrong.answer("Type its name", `y${keys.enter}`)
    expect(await wrong.exitCode).toBe(1)
    expect(posts()).toEqual(["/v1/my/campaigns"])
    const right = sandbox.home.mas(["campaigns", "send", "1"])
    await right.answer("Type its name", `Spring${keys.enter}`)
    expect(await right.exitCode).toBe(0)
    expect(posts().at(-1)).toBe("/v1/my/campaigns/1/send")
  })

  it("ask for the id if the name cannot be typed", async () => {
    await send("/v1/my/campaigns", { ...campaign, name: "\u2060\u00ad" })
    const wrong = sandbox.home.mas(["campaigns", "send", "1"])
    await wrong.answer("Type its id to continue (1)", keys.enter)
    expect(await wrong.exitCode).toBe(1)
    const right = sandbox.home.mas(["campaigns", "send", "1"])
    await right.answer("Type its id to continue (1)", `1${keys.enter}`)
    expect(await right.exitCode).toBe(0)
  })

  it.each([
    [{ type: "all_contacts" }, /Audience +all contacts: 3\s/],
    [{ type: "lists", list_ids: [1, 2] }, /Audience +3 contacts at most, of Newsletter, Empty\s/],
    [{ type: "segment", segment_id: 1 }, /Audience +\d+ contacts, by \w+/],
  ])("show whom a campaign reaches: %j", async (audience, pattern) => {
    await send("/v1/my/lists", { name: "Empty" })
    await send("/v1/my/campaigns", { ...campaign, audience })
    const terminal = sandbox.home.mas(["campaigns", "send", "1"])
    await terminal.says(pattern)
    terminal.type(keys.ctrlC)
    expect(await terminal.exitCode).toBe(130)
  })

  it.each([
    [["validations", "start", "--list-id", "1", "--idempotency-key", "k"], /3 of 3[\s\S]*USD at most[\s\S]*Funding/],
    [["webhooks", "delete", "1"], /https:\/\/hooks\.example\.com\/x[\s\S]*email\.sent/],
    [["funding-purchases", "create", "--amount-cents", "5000", "--idempotency-key", "k"], /Costs +50\.00 USD/],
    [
      ["subscription", "checkout", "--plan-id", "2", "--idempotency-key", "k"],
      /Plan 2[\s\S]*Costs[\s\S]*Plan now +Free/,
    ],
    [["memberships", "remove", "3"], /Membership 3[\s\S]*E-mail +\S+@/],
    [["invites", "revoke", "1"], /Invitation 1: \S+@/],
  ])("are shown before the question: mas %s", async (argv, pattern) => {
    await send("/v1/my/webhooks", { url: "https://hooks.example.com/x", events: ["email.sent"] })
    const before = sandbox.server.world.requests.list({ method: "POST" }).length
    const terminal = sandbox.home.mas(argv)
    await terminal.says(pattern)
    await terminal.answer("Go ahead?", keys.enter)
    await terminal.says("nothing was sent")
    expect(await terminal.exitCode).toBe(1)
    const more = sandbox.server.world.requests.list({ method: "POST" }).slice(before)
    expect(more.filter(({ path }) => !path.endsWith("/quote"))).toEqual([])
    expect(sandbox.server.world.requests.list({ method: "DELETE" })).toEqual([])
  })

  it("show the price of a plan to a signed-in person", async () => {
    const { owner } = sandbox.server.world.seeded().users
    const { token } = sandbox.server.world.credentials.mint({ kind: "jwt", user_id: owner.id })
    const argv = ["subscription", "checkout", "--plan-id", "2", "--idempotency-key", "k"]
    const terminal = sandbox.home.mas(argv, { MAS_API_KEY: token })
    await terminal.says(/Costs +\d+\.\d\d a month/)
    terminal.type(keys.ctrlC)
    expect(await terminal.exitCode).toBe(130)
  })
})

describe("a terminal without escape sequences", () => {
  const escapes = String.fromCharCode(27)

  it.each([{ TERM: "dumb" }, { NO_COLOR: "1" }])("is asked line by line: %j", async (env) => {
    const terminal = sandbox.home.mas(["messages", "send"], env)
    await terminal.answer(/1 {2}email[\s\S]*Channel:/, "1\n")
    await terminal.answer("To:", "ada@\n")
    await terminal.answer(/> Must be an e-mail address[\s\S]*To:/, "ada@example.test\n")
    await terminal.answer("From", "\n")
    await terminal.answer("Subject:", "Hi\n")
    await terminal.answer("Content:", "text\n")
    await terminal.answer("Text:", "Hello\n")
    await terminal.answer("Send it", "y\n")
    expect(await terminal.exitCode).toBe(0)
    expect(terminal.raw).not.toContain(escapes)
    expect(sandbox.server.world.messages.get(1)).toMatchObject({ to: "ada@example.test", subject: "Hi" })
  })

  it("offers several values by number", async () => {
    const terminal = sandbox.home.mas(["webhooks", "create"], { TERM: "dumb" })
    await terminal.answer("URL", "https://hooks.example.com/x\n")
    await terminal.answer(/1 {2}email\.sent[\s\S]*Events/, "1, 99\n")
    await terminal.answer(/> Type some of these numbers[\s\S]*Events/, "1, email.bounced\n")
    await terminal.answer("Send it", "y\n")
    expect(await terminal.exitCode).toBe(0)
    const [request] = sandbox.server.world.requests.list({ method: "POST" })
    expect(request?.request_body).toMatchObject({ events: ["email.sent", "email.bounced"] })
  })

  it("hides a typed secret, and ends the command on Ctrl-C", async () => {
    const env = { TERM: "dumb", MAS_API_KEY: "" }
    const terminal = sandbox.home.mas(["login"], env)
    await terminal.answer("API key:", `${sandbox.server.apiKey}${keys.enter}`)
    await terminal.says("Saved in")
    expect(await terminal.exitCode).toBe(0)
    expect(terminal.raw).not.toContain(sandbox.server.apiKey)
    for (const key of [keys.ctrlC, keys.ctrlD]) {
      const unanswered = sandbox.home.mas(["invites", "create"], { TERM: "dumb" })
      await unanswered.answer("Email", key)
      expect(await unanswered.exitCode).toBe(130)
    }
  })

  it("shows progress as lines", async () => {
    sandbox.server.world.clock.set({ mode: "frozen" })
    writeFileSync(join(sandbox.home.folder, "rows.csv"), "email\na@example.test\n")
    const terminal = sandbox.home.mas(["imports", "create", "--file", "rows.csv", "--resource", "contacts", "--wait"], {
      TERM: "dumb",
    })
    await terminal.says("Import 1,")
    await sandbox.server.world.advance("1h")
    expect(await terminal.exitCode).toBe(0)
    expect(terminal.raw).not.toContain(escapes)
  })
})

describe("a non-interactive terminal", () => {
  it.each([
    [["lists", "create"], { CI: "true" }, 2, "missing --name"],
    [["lists", "create", "--no-input"], {}, 2, "missing --name"],
    [["webhooks", "create", "--no-input"], {}, 2, "missing --url"],
    [["lists", "create"], { MAS_NO_INPUT: "1" }, 2, "missing --name"],
    [["webhooks", "delete", "1"], { CI: "1" }, 2, "this needs --yes"],
    [["lists"], { CI: "woodpecker" }, 2, "mas lists"],
    [["mock", "advance"], { CI: "true" }, 2, "give exactly one of"],
    [["login"], { CI: "true" }, 2, "missing"],
    [["contacts", "list", "--limit", "100"], { CI: "true", MAS_PAGER: "sleep 600" }, 0, "@example.test"],
    [["--help"], { CI: "true", MAS_PAGER: "sleep 600" }, 0, "Usage"],
  ] as const)("gets no question: mas %j with %j", async (argv, env, code, expectedText) => {
    await sandbox.server.world.contacts.fill({ count: 90 })
    const terminal = sandbox.home.mas(argv, env)
    await terminal.says(expectedText)
    expect(await terminal.exitCode).toBe(code)
  })

  it("gets questions with MAS_NO_INPUT=0", async () => {
    const terminal = sandbox.home.mas(["lists", "create"], { CI: "true", MAS_NO_INPUT: "0" })
    await terminal.answer("Name", `Customers${keys.enter}`)
    await terminal.answer("Send it", `y${keys.enter}`)
    expect(await terminal.exitCode).toBe(0)
  })
})
