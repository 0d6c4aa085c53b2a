import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LocalMcpSession } from "../own/local-mcp-session.ts"
import { homeWithService } from "../own/run.ts"

const { service, home, run, close } = homeWithService()
afterAll(close)

const send = (body: string) =>
  ["messages", "send", "--channel", "email", "--to", "ada@example.test", "--subject", "Hi", "--body", body] as const
const terminal = { terminal: true, env: { NO_COLOR: "1" } }
const warning = "error undefined, text:1:4: text says “undefined” where a value is missing"
const sent = () => service.world.messages.list().length

describe("mas messages send", () => {
  it("reports problems of a mail and sends it", async () => {
    const before = sent()
    const { code, err } = await run(send("Hi undefined"), terminal)
    expect([code, sent()]).toEqual([0, before + 1])
    expect(err.replaceAll(/\s+/g, " ")).toContain(warning)
    expect((await run([...send("Hi undefined"), "--output", "table"])).err).toContain(warning)
    expect((await run(send("Hi Ana"), terminal)).err).not.toContain("text:1")
  })

  it("checks the body of --input, and leaves invalid fields to the contract", async () => {
    const input = JSON.stringify({ channel: "email", to: "ada@example.test", subject: "Hi", body: "Hi undefined" })
    const { err } = await run(["messages", "send", "--input", input], terminal)
    expect(err.replaceAll(/\s+/g, " ")).toContain(warning)
    const wrong = await run(
      ["messages", "send", "--input", '{"channel":"email","to":"a@b.test","subject":5,"html":["x"],"data":"x"}'],
      terminal,
    )
    expect(wrong.code).toBe(6)
  })

  it("reports them on stderr in a pipe too, beside the JSON of stdout", async () => {
    const { err, json } = await run(send("Hi undefined"))
    expect([err, json.subject]).toEqual([expect.stringContaining(warning), "Hi"])
    expect((await run(send("Hi Ana"))).err).toBe("")
    const failedSend = await run([...send("Hi undefined"), "--from", "nobody@other.test"])
    expect([failedSend.code, JSON.parse(failedSend.err).error.message]).toEqual([6, expect.any(String)])
  })

  it("sends nothing under --strict if there are problems", async () => {
    const before = sent()
    const { code, err } = await run([...send("Hi undefined"), "--strict"])
    expect([code, sent()]).toEqual([6, before])
    expect(JSON.parse(err).error).toMatchObject({ code: "not_clean", message: expect.stringContaining(warning) })
    expect((await run([...send("Hi Ana"), "--strict"])).code).toBe(0)
  })
})

describe("mas templates send-test", () => {
  it("reports problems of the template", async () => {
    const template = { name: "Hi", subject: "Hi", html: '<p>Hi</p><img src="https://a.test/x.png">', body: "Hi" }
    const { json } = await run(["templates", "create", "--input", JSON.stringify(template)])
    const test = ["templates", "send-test", String(json.id), "--email", "ada@example.test"]
    expect((await run(test, terminal)).err).toContain("warning image-alt, html:1:10")
    expect((await run(test)).err).toBe("")
    expect((await run([...test, "--dry-run"], terminal)).out).toContain("/send_test")
  })
})

describe("mas mcp", () => {
  let session: LocalMcpSession
  beforeAll(async () => {
    session = await LocalMcpSession.open(home)
  })
  afterAll(() => session.close())

  it("shows the problems of a held mail", async () => {
    const input = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hi undefined" }
    const id = await session.hold("messages.send", input)
    expect((await session.show(id)).findings.join("\n")).toContain(warning)
    expect((await session.approve(id)).code).toBe(0)
  })
})
