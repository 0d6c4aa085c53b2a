import { setTimeout as pause } from "node:timers/promises"
import { afterAll, describe, expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
// Loaded in advance: a call that is not awaited would load it while this file ends, and break the files after it.
import "../../../sdk/client/client.ts"
import { Home, rowsIn } from "./run.ts"

const service = createMockService({ clock: "frozen", now: "2026-03-01T12:00:00.000Z" })
const home = new Home({ MAS_BASE_URL: service.url, MAS_API_KEY: service.apiKey }, async (url, init) => {
  await pause(100)
  return service.fetch(url, init)
})
afterAll(async () => {
  home.remove()
  await service.close()
})

const clientInfo = { name: "test", version: "1" }
const initialize = {
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
}
const call = (id: number, params: unknown) => ({ id, method: "tools/call", params })
const textOf = (lines: readonly unknown[]) =>
  lines
    .map((line) => (typeof line === "string" ? line : JSON.stringify({ jsonrpc: "2.0", ...Object(line) })))
    .join("\n")

/** Returns a session's responses to these lines, by id; stdin ends after them. */
async function ask(lines: readonly unknown[], args: readonly string[] = []) {
  const { code, out } = await home.run(["mcp", ...args], { stdin: textOf([initialize, ...lines]) })
  expect(code).toBe(0)
  return new Map(rowsIn(out).map((row) => [row.id, row]))
}
const resultIn = (response: { result: { content: { text: string }[] } }) =>
  JSON.parse(response.result.content[0]?.text ?? "")

/** The result of a tool call. */
const resultOf = async (name: string, toolInput: object, args?: readonly string[]) =>
  resultIn((await ask([call(1, { name, arguments: toolInput })], args)).get(1))

describe("requests pending when stdin ends", () => {
  it("are answered, even without a final line end", async () => {
    const responses = await ask([
      call(1, { name: "call", arguments: { name: "contacts.list" } }),
      call(2, { name: "call", arguments: { name: "contacts.create", input: { email: "last@example.test" } } }),
    ])
    expect(resultIn(responses.get(1)).page).toBe(1)
    expect(resultIn(responses.get(2)).result.email).toBe("last@example.test")
  })

  it("are dropped if they were cancelled, or if the session is interrupted", async () => {
    const waiting = call(1, {
      name: "mock",
      arguments: { name: "mock.wait", input: { for: "messages", within: "60s" } },
    })
    const cancelled = { method: "notifications/cancelled", params: { requestId: 1 } }
    expect([...(await ask([waiting, cancelled])).keys()]).toEqual([0])
    const running = home.start(["mcp"], { stdin: textOf([initialize, waiting]) })
    await running.stdout.until(/"id":0/)
    running.interrupt()
    expect((await running.ended).code).toBe(0)
  })
})

describe("the protocol version", () => {
  it.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2024-11-05"],
    ["2024-11-05", "2024-11-05"],
    ["2024-10-07", "2025-11-25"],
    ["2999-01-01", "2025-11-25"],
    ["none", "2025-11-25"],
  ])("is a fully supported one: asked for %s, it is %s", async (protocolVersion, agreed) => {
    const request = { ...initialize, params: { ...initialize.params, protocolVersion } }
    const { out } = await home.run(["mcp"], { stdin: textOf([request]) })
    expect(rowsIn(out)[0].result.protocolVersion).toBe(agreed)
  })

  it("has no batches: a batch is refused, and the session continues", async () => {
    const batch = JSON.stringify([1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "ping" })))
    const responses = await ask([batch, { id: 3, method: "ping" }])
    expect(responses.get(null).error).toEqual({
      code: -32600,
      message: "Batches are not supported: send one message a line",
    })
    expect(new Set(responses.keys())).toEqual(new Set([0, null, 3]))
  })
})

describe("an invalid message", () => {
  it.each([
    ["a line that is not JSON", "{nothing", null, -32700],
    ["JSON that is not a message", { id: 7, method: 5 }, 7, -32600],
    ["a call without parameters", call(1, undefined), 1, -32602],
    ["a tool name that is not text", call(1, { name: 5 }), 1, -32602],
    ["arguments that are not an object", call(1, { name: "find", arguments: [] }), 1, -32602],
  ])("is refused, and the session continues: %s", async (_, line, id, code) => {
    const responses = await ask([line, "", call(2, { name: "find" })])
    expect([...responses.keys()].toSorted()).toEqual([0, id, 2].toSorted())
    expect(responses.get(id).error.code).toBe(code)
    expect(responses.get(id).error.message.length).toBeLessThan(80)
    expect(resultIn(responses.get(2)).names.contacts).toBe("list create")
  })
})

describe("a number that JSON.parse would change", () => {
  it("is refused before anything is sent, and the session continues", async () => {
    const input = { contact_id: 1, event: "bought", data: { order: "N" } }
    const requestLine = JSON.stringify({
      jsonrpc: "2.0",
      ...call(1, { name: "call", arguments: { name: "events.track", input } }),
    })
    const responses = await ask([requestLine.replace('"N"', "12345678901234567890"), call(2, { name: "find" })])
    expect(responses.get(1).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining("12345678901234567890"),
    })
    expect(responses.get(2).result).toBeDefined()
    expect(service.world.requests.list({ path: "/v1/my/events" })).toEqual([])
  })
})

describe("a wrong tool call", () => {
  it.each([
    [
      "a file that is null",
      { name: "imports.create", input: { resource: "contacts", file: null } },
      "file must be text",
    ],
    [
      "a file that is an object",
      { name: "imports.create", input: { resource: "contacts", file: {} } },
      "file must be text",
    ],
    ["fields that are not a list", { name: "contacts.list", fields: "email" }, "fields must be a list"],
    [
      "an unknown field",
      { name: "contacts.list", fields: ["id", "emial"] },
      "fields names emial, which the response does not have; did you mean email?",
    ],
    [
      "a misspelt nested field of a list",
      { name: "contacts.list", fields: ["channels.knd"] },
      "fields names channels.knd, which the response does not have; did you mean channels.kind?",
    ],
    [
      "the same after an index",
      { name: "contacts.list", fields: ["channels.0.valeu"] },
      "fields names channels.0.valeu, which the response does not have; did you mean channels.0.value?",
    ],
    [
      "a field without a similar name",
      { name: "campaigns.get", input: { id: 1 }, fields: ["zzzzzz"] },
      "fields names zzzzzz, which the response does not have; there are id, account_id,",
    ],
    [
      "a misspelt field of a nested record",
      { name: "campaigns.get", input: { id: 1 }, fields: ["name", "audience.tpye"] },
      "fields names audience.tpye, which the response does not have; did you mean audience.type?",
    ],
    [
      "a write with a field that its response lacks",
      { name: "contacts.create", input: { email: "a@b.test" }, fields: ["emails"] },
      "fields names emails, which the response does not have; did you mean email?",
    ],
  ])("sends nothing: %s", async (_, toolInput, message) => {
    const before = service.world.requests.list().length
    expect((await resultOf("call", toolInput)).error).toMatchObject({
      code: "validation_error",
      message: expect.stringContaining(message),
    })
    expect(service.world.requests.list()).toHaveLength(before)
  })

  it("is refused by its field when its data is nested too deeply", async () => {
    const input = { contact_id: 1, event: "bought", data: "N" }
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`
    const body = JSON.stringify({
      jsonrpc: "2.0",
      ...call(1, { name: "call", arguments: { name: "events.track", input } }),
    })
    const responses = await ask([body.replace('"N"', deep), call(2, { name: "find" })])
    const { error } = JSON.parse(responses.get(1).result.content[0].text)
    expect(error.message).toContain("input is nested deeper than 100 levels")
    expect(responses.get(2).result).toBeDefined()
  })

  it("is not one for fields at any depth, or in undescribed data", async () => {
    const fields = ["id", "channels", "channels.0.value", "channels.kind", "data.anything"]
    const { items } = await resultOf("call", { name: "contacts.list", input: { limit: 1 }, fields })
    expect(Object.keys(items[0])).toEqual(fields)
  })

  it.each([
    ["an unknown tool", "nosuch_tool", {}, 'there is no tool "nosuch_tool"'],
    ["a missing name", "call", {}, "name is missing"],
    ["an unknown argument", "call", { command: "a" }, "command is not a field; there are name, input, fields"],
    ["an unknown argument of find", "find", { words: "a" }, "words is not a field; there are query"],
    [
      "a misspelt field",
      "call",
      { name: "lists.create", input: { nmae: "A" } },
      "nmae is not a field; did you mean name?",
    ],
    [
      "fields of the mock server",
      "read",
      { name: "mock.clock", fields: ["now"] },
      "fields is for calls of the service",
    ],
    [
      "a mail with a field of other services",
      "call",
      { name: "messages.send", input: { cc: "a@b.test" } },
      "cc is not a field: ",
    ],
  ])("returns what is wrong: %s", async (_, tool, toolInput, message) => {
    const { error } = await resultOf(tool, toolInput)
    expect(error.message).toContain(message)
    expect(error.hint).toMatch(/describe/)
  })

  it("returns the source of an address that does not respond", { tags: "slow" }, async () => {
    const alone = new Home({ MAS_BASE_URL: "http://127.0.0.1:1", MAS_API_KEY: "k" })
    const { out } = await alone.run(["mcp"], {
      stdin: textOf([initialize, call(1, { name: "call", arguments: { name: "contacts.list" } })]),
    })
    alone.remove()
    expect(out).toContain("The address http://127.0.0.1:1 came from MAS_BASE_URL")
  })

  it("never returns an address with a password in it", async () => {
    const env = { MAS_BASE_URL: "http://ada:planted@127.0.0.1:9" }
    for (const [tool, toolInput] of [
      ["call", { name: "messages.send", input: { channel: "sms", to: "+14155550100", body: "Hi" } }],
      ["call", { name: "contacts.list" }],
      ["mock", { name: "mock.clock" }],
    ] as const) {
      const { out } = await home.run(["mcp"], {
        stdin: textOf([initialize, call(1, { name: tool, arguments: toolInput })]),
        env,
      })
      expect(out).toContain("cannot hold a user name")
      expect(out).not.toContain("planted")
    }
  })

  it("is refused with the reason if --read-only excludes it", async () => {
    for (const name of ["contacts.create", "contacts create", "mock.start"]) {
      const { error } = await resultOf("call", { name }, ["--read-only"])
      expect(error.message).toMatch(/^(contacts.create|mock.start) changes something, and this session only reads$/)
    }
  })
})
