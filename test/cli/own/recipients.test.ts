import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { homeWithService, sendMail } from "./run.ts"

const { service, home, run, close } = homeWithService()
afterEach(() => service.world.reset())
afterAll(close)

const allowed = { MAS_ALLOWED_RECIPIENTS: "*@acme.test" }
const redirected = { MAS_REDIRECT_TO: "dev@acme.test" }
const recipients = () => service.world.messages.list().map(({ to }) => to)
const writes = () => service.world.requests.list().filter(({ method }) => method !== "GET").length

/** Saves a profile with these fields. */
function saveProfile(fields: object): void {
  const folder = join(home.folder, "config")
  const work = { base_url: service.url, api_key: service.apiKey, ...fields }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, "config.json"), JSON.stringify({ profiles: { work } }), { mode: 0o600 })
}

describe("a command under a recipient guard", () => {
  it("is refused with 6 if its recipient is not allowed, and names the rule", async () => {
    const { code, out, err } = await run(sendMail, { env: allowed })
    expect([code, out, writes()]).toEqual([6, "", 0])
    expect(JSON.parse(err).error).toMatchObject({
      code: "recipient_refused",
      message: expect.stringContaining("ada@example.test is not an allowed recipient"),
      hint: "Nothing was sent. MAS_ALLOWED_RECIPIENTS sets the allowed recipients; `mas doctor` shows them.",
    })
    const { err: text } = await run([...sendMail, "--output", "table"], { env: allowed })
    expect(text).toMatch(/^error: messages.send was not sent: ada@example.test is not an allowed recipient/)
  })

  it("is sent to an allowed recipient, and redirected from any other", async () => {
    expect((await run(sendMail, { env: { MAS_ALLOWED_RECIPIENTS: "ada@example.test" } })).code).toBe(0)
    const { code, json } = await run(sendMail, { env: redirected })
    expect([code, json.to]).toEqual([0, "dev@acme.test"])
    expect(recipients()).toEqual(["ada@example.test", "dev@acme.test"])
  })

  it("shows in a dry run what would be sent", async () => {
    const { code, json } = await run([...sendMail, "--dry-run"], { env: redirected })
    expect([code, json.body.to, json.body.tags]).toEqual([0, "dev@acme.test", { redirected_from: "ada@example.test" }])
    expect((await run([...sendMail, "--dry-run"], { env: allowed })).code).toBe(6)
    expect(writes()).toBe(0)
  })

  it("is refused by `mas api` in any spelling of the path", async () => {
    const body = JSON.stringify({ channel: "email", to: "ada@example.test", subject: "Hi", body: "Hi" })
    for (const path of [
      "/v1/my/messages",
      "/v1/my/%6dessages",
      "/v1/my//messages/",
      "/v1/my/lists%3f/..;/messages",
      "/v1/my/messages%2f..%2flists",
    ]) {
      const { err } = await run(["api", "POST", path, "--input", body], { env: allowed })
      expect(JSON.parse(err).error.code, path).toBe("recipient_refused")
    }
    expect(writes()).toBe(0)
  })

  it("is refused before the confirmation if it reaches people whom it does not name", async () => {
    const { code, err } = await run(["campaigns", "send", "1"], { env: allowed })
    expect([code, JSON.parse(err).error.code]).toEqual([6, "recipient_refused"])
  })

  it("follows the profile if no variable is set, including its allow_unseen", async () => {
    const work = (words: string[], env = {}) => run([...words, "--profile", "work"], { env })
    const create = ["contacts", "create", "--email", "new@b.test"]
    saveProfile({ allowed_recipients: "*@acme.test" })
    expect(JSON.parse((await work([...sendMail])).err).error.message).toContain("(profile work)")
    expect(JSON.parse((await work(create)).err).error).toMatchObject({
      message: expect.stringContaining("a flow may start at the new contact"),
      hint: expect.stringContaining("allow_unseen"),
    })
    saveProfile({ redirect_to: "qa@acme.test", allow_unseen: "contacts.create, events.track" })
    expect((await work(create)).code).toBe(0)
    expect((await work([...sendMail])).json.to).toBe("qa@acme.test")
    expect((await work([...sendMail], redirected)).json.to).toBe("dev@acme.test")
    saveProfile({ allowed_recipients: "*", allow_unseen: "contacts.make" })
    expect(JSON.parse((await work(create)).err).error.message).toContain("contacts.make")
  })
})

describe("mas doctor", () => {
  const recipientsCheck = async (env: Readonly<Record<string, string>>) => {
    const { code, json } = await run(["doctor", "--output", "json"], { env })
    return [code, json.find(({ check }: { readonly check: string }) => check === "recipients")?.detail]
  }

  it("shows the recipient rules, and nothing if there are none", async () => {
    expect(await recipientsCheck({})).toEqual([0, undefined])
    expect(await recipientsCheck(allowed)).toEqual([0, "1 entry of MAS_ALLOWED_RECIPIENTS; others are refused"])
    expect(await recipientsCheck({ MAS_ALLOWED_RECIPIENTS: "" })).toEqual([
      0,
      "0 entries of MAS_ALLOWED_RECIPIENTS; others are refused",
    ])
    expect(await recipientsCheck({ MAS_ALLOWED_RECIPIENTS: "*" })).toEqual([
      0,
      "1 entry of MAS_ALLOWED_RECIPIENTS; all recipients are allowed",
    ])
    expect(await recipientsCheck({ ...allowed, ...redirected })).toEqual([
      0,
      "1 entry of MAS_ALLOWED_RECIPIENTS and MAS_REDIRECT_TO; others are redirected to dev@acme.test",
    ])
    expect((await recipientsCheck({ MAS_REDIRECT_TO: "nobody" }))[0]).toBe(2)
  })
})

describe("mas mcp under a recipient guard", () => {
  const message = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hi" }
  const talking = async (env: Readonly<Record<string, string>>, work: (session: LocalMcpSession) => Promise<void>) => {
    const session = await LocalMcpSession.open(home, [], { env })
    await work(session)
    await session.close()
  }

  it("refuses what the client refuses, without a token", async () => {
    await talking(allowed, async (session) => {
      for (const [name, input] of [
        ["messages.send", message],
        ["contacts.create", { email: "new@b.test" }],
        ["invites.create", { email: "new@b.test", role: "member" }],
      ] as const) {
        const { data } = await session.call(name, input)
        expect([data.error?.code, data.confirm_token], name).toEqual(["recipient_refused", undefined])
      }
      expect((await session.call("lists.create", { name: "New" })).data.result.name).toBe("New")
    })
    expect(recipients()).toEqual([])
  })

  it("sends a message to its real recipient alone", async () => {
    await talking(redirected, async (session) => {
      expect((await session.call("messages.send", message)).data.result.to).toBe("dev@acme.test")
    })
    expect(recipients()).toEqual(["dev@acme.test"])
  })
})
