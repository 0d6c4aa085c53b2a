import { parse } from "csv-parse/sync"
import { afterAll, describe, expect, it } from "vitest"
import type { CommandSpec } from "../../cli/line/command/spec.ts"
import { homeWithService } from "./own/run.ts"
import { endpointCommands, runExample } from "./run-example.ts"
import { checkerOf } from "./schema-tree.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())
const { json: tree } = await sandbox.run(["schema"])
const checker = checkerOf(tree)

const cases = endpointCommands.map((command, at) => [command.words.join(" "), command, at] as const)
/** Terminals without colours: each command is tried in one of them. */
const plainPlaces = [{ NO_COLOR: "1" }, { TERM: "dumb" }]
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const escapes = /[\x1b\x9b]/

/** A download prints its path: masks the folder, which differs in each run. */
const maskFolder = (text: string) => text.replaceAll(/mas-cli-\w{6}/g, "mas-cli-home")

/** What the examples say on stderr. The mail of the example has no text part. */
const notes: Readonly<Record<string, string>> = {
  "messages.send": "no-text",
  "auth.signup": "Saved in",
  "auth.login": "Saved in",
  "auth.logout": "has ended",
}

const outputOf = (command: CommandSpec): object =>
  tree.commands.find(({ name }: { name: string }) => name === command.name).output

describe.each(cases)("mas %s", (_, command, at) => {
  const isList = command.endpoint?.paginated !== undefined
  let piped: ReturnType<typeof runExample> | undefined
  /** The output in a pipe without extra flags; several tests share it. */
  const runPiped = () => {
    piped ??= runExample(command)
    return piped
  }

  it("prints JSON in a pipe that matches its schema: an array for a list, else one value", async () => {
    const { code, out, err, json } = await runPiped()
    const note = notes[command.name]
    expect([code, err]).toEqual([0, note === undefined ? "" : expect.stringContaining(note)])
    expect(Array.isArray(json)).toBe(isList)
    expect(out).not.toMatch(escapes)
    const check = checker(outputOf(command))
    if (!command.endpoint?.download) expect([check(json), check.errors]).toEqual([true, null])
  })

  it("prints the same data as NDJSON", async () => {
    const json = JSON.parse(maskFolder((await runPiped()).out))
    const { out } = await runExample(command, { flags: ["-o", "ndjson"] })
    const lines = maskFolder(out)
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    // Ids come from the seed of each fresh world, so they are equal too.
    expect(lines).toEqual(isList ? json : [json])
  })

  it("prints CSV with a header and rows of equal length", async () => {
    const { code, out } = await runExample(command, { flags: ["--output", "csv"] })
    expect(code).toBe(0)
    const rows: string[][] = parse(out)
    expect(new Set(rows.map(({ length }) => length)).size).toBeLessThanOrEqual(1)
    const fields = command.endpoint?.fields ?? []
    if (rows[0] && fields.length > 0) expect(rows[0]).toEqual(fields)
  })

  it("draws on a terminal in colour, or without escapes, and within its width", async () => {
    const colored = await runExample(command, { terminal: true, env: { FORCE_COLOR: "1" } })
    expect(colored.code).toBe(0)
    const plain = await runExample(command, { terminal: true, env: plainPlaces[at % plainPlaces.length] ?? {} })
    expect(plain.code).toBe(0)
    expect(plain.out + plain.err).not.toMatch(escapes)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    expect(maskFolder(colored.out.replace(/\x1b\[\d+m/g, ""))).toBe(maskFolder(plain.out))
    expect((plain.out + plain.err).split("\n").filter((line) => line.length > 100)).toEqual([])
  })

  it("prints only ids with --quiet", async () => {
    const { code, out } = await runExample(command, { flags: ["--quiet"] })
    expect(code).toBe(0)
    expect(out).toMatch(/^([\w-]+\n)*$/)
    const { json } = await runExample(command, { flags: ["--quiet", "--output", "json"] })
    expect(
      [json]
        .flat()
        .filter((id) => id !== null)
        .map(String),
    ).toEqual(out.split("\n").filter(Boolean))
  })

  it("prints the request of a dry run and sends nothing", async () => {
    const { code, json, key, out } = await runExample(command, { flags: ["--dry-run"] })
    expect(code).toBe(0)
    expect(json).toMatchObject({ method: command.endpoint?.method, url: expect.stringContaining("/v1/") })
    expect(out).not.toContain(key)
    if (command.endpoint?.auth !== false) expect(json.headers.Authorization).toBe("[redacted]")
  })
})
