import { afterAll, describe, expect, it } from "vitest"
import { safetyOf } from "../../cli/line/schema/safety.ts"
import { exitCodeMeanings } from "../../cli/terminal/errors/exit-codes.ts"
import { version } from "../../sdk/base/version.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { LocalMcpSession } from "./own/local-mcp-session.ts"
import { homeWithService } from "./own/run.ts"
import { checkerOf } from "./schema-tree.ts"
import { tables } from "./tables.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())

const schemaOf = async (...words: string[]) => (await sandbox.run(["schema", ...words])).json
const tree = await schemaOf()
const commands = tables.names().flatMap((name) => tables.group(name)?.commands ?? [])
const checker = checkerOf(tree)

describe("mas schema", () => {
  it("prints the whole tree with a version: every command once, in the order of help", () => {
    expect([tree.schema_version, tree.version]).toEqual([1, version])
    expect(tree.commands.map(({ name }: { name: string }) => name)).toEqual(commands.map(({ name }) => name))
    expect(tree.global_flags.map(({ name }: { name: string }) => name)).toContain("--profile")
    expect(Object.keys(tree.exit_codes)).toEqual(Object.keys(exitCodeMeanings))
  })

  it.each(commands.map((command) => [command.words.join(" "), command] as const))(
    "describes %s completely",
    (words, command) => {
      const entry = tree.commands.find(({ name }: { name: string }) => name === command.name)
      expect(entry).toMatchObject({ command: `mas ${words}`, summary: command.summary, safety: safetyOf(command) })
      expect(entry.examples.length).toBeGreaterThan(0)
      expect(entry.exit_codes).toEqual(expect.arrayContaining([0, 1, 2, 6, 130]))
      expect(Object.keys(entry.output).length).toBeGreaterThan(0)
      for (const schema of [entry.input, entry.output]) expect(() => checker(schema)).not.toThrow()
      for (const { schema } of [...entry.flags, ...entry.arguments]) expect(() => checker(schema)).not.toThrow()
    },
  )

  it("lists the aliases of each flag, and no others", () => {
    const aliasesOf = (
      all: readonly { name: string; flags: readonly { name: string; aliases?: readonly string[] }[] }[],
    ) => all.map(({ name, flags }) => [name, flags.map((flag) => [flag.name, flag.aliases])])
    const dashed = (name: string) => `--${name}`
    const declared = commands.map(({ name, flags }) => ({
      name,
      flags: flags.map((flag) => ({
        name: dashed(flag.name),
        ...(flag.aliases && { aliases: flag.aliases.map(dashed) }),
      })),
    }))
    expect(aliasesOf(tree.commands)).toEqual(aliasesOf(declared))
    const { flags } = tree.commands.find(({ name }: { name: string }) => name === "mock.event")
    expect(flags).toContainEqual(expect.objectContaining({ name: "--bounce-subtype", aliases: ["--subtype"] }))
  })

  it.each([
    [5, "mock pay"],
    [5, "mock flows"],
    [5, "mock campaigns"],
    [5, "mock managed-accounts"],
    [8, "mock start"],
    [3, "auth token"],
    [3, "webhooks resend"],
    [4, "webhooks resend"],
    [8, "webhooks resend"],
  ])("names the exit code %i of mas %s", (code, words) => {
    const entry = tree.commands.find(({ command }: { command: string }) => command === `mas ${words}`)
    expect(entry.exit_codes).toContain(code)
  })

  it("prints a group, a command, and a name of the contract, with only the models that they refer to", async () => {
    const group = await schemaOf("contacts")
    expect(group.commands.map(({ command }: { command: string }) => command)).toEqual([
      "mas contacts list",
      "mas contacts create",
      "mas contacts import",
      "mas contacts export",
    ])
    const one = await schemaOf("contacts", "create")
    expect(Object.keys(one.$defs)).toEqual(["Contact", "JsonObject", "ContactChannel"])
    expect(await schemaOf("contacts.create")).toEqual(one)
    expect((await schemaOf("fundingPurchases.create")).commands[0].safety).toBe("paid")
    expect((await schemaOf("webhooks", "delete")).commands[0].safety).toBe("irreversible")
    expect((await schemaOf("mock", "requests")).commands[0].safety).toBe("write")
    expect((await schemaOf("mock", "messages")).commands[0].safety).toBe("read")
    expect((await schemaOf("mock", "fill")).commands[0].safety).toBe("write")
  })

  it.each([
    [["--agent"], {}],
    [[], { MAS_AGENT: "1" }],
  ])("prints a command in short form for agents, like the tool describe: %j %j", async (flags, env) => {
    const { out } = await sandbox.run(["schema", "messages", "send", ...flags], { env })
    const { commands, next } = JSON.parse(out)
    const session = await LocalMcpSession.open(sandbox.home)
    const { data } = await session.tool("describe", { name: "messages.send" })
    await session.close()
    const { name, input, $defs, example, credentials, gives, safety } = commands[0]
    expect(data).toMatchObject({ name, input, $defs, example, credentials, gives, safety })
    expect(commands[0]).toMatchObject({
      command: "mas messages send",
      other_flags: ["--input", "--idempotency-key", "--strict"],
    })
    expect(next).toContain("--no-agent")
    expect(out.length / 4).toBeLessThan(800)
  })

  it("prints everything for agents that ask for it", async () => {
    const { json } = await sandbox.run(["schema", "contacts", "create", "--no-agent"], { env: { MAS_AGENT: "1" } })
    expect(json).toEqual(await schemaOf("contacts", "create"))
  })

  it("prints JSON on a terminal too, and refuses an unknown command", async () => {
    const { out } = await sandbox.run(["schema", "contacts"], { terminal: true })
    expect(JSON.parse(out).commands).toHaveLength(4)
    const wrong = await sandbox.run(["schema", "contacts", "lst"])
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("contacts list")])
  })

  it.each(listEndpoints(contract).map(({ name, spec }) => [name, spec.example ?? {}] as const))(
    "has an input that accepts the example of %s, and refuses an unknown field",
    (name, { params, query, body }) => {
      const entry = tree.commands.find((one: { name: string }) => one.name === name)
      const check = checker(entry.input)
      const input = { ...params, ...query, ...(typeof body === "object" ? body : {}) }
      expect([check(input), check.errors]).toEqual([true, null])
      expect(check({ ...input, planted: 1 })).toBe(false)
    },
  )
})
