import { afterEach, describe, expect, it } from "vitest"
import { homeWithService, rowsIn } from "./run.ts"

let place = homeWithService()
afterEach(async () => {
  await place.close()
  place = homeWithService()
})

/** What is asked of one session after another: a tool and what it is given, or a method of the protocol. */
type Asked = readonly [what: string, given?: object]
const sessions: Readonly<Record<string, { readonly args?: string; readonly asked: readonly Asked[] }>> = {
  "a session": {
    asked: [
      ["find", { query: "rewind checkpoint" }],
      ["find", { query: "qqq" }],
      ["find", { query: 5 }],
      ["find", { words: "a" }],
      ["describe", { name: "mock.advance" }],
      ["describe", { name: "mock stop" }],
      ["describe", { name: "lists.create" }],
      ["describe", { name: "lists.craete" }],
      ["describe", {}],
      ["call", { name: "lists.create", input: { name: "Made" } }],
      ["call", { name: "lists.create", input: '{"name":"As text"}' }],
      ["call", { name: "lists.create", input: { nmae: "x" } }],
      ["call", { name: "lists.create", input: { nothing: "x" } }],
      ["call", { name: "lists.create", input: [] }],
      ["call", { name: "lists.create", input: {}, fields: ["id"] }],
      ["call", { name: "lists.list", fields: ["id", "name"] }],
      ["call", { name: "lists.list", fields: '["name"]' }],
      ["call", { name: "lists.list", fields: ["nmae"] }],
      ["call", { name: "contacts.list", input: { limit: 1, page: 2 }, fields: ["email"] }],
      ["call", { name: "contacts.list", input: { limit: 0 } }],
      ["call", { name: "templates.get", input: { id: 9 } }],
      ["call", { name: "templates.get", input: {} }],
      ["call", { name: "affiliate.get" }],
      [
        "call",
        {
          name: "imports.create",
          input: { resource: "contacts", file: "email\nnew@example.test" },
          fields: ["id", "status"],
        },
      ],
      [
        "call",
        {
          name: "messages.send",
          input: { channel: "email", to: "a@b.test", subject: "S", body: "B" },
          idempotency_key: "k",
          fields: ["id"],
        },
      ],
      [
        "call",
        {
          name: "messages.send",
          input: { channel: "email", to: "a@b.test", subject: "T", body: "B" },
          idempotency_key: "k",
        },
      ],
      ["call", { name: "messages.send", input: { channel: "fax" }, idempotency_key: 5 }],
      ["call", { name: "webhooks.delete", input: { id: 1 } }],
      ["call", { name: "webhooks.delete", input: { id: 1 }, confirm_token: "nonsense" }],
      ["mock", { name: "mock.advance", input: { by: "2h" } }],
      ["mock", { name: "mock.advance", input: { by: "2h", to: "2030-01-01T00:00:00Z" } }],
      [
        "mock",
        { name: "mock.faults", input: { path: "/v1/my/lists", status: 503, retry_after: 7, headers: { a: "b" } } },
      ],
      ["mock", { name: "mock.faults", input: { path: "/v1/my/lists" } }],
      ["mock", { name: "mock.faults", input: { clear: true } }],
      ["mock", { name: "mock.faults", input: { nothing: true } }],
      [
        "mock",
        {
          name: "mock.inbound",
          input: { from: "a@b.test", to: "inbox@acme.test", subject: "@S", text: "T", auto_submitted: false },
        },
      ],
      ["mock", { name: "mock.event", input: { id: 1, type: "opened" } }],
      ["mock", { name: "mock.event", input: { id: 1 } }],
      ["mock", { name: "mock.rewind", input: { name: "--quiet" } }],
      ["mock", { name: "mock.nothing" }],
      ["mock", { name: "lists.list", fields: ["id"] }],
      ["nothing", {}],
    ],
  },
  "tools of their own": {
    args: "--tools lists.create,webhooks.delete",
    asked: [
      ["tools/list"],
      ["lists_create", { name: "Direct" }],
      ["lists_create", { nmae: "Direct" }],
      ["lists_create", { name: "Direct", idempotency_key: "k" }],
      ["webhooks_delete", { id: 1 }],
    ],
  },
  "reading alone": {
    args: "--read-only",
    asked: [
      ["tools/list"],
      ["describe", { name: "mock.faults" }],
      ["call", { name: "lists.create", input: { name: "No" } }],
      ["call", { name: "lists.list", fields: ["name"] }],
      ["mock", { name: "mock.clock" }],
      ["mock", { name: "mock.advance", input: { by: "2h" } }],
    ],
  },
}

const clientInfo = { name: "test", version: "1" }
const initialize = { method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } }

function shown({ result, error }: { result?: { content?: { text: string }[]; isError?: boolean }; error?: unknown }) {
  const text = result?.content?.[0]?.text
  if (text === undefined) return JSON.stringify(result ?? error, null, 1)
  return `${result?.isError ? "wrong: " : ""}${JSON.stringify(JSON.parse(text), null, 1)}`
}

describe("what an assistant is told", () => {
  it.each(Object.entries(sessions))("is what it was: %s", async (name, { args = "", asked }) => {
    const { run } = place
    await run(["webhooks", "create", "--url", "https://hooks.example.com/x", "--events", "email.sent"])
    const messages = [["initialize"] as Asked, ...asked].map(([what, given], id) => {
      const { method, params } =
        what === "initialize"
          ? initialize
          : given
            ? { method: "tools/call", params: { name: what, arguments: given } }
            : { method: what, params: {} }
      return JSON.stringify({ jsonrpc: "2.0", id, method, params })
    })
    // A session for each question keeps them in turn; what is made is in one world.
    const answers = []
    for (const message of messages.slice(1)) {
      const stdin = `${messages[0]}\n${message}\n`
      const { code, out, err } = await run(["mcp", ...args.split(" ").filter(Boolean)], { stdin })
      expect([code, err]).toEqual([0, ""])
      const [first, answer] = rowsIn(out)
      if (answers.length === 0) answers.push(JSON.stringify(first.result, null, 1))
      answers.push(
        `> ${asked[answers.length - 1]?.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(" ")}\n${shown(answer)}`,
      )
    }
    const text = `${answers.join("\n\n")}\n`
      .replaceAll(/"(confirm_token|version)": "[^"]+"/g, '"$1": "any"')
      .replaceAll(/\bmas-[\da-f]{8}-[\da-f-]{27}/g, "mas-any")
    await expect(text).toMatchFileSnapshot(`../golden/mcp-${name.replaceAll(" ", "-")}.txt`)
  })
})
