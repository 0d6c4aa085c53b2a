import { afterEach, describe, expect, it } from "vitest"
import * as z from "zod"
import type { CommandSpec } from "../../../cli/line/command/spec.ts"
import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import type { ControlSpec } from "../../../mock-server/control/control.ts"
import { controls } from "../../../mock-server/control/controls.ts"
import { commandGroups } from "../../../scripts/generate/cli/commands.ts"
import { homeWithService } from "../own/run.ts"

let sandbox = homeWithService()
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService()
})

const commands = commandGroups().find(({ name }) => name === "mock")?.commands ?? []
const commandOf = (name: string) => commands.find(({ control = [] }) => control.some(({ call }) => call === name))

/** Calls that only the dashboard needs. Every other call belongs to a command. */
const dashboardCalls: readonly string[] = [
  "GET /rows/{kind}",
  "GET /errors",
  "GET /history",
  "GET /explanations/{kind}/{id}",
  "GET /audiences/{kind}/{id}",
  "GET /tables",
  "GET /tables/{name}",
  "GET /notice",
]

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
  const inputNames = [...command.positionals, ...command.flags].map(({ name }) => name)
  return [spec.params, spec.query, spec.body]
    .flatMap(fieldsOf)
    .filter((field) => !inputNames.includes(flagNames[`${call} ${field}`] ?? kebabCase(field)))
}

describe("the commands of the control API", () => {
  it.each(
    controls
      .map(({ spec }) => [`${spec.method} ${spec.path}`, spec] as const)
      .filter(([call]) => !dashboardCalls.includes(call)),
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

  it("move records through their states", async () => {
    expect((await sandbox.run(["mock", "grants", "1", "consent"])).code).toBe(0)
    const client = await sandbox.run(["mock", "managed-accounts", "1", "pay"])
    expect([client.code, client.json.status]).toEqual([0, "active"])
    expect((await sandbox.run(["mock", "managed-accounts", "1", "teleport"])).code).toBe(6)
    expect((await sandbox.run(["mock", "flows", "9", "start"])).code).toBe(4)
  })

  it("create a credential that works, and revoke it", async () => {
    const { json } = await sandbox.run(["mock", "credentials", "--kind", "jwt", "--user-id", "2"])
    const env = { MAS_API_KEY: json.token }
    expect((await sandbox.run(["user", "get"], { env })).json.email).toBe("admin@acme.test")
    expect((await sandbox.run(["mock", "revoke", "-"], { stdin: json.token })).code).toBe(0)
    expect((await sandbox.run(["user", "get"], { env })).code).toBe(3)
  })

  it.each([
    ["checkpoints --save ..", "--save cannot be . or .."],
    ["rewind ..", "name cannot be . or .."],
    ["checkpoints --remove .", "--remove cannot be . or .."],
    ["checkpoints --remove=", "--remove cannot be empty"],
    ["worlds --remove=", "--remove cannot be empty"],
  ])("refuse a name that cannot be in a path: mas mock %s", async (words, problem) => {
    const { code, err } = await sandbox.run(["mock", ...words.split(" ")])
    expect([code, JSON.parse(err).error.message]).toEqual([6, expect.stringContaining(problem)])
    expect((await sandbox.run(["mock", "revoke", ""])).err).toContain("token cannot be empty")
  })

  it("fill a brand with contacts", async () => {
    expect((await sandbox.run(["mock", "fill", "25", "--prefix", "load"])).json).toEqual({ added: 25, total: 28 })
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
    const { json } = await sandbox.run(words, { stdin: "accounts: { main: { name: Other } }" })
    const there = ["--base-url", json.base_url, "--api-key", json.api_key]
    expect((await sandbox.run(["account", "get", ...there])).json.name).toBe("Other")
    expect((await sandbox.run(["mock", "clock", ...there])).json.now).toBe("2030-01-01T00:00:00.000Z")
    const { json: moved } = await sandbox.run(["mock", "advance", "--next", "--until", "2026-03-01T12:00:01Z"])
    expect(moved.fired).toBe(0)
  })
})
