import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { afterAll, describe, expect, it } from "vitest"
import { homeWithService } from "./run.ts"

const masks: readonly (readonly [RegExp, string])[] = [
  [/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "a-uuid"],
  [/("(?:version|mas_version)": )"\d[^"]*"/g, '$1"any"'],
  [/(foreign_text_(?:begins": "|ends": "|ends ))[\da-f]{12}/g, "$1mark"],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:port"],
  [/("(?:duration_ms|pid)": )[\d.]+/g, "$1any"],
  [/("expires_at": ")[-\dT:.]+Z/g, "$1then"],
  [/("retry_at": "|Try again after )[-\dT:.]+Z/g, "$1then"],
]

const sandbox = homeWithService()
afterAll(() => sandbox.close())

/** A client's next message, or a function of the earlier results, latest first. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
type Step = object | string | ((...results: any[]) => object)

const initialize = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
}
const tool = (name: string, toolInput?: object) => ({ method: "tools/call", params: { name, arguments: toolInput } })
const call = (name: string, input?: object, more: object = {}) => tool("call", { name, input, ...more })
/** A call, and the same call again with its confirmation token. */
const agreed = (name: string, input: object, more: object = {}): Step[] => [
  call(name, input, more),
  ({ confirm_token }) => call(name, input, { ...more, confirm_token }),
]
const mock = (name: string, input?: object) => tool("mock", { name, input })

/** Runs a session of `mas mcp` in this process: each message waits for the previous response. */
async function conversation(args: readonly string[], steps: readonly Step[], env = {}): Promise<string> {
  const stdin = new Readable({ read() {} })
  const running = sandbox.home.start(["mcp", ...args], { io: { stdin }, env })
  const texts = [`$ mas mcp ${args.join(" ")}`]
  const results: object[] = []
  for (const [id, step] of [initialize, ...steps].entries()) {
    const message = typeof step === "function" ? step(...results) : step
    const line = typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", id, ...message })
    const from = running.stdout.text.length
    stdin.push(`${line}\n`)
    await running.stdout.until(new RegExp(`^[^]{${from}}.*\n$`))
    const { id: of, jsonrpc, ...response } = JSON.parse(running.stdout.text.slice(from))
    const text = response.result?.content?.[0]?.text
    const result = text === undefined ? response : JSON.parse(text)
    results.unshift(result)
    const mark = response.result?.isError ? "✘ " : of === id ? "" : `(${of}, ${jsonrpc}) `
    texts.push(
      `> ${typeof message === "string" ? message : JSON.stringify(message)}\n${mark}${JSON.stringify(result, null, 2)}`,
    )
  }
  stdin.push(null)
  const { code, err } = await running.ended
  const text = [...texts, `ends with ${code}${err && `\n${err}`}`].join("\n\n")
  return `${masks.reduce((masked, [what, by]) => masked.replaceAll(what, by), text)}\n`
}

const buy = { amount_cents: 5_000 }
const mailed = { conversation_id: 2, conversation_message_id: 2 }
const mail = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hello" }

const conversations: Readonly<Record<string, readonly [args: readonly string[], steps: readonly Step[]]>> = {
  "finding and describing": [
    [],
    [
      { method: "ping" },
      { method: "resources/list" },
      { method: "tools/list" },
      tool("find", { query: "MOCK rewinds" }),
      tool("find", { query: "transactional sms" }),
      tool("find", { query: "checkpoints" }),
      tool("find", { query: "zebra" }),
      tool("describe", { name: "mas webhooks delete" }),
      tool("describe", { name: "imports_create" }),
      tool("describe", { name: "managed-accounts get" }),
      tool("describe", { name: "messages.list" }),
      tool("describe", { name: "mock.requests" }),
      tool("describe", { name: "lists.crate" }),
      tool("describe", { name: "zebra" }),
      tool("describe", { name: "mock.snapshot" }),
      tool("describe", { name: "mock.restore" }),
      tool("describe"),
      tool("describe", { name: 5 }),
    ],
  ],
  "calling without a hold": [
    ["--no-hold"],
    [
      call("messages.send", mail, { idempotency_key: "mine" }),
      call("messages.send", mail, { idempotency_key: "mine" }),
      call("messages.send", { ...mail, body: "Other" }, { idempotency_key: "mine" }),
    ],
  ],
  calling: [
    [],
    [
      call("lists.create", { name: "Made" }),
      call("lists.list", { limit: 1 }, { fields: ["id", "name"] }),
      call("lists.list", { limit: 1, page: 2 }, { fields: '["name"]' }),
      tool("call", { name: "funding.get", input: null, fields: null }),
      tool("call", { name: "account.reach", input: '{"audience": 5000}' }),
      tool("read", { name: "lists.list", input: { limit: 1, page: 9 } }),
      call("account.get", { colour: "red" }),
      call("templates.get", { colour: "red" }),
      call("templates.get", { id: 999 }),
      call("contacts.create", { email: "ada" }),
      tool("call", { name: "lists.list", input: "[1]" }),
      tool("call", { name: "lists.list", input: "{" }),
      tool("call", { name: "lists.list", fields: "[1" }),
      tool("call", { name: "lists.list", confirm_token: 5 }),
      tool("call", { name: "mock.clock", input: {} }),
      call("imports.create", { resource: "contacts", file: "email\nada@example.test\n" }),
      call("imports.create", { resource: "contacts" }),
      call("messages.send", mail),
      call("messages.send", mail, { confirm_token: "none" }),
      call("affiliate.get"),
      tool("nothing"),
      tool("call", { name: "lists.list", colour: "red" }),
      "{nothing",
      '{"jsonrpc":"2.0","id":"a","method":5}',
      '{"jsonrpc":"1.0","id":{},"method":"ping"}',
      tool("find", []),
      { method: "tools/call", params: { arguments: [] } },
      call("lists.create", { name: 12345678901234567890n.toString() }),
    ],
  ],
  agreeing: [
    [],
    [
      call("fundingPurchases.create", buy),
      ({ confirm_token }) => call("fundingPurchases.create", buy, { confirm_token }),
      (_, { confirm_token }) => call("fundingPurchases.create", buy, { confirm_token }),
      call("fundingPurchases.create", buy, { idempotency_key: "mine" }),
      ({ confirm_token }) => call("fundingPurchases.create", buy, { confirm_token, idempotency_key: "other" }),
      call("fundingPurchases.create", buy, { confirm_token: "none" }),
      call("fundingPurchases.create", {}, { idempotency_key: 5 }),
      ...agreed("webhooks.create", { url: "https://hooks.example.com/a", events: ["email.sent"] }),
      call("webhooks.test", { id: 1 }, { idempotency_key: "mine" }),
      ...agreed("webhooks.delete", { id: 1 }),
    ],
  ],
  "the mock server": [
    ["--no-hold", "--max-retries", "0"],
    [
      mock("mock.clock"),
      mock("mock.faults", { path: "/v1/my/lists", status: 503, times: 9 }),
      call("lists.list"),
      call("lists.create", { name: "Not made" }),
      mock("mock.faults", { clear: true }),
      mock("mock.faults", { path: "/v1/my/messages", drop: "after", times: 9 }),
      call("lists.list"),
      call("lists.create", { name: "In doubt" }),
      call("messages.send", mail, { idempotency_key: "mine" }),
      mock("mock.faults", { clear: true }),
      mock("mock.faults", { clear: "false", remove: 1 }),
      mock("mock.outcomes", { bot: false, to: "ada@example.test", outcome: "bounced" }),
      mock("mock.redeliver", { id: 99 }),
      mock("mock.pay", { what: "--all" }),
      mock("mock.fill", { count: 2, prefix: "@x" }),
      mock("mock.wait", { for: "messages", within: "1ms", where: { to: "nobody@example.test" } }),
      mock("mock.clock", { base_url: "http://example.test" }),
      mock("mock.reset"),
      mock("mock.start", { port: 0, frozen: true }),
      mock("mock.start", { port: "none" }),
      mock("mock.start", { port: 0, host: "192.0.2.1" }),
      mock("mock.stop"),
      mock("mock.stop", { all: true }),
    ],
  ],
  "files and agreeing elsewhere": [
    ["--base-url", "PLACE", "--profile", "mock"],
    [
      call("attachments.download", { ...mailed, id: 3 }),
      call("attachments.download", { ...mailed, id: 4 }),
      call("attachments.download", { ...mailed, id: 5 }),
      call("memberships.remove", { id: 2 }),
    ],
  ],
}

describe("a conversation with an assistant", () => {
  it.each(Object.entries(conversations))("matches the golden file: %s", async (name, [args, steps]) => {
    sandbox.service.world.reset()
    const files = { "a.txt": "hello", "b.png": new Uint8Array([137, 80]), "c.csv": "x".repeat(1024 * 1024 + 1) }
    for (const [file, content] of Object.entries(files)) writeFileSync(join(sandbox.home.folder, file), content)
    const attached = Object.keys(files).flatMap((file) => ["--attach", file])
    const inbound = ["--from", "ada@b.test", "--to", "inbox@acme.test", "--subject", "Hi", ...attached]
    expect((await sandbox.run(["mock", "inbound", ...inbound])).code).toBe(0)
    const words = args.map((word) => (word === "PLACE" ? sandbox.service.url : word))
    await expect(await conversation(words, steps)).toMatchFileSnapshot(`../golden/mcp-${name.replaceAll(" ", "-")}.txt`)
  })
})
