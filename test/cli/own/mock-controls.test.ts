import { afterEach, describe, expect, it } from "vitest"
import * as z from "zod"
import { dashboardCalls } from "../../../cli/commands/mock/calls.spec.ts"
import type { CommandSpec } from "../../../cli/line/command/spec.ts"
import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import type { ControlSpec } from "../../../mock-server/control/control.ts"
import { controls } from "../../../mock-server/control/controls.ts"
import { commandGroups } from "../../../scripts/generate/cli/commands.ts"
import { homeWithService, rowsIn } from "./run.ts"

let place = homeWithService()
afterEach(async () => {
  await place.close()
  place = homeWithService()
})

const commands = commandGroups().find(({ name }) => name === "mock")?.commands ?? []
const commandOf = (name: string) => commands.find(({ control = [] }) => control.some(({ call }) => call === name))

/** Flags whose name differs from the field's. */
const flagNames: Readonly<Record<string, string>> = {
  "DELETE /checkpoints/{name} name": "remove",
  "DELETE /worlds/{id} id": "remove",
  "DELETE /faults/{id} id": "remove",
  "DELETE /outcomes/{id} id": "remove",
  "PUT /faults/profile name": "use",
  "POST /inbound attachments": "attach",
  "POST /inbound/eml eml_base64": "eml",
  "GET /messages/latest timeout": "within",
  "POST /senders verified": "unverified",
  "PUT /clock webhook_time": "sign-with",
  "POST /checkpoints name": "save",
  "POST /purchases/{id}/{move} id": "what",
  "POST /purchases/{id}/{move} move": "outcome",
  "POST /checkouts/{purchase_id}/{move} purchase_id": "what",
  "POST /checkouts/{purchase_id}/{move} move": "outcome",
}
/** Calls whose fields are given as a whole: as a file, or as any filter of a list. */
const wholeCalls: readonly string[] = [
  "PUT /snapshot",
  "PUT /fixtures",
  "GET /messages/wait",
  "GET /requests/wait",
  "GET /deliveries/wait",
]

/** The fields of a schema, with all branches of a union. */
function fieldsOf(part: unknown): string[] {
  if (part instanceof z.ZodLazy) return fieldsOf(part.unwrap())
  if (part instanceof z.ZodUnion) return part.options.flatMap(fieldsOf)
  return part instanceof z.ZodObject ? Object.keys(part.shape) : []
}

/** The fields of a call that its command does not cover. */
function uncovered(spec: Pick<ControlSpec, "method" | "path" | "params" | "query" | "body">, command: CommandSpec) {
  const call = `${spec.method} ${spec.path}`
  if (wholeCalls.includes(call)) return []
  const known = [...command.positionals, ...command.flags].map(({ name }) => name)
  return [spec.params, spec.query, spec.body]
    .flatMap(fieldsOf)
    .filter((field) => !known.includes(flagNames[`${call} ${field}`] ?? kebabCase(field)))
}

describe("the commands of the control API", () => {
  it.each(
    controls
      .map(({ spec }) => [`${spec.method} ${spec.path}`, spec] as const)
      .filter(([call]) => !dashboardCalls.some((one) => one === call)),
  )("make the call %s, with all its fields", (call, spec) => {
    const command = commandOf(call)
    expect(command?.words).toEqual(["mock", expect.any(String)])
    expect(command && uncovered(spec, command)).toEqual([])
  })

  it("are reported if a call has another field", () => {
    const [spec] = controls.map((control) => control.spec).filter(({ path }) => path === "/contacts")
    const command = commandOf("POST /contacts")
    const body = z.strictObject({ count: z.int(), colour: z.string() })
    expect(spec && command && uncovered({ ...spec, body }, command)).toEqual(["colour"])
  })

  it("describe every argument and flag", () => {
    const direct = commands.filter(({ control }) => control)
    expect(direct.length).toBeGreaterThan(5)
    const silent = direct.flatMap(({ words, positionals, flags }) =>
      [...positionals, ...flags].filter(({ description }) => !description).map(({ name }) => `${words[1]} ${name}`),
    )
    expect(silent).toEqual([])
  })

  it("apply a recipient's event to a message, and show it", async () => {
    const mail = ["--to", "ada@example.test", "--subject", "Hi", "--body", "Hello"]
    await place.run(["messages", "send", "--channel", "email", ...mail])
    const event = ["mock", "event", "1", "bounced", "--bounce-type", "soft", "--bounce-subtype", "mailbox_full"]
    expect((await place.run(event)).code).toBe(0)
    const { json } = await place.run(["mock", "messages", "1"])
    expect(JSON.stringify(json.timeline)).toContain("mailbox_full")
    expect((await place.run(["mock", "messages", "--to", "*@example.test"])).json).toMatchObject([{ id: 1 }])
    expect((await place.run(["mock", "messages", "--to", "*@other.test"])).json).toEqual([])
  })

  it("print only the code or the link of the newest message", async () => {
    const html = '<p>Your code is 482913</p><a href="https://shop.test/verify?t=1">Verify</a>'
    const mail = ["--to", "ada@example.test", "--subject", "Sign in", "--html", html]
    await place.run(["messages", "send", "--channel", "email", ...mail])
    const latest = ["mock", "messages", "--latest", "--to", "ada@example.test"]
    expect((await place.run(latest)).json).toMatchObject({ id: 1, codes: [{ code: "482913" }] })
    expect((await place.run([...latest, "--code"])).out).toBe("482913\n")
    expect((await place.run([...latest, "--link", "*VERIFY*"])).out).toBe("https://shop.test/verify?t=1\n")
    expect((await place.run(["mock", "messages", "--code"])).json).toMatchObject([{ id: 1 }])
    const none = await place.run([...latest, "--link", "*reset*", "--within", "1ms"])
    expect([none.code, none.out, none.err]).toEqual([10, "", expect.stringContaining("shop.test/verify")])
  })

  it("show one row by its id, or the list, and say which flag is for which", async () => {
    const html = '<p>Your code is 482913</p><a href="https://shop.test/verify?t=1">Verify</a>'
    const mail = ["--to", "ada@example.test", "--subject", "Sign in", "--html", html]
    await place.run(["messages", "send", "--channel", "email", ...mail])
    expect((await place.run(["mock", "messages", "1"])).json).toMatchObject({ id: 1, timeline: expect.any(Array) })
    expect((await place.run(["mock", "messages", "1", "--code"])).out).toBe("482913\n")
    expect((await place.run(["mock", "messages", "1", "--why"])).json[0]).toMatchObject({ rule: expect.any(String) })
    const none = await place.run(["mock", "messages", "1", "--link", "*reset*"])
    expect([none.code, none.out]).toEqual([10, ""])
    expect((await place.run(["mock", "messages", "9"])).code).toBe(4)
    expect((await place.run(["mock", "requests", "1"])).json).toMatchObject({ id: 1, path: "/v1/my/messages" })
    expect((await place.run(["mock", "requests", "1", "--code"])).json.curl).toContain("curl")
    const [timer] = (await place.run(["mock", "timers"])).json
    expect((await place.run(["mock", "timers", String(timer.id)])).json).toEqual(timer)
    expect((await place.run(["mock", "timers", "99999"])).code).toBe(4)
    const postponed = await place.run(["mock", "timers", String(timer.id), "postpone", "--by", "1d"])
    expect(Date.parse(postponed.json.due_at) - Date.parse(timer.due_at)).toBe(86_400_000)
    for (const [words, problem] of [
      [["messages", "--why"], "--why needs an <id>"],
      [["messages", "1", "--to", "a@b.test"], "--to is for the list: leave out <id>"],
      [["requests", "1", "--clear"], "--clear is for the list: leave out <id>"],
      [["requests", "--code"], "--code needs an <id>"],
      [["timers", "1", "--limit", "2"], "--limit is for the list: leave out <id>"],
      [["webhooks"], "give exactly one of <id>, --allow-local"],
      [["webhooks", "1", "--grace", "1h"], "--grace needs --rotate"],
    ] as const) {
      const { code, err } = await place.run(["mock", ...words])
      expect([code, err]).toEqual([2, expect.stringContaining(problem)])
    }
    expect((await place.run(["mock", "requests"])).json.length).toBeGreaterThan(0)
  })

  it("move records through their states", async () => {
    expect((await place.run(["mock", "grants", "1", "consent"])).code).toBe(0)
    const client = await place.run(["mock", "managed-accounts", "1", "pay"])
    expect([client.code, client.json.status]).toEqual([0, "active"])
    expect((await place.run(["mock", "managed-accounts", "1", "teleport"])).code).toBe(6)
    expect((await place.run(["mock", "flows", "9", "start"])).code).toBe(4)
  })

  it("create a credential that works, and revoke it", async () => {
    const { json } = await place.run(["mock", "credentials", "--kind", "jwt", "--user-id", "2"])
    const env = { MAS_API_KEY: json.token }
    expect((await place.run(["user", "get"], { env })).json.email).toBe("admin@acme.test")
    expect((await place.run(["mock", "revoke", "-"], { stdin: json.token })).code).toBe(0)
    expect((await place.run(["user", "get"], { env })).code).toBe(3)
  })

  it.each([
    ["checkpoints --save ..", "--save cannot be . or .."],
    ["rewind ..", "name cannot be . or .."],
    ["checkpoints --remove .", "--remove cannot be . or .."],
    ["checkpoints --remove=", "--remove cannot be empty"],
    ["worlds --remove=", "--remove cannot be empty"],
  ])("refuse a name that cannot be in a path: mas mock %s", async (words, problem) => {
    const { code, err } = await place.run(["mock", ...words.split(" ")])
    expect([code, JSON.parse(err).error.message]).toEqual([6, expect.stringContaining(problem)])
    expect((await place.run(["mock", "revoke", ""])).err).toContain("token cannot be empty")
  })

  it("fill a brand with contacts", async () => {
    expect((await place.run(["mock", "fill", "25", "--prefix", "load"])).json).toEqual({ added: 25, total: 28 })
  })

  it("pay by number or by the purchase's address, and report what cannot be paid", async () => {
    const key = ["--idempotency-key", "k", "--yes"]
    const bought = await place.run(["funding-purchases", "create", "--amount-cents", "5000", ...key])
    const checkout = await place.run(["subscription", "checkout", "--plan-id", "2", ...key])
    expect((await place.run(["mock", "pay", checkout.json.checkout_url])).json.status).toBe("active")
    expect((await place.run(["mock", "pay", "1"])).json.purchase.status).toBe("credited")
    expect((await place.run(["mock", "pay", bought.json.purchase.checkout_url])).code).toBe(5)
    expect((await place.run(["mock", "pay", "7"])).code).toBe(4)
    expect((await place.run(["mock", "pay"])).code).toBe(4)
    const more = await place.run(["subscription", "checkout", "--plan-id", "3", "--idempotency-key", "l", "--yes"])
    expect((await place.run(["mock", "pay"])).json.purchase_id).toBe(more.json.purchase_id)
    expect((await place.run(["mock", "pay", "https://pay.example.test/"])).code).toBe(2)
  })

  it("create a world with its own clock and fixtures, and advance no further than --until", async () => {
    const words = [
      "mock",
      "worlds",
      "--create",
      "--clock",
      "frozen",
      "--now",
      "2030-01-01T00:00:00Z",
      "--fixtures",
      "-",
    ]
    const { json } = await place.run(words, { stdin: "accounts: { main: { name: Other } }" })
    const there = ["--base-url", json.base_url, "--api-key", json.api_key]
    expect((await place.run(["account", "get", ...there])).json.name).toBe("Other")
    expect((await place.run(["mock", "clock", ...there])).json.now).toBe("2030-01-01T00:00:00.000Z")
    const { json: moved } = await place.run(["mock", "advance", "--next", "--until", "2026-03-01T12:00:01Z"])
    expect(moved.fired).toBe(0)
  })
})

describe("a followed list", () => {
  it("prints existing rows, then NDJSON for each new one, until Ctrl-C", async () => {
    await place.run(["account", "get"])
    for (const group of ["lists", "contacts"]) await place.run([group, "list"])
    const running = place.home.start(["mock", "requests", "--follow", "--path", "/v1/my/*s"])
    await running.stdout.until(/my\/contacts/)
    await place.run(["account", "get"])
    await place.run(["segments", "list"])
    await running.stdout.until(/my\/segments/)
    running.interrupt()
    const { code, out } = await running.ended
    expect(code).toBe(130)
    const paths = rowsIn(out).map((row) => row.path)
    expect(paths).toEqual(["/v1/my/lists", "/v1/my/contacts", "/v1/my/segments"])
  })

  it("continues after a reset of the world", async () => {
    for (const _ of [1, 2, 3]) await place.run(["lists", "list"])
    const running = place.home.start(["mock", "requests", "-f", "-o", "ndjson"])
    await running.stdout.until(/"id":3/)
    await place.run(["mock", "reset"])
    await place.run(["account", "get"])
    await running.stdout.until(/my\/account/)
    running.interrupt()
    await running.ended
  })

  it.each(["messages", "deliveries"])("can be the %s", async (list) => {
    const running = place.home.start(["mock", list, "--follow"])
    running.interrupt()
    expect(await running.ended).toMatchObject({ code: 130, out: "" })
  })
})
