import { PassThrough } from "node:stream"
import { afterAll, describe, expect, it, vi } from "vitest"
import { homeWithService, rowsIn } from "./run.ts"

const { service, home, close } = homeWithService()
afterAll(close)

describe("a request of 2026-07-28", () => {
  const about = {
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  }
  /** The responses to requests that stand alone, by id. */
  async function ask(revision: string, requests: readonly [method: string, params: object][], client: object = about) {
    const _meta = { "io.modelcontextprotocol/protocolVersion": revision, ...client }
    const lines = requests.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params: { ...params, _meta } }))
    const { code, out } = await home.run(["mcp"], { stdin: lines.map((line) => JSON.stringify(line)).join("\n") })
    expect(code).toBe(0)
    return rowsIn(out).toSorted((one, other) => one.id - other.id)
  }

  it("stands alone, and is answered after stdin has ended", async () => {
    const [discovery, called] = await ask("2026-07-28", [
      ["server/discover", {}],
      ["tools/call", { name: "read", arguments: { name: "account.get" } }],
    ])
    expect(discovery.result).toMatchObject({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } })
    expect(called.result.content[0].text).toContain('"id":1')
  })

  it("is answered without the client's name and capabilities: then it has none", async () => {
    const [discovery] = await ask("2026-07-28", [["server/discover", {}]], {})
    expect(discovery.result).toMatchObject({ supportedVersions: ["2026-07-28"] })
  })

  const sms = { channel: "sms", to: "+14155550100", body: "Hi" }
  const sentTo = () => service.world.messages.list().filter(({ to }) => to === sms.to).length
  const replyWith = (action: unknown, requestState: string) => ({ inputResponses: { agree: { action } }, requestState })

  /** A session without a hold, whose client can ask. */
  function askingSession() {
    const stdin = new PassThrough()
    const session = home.start(["mcp", "--no-hold"], { io: { stdin } })
    return {
      async call(input: object, more: object) {
        const from = session.stdout.text.length
        const _meta = {
          ...{ "io.modelcontextprotocol/protocolVersion": "2026-07-28", ...about },
          "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
        }
        const params = { name: "call", arguments: { name: "messages.send", input }, ...more, _meta }
        stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: from, method: "tools/call", params })}\n`)
        await session.stdout.until(new RegExp(`^[^]{${from}}.*\n$`))
        return JSON.parse(session.stdout.text.slice(from)).result
      },
      async end() {
        stdin.end()
        return (await session.ended).code
      },
    }
  }

  it("asks the user between two calls: a response counts once, for what was asked", async () => {
    const { call, end } = askingSession()
    const first = await call(sms, {})
    expect(first.resultType).toBe("input_required")
    expect(first.inputRequests.agree.params.message).toContain('"to":"+14155550100"')
    const declined = await call(sms, replyWith("decline", first.requestState))
    expect([declined.isError, sentTo()]).toEqual([true, 0])
    // The response of a question is used up, and holds for nothing else.
    const again = await call(sms, replyWith("accept", first.requestState))
    const changed = await call({ ...sms, body: "Bye" }, replyWith("accept", again.requestState))
    const madeUp = await call(sms, replyWith("accept", "8c5a8a4e-3c1b-4b0e-9d3a-0c2f3f3b9c11"))
    expect([again, changed, madeUp].map(({ resultType }) => resultType)).toEqual(Array(3).fill("input_required"))
    expect(sentTo()).toBe(0)
    const acceptedCall = await call(sms, replyWith("accept", madeUp.requestState))
    expect([acceptedCall.isError, sentTo()]).toEqual([undefined, 1])
    expect(await end()).toBe(0)
  })

  it("is asked about anew where the response came after five minutes", async () => {
    const { call, end } = askingSession()
    const before = sentTo()
    const first = await call(sms, {})
    const passed = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 300_000)
    const late = await call(sms, replyWith("accept", first.requestState))
    passed.mockRestore()
    expect([late.resultType, sentTo()]).toEqual(["input_required", before])
    expect(await end()).toBe(0)
  })

  it("is refused in one line where its parameters are wrong, or its revision is not known", async () => {
    const [called] = await ask("2026-07-28", [["tools/call", { name: "read", arguments: [] }]])
    expect(called.error).toMatchObject({ code: -32602, message: expect.stringMatching(/^params\.arguments: .{1,80}$/) })
    const [discovery] = await ask("2027-01-01", [["server/discover", {}]])
    expect(discovery.error).toMatchObject({ data: { supported: ["2026-07-28"] } })
  })
})
