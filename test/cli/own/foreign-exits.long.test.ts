import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { main } from "../../../cli/main.ts"
import { outgoingText } from "../../../cli/mcp/outgoing.ts"
import { Mas } from "../../../sdk/index.ts"
import {
  everyEvil,
  evilFetch,
  evilResponses,
  evilTexts,
  harmInFile,
  harmInTerminal,
  mark,
} from "../../support/evil-texts.ts"
import { runLine } from "../command-line.ts"
import { writeExampleFiles } from "../example-files.ts"
import { endpointCommands } from "../run-example.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { Home, type Ran } from "./run.ts"

const env = { MAS_BASE_URL: "http://127.0.0.1:1", MAS_API_KEY: "maskey_live_mock", NO_COLOR: "1" }

interface Evil {
  readonly flags?: readonly string[]
  readonly terminal?: boolean
  readonly status?: number
  readonly program?: typeof main
}

/** Runs a command line against a service whose every text is evil. */
async function runEvil(example: string, { flags = [], terminal = true, status, program = main }: Evil): Promise<Ran> {
  const home = new Home(env, evilFetch(everyEvil, status), program)
  writeExampleFiles(home.folder)
  let last: Ran | undefined
  try {
    await runLine(example, async (argv, stdin, isLast) => {
      last = await home.run([...argv, ...(isLast ? flags : [])], { stdin, terminal, columns: 20_000 })
      return last.out
    })
  } finally {
    home.remove()
  }
  if (last === undefined) throw new Error(`nothing was run: ${example}`)
  return last
}

const exits = {
  "a table on a terminal": {},
  "JSON on a terminal": { flags: ["--output", "json"] },
  "CSV on a terminal": { flags: ["--output", "csv"] },
  "--debug": { flags: ["--debug"] },
  "an error on a terminal": { status: 422 },
  "an error with --debug": { status: 422, flags: ["--debug"] },
  "an error as JSON": { status: 422, terminal: false },
  "JSON in a pipe": { terminal: false },
  "--agent": { flags: ["--agent"], terminal: false },
} satisfies Readonly<Record<string, Evil>>

const examples = endpointCommands.map(({ name, examples: [example = ""] = [] }) => [name, example] as const)

describe.each(Object.entries(exits))("every text of the service is harmless in %s", (_, evil) => {
  it.each(examples)("of %s", async (_name, example) => {
    const { out, err } = await runEvil(example, evil)
    expect(harmInTerminal(out + err)).toBeUndefined()
  })
})

it("the texts reach the output of most commands", async () => {
  const printingExamples = []
  const failingExamples = []
  for (const [name, example] of examples) {
    if ((await runEvil(example, exits["JSON on a terminal"])).out.includes(mark)) printingExamples.push(name)
    if ((await runEvil(example, exits["an error on a terminal"])).err.includes(mark)) failingExamples.push(name)
  }
  const marked = evilResponses.filter(({ body }) => JSON.stringify(body ?? null).includes(mark))
  expect(printingExamples.length).toBeGreaterThan(marked.length * 0.7)
  // An example that first asks another endpoint for an id ends there.
  expect(failingExamples.length).toBeGreaterThan(examples.length * 0.6)
}, 120_000)

it("files have no control characters", async () => {
  for (const [, example] of examples.filter(([name]) => /\.(list|get)$/.test(name))) {
    const { out } = await runEvil(example, { flags: ["--output", "csv"], terminal: false })
    expect(harmInFile(out)).toBeUndefined()
  }
}, 120_000)

describe("commands that read many responses", () => {
  it.each([
    "mas webhooks health",
    "mas doctor",
    "mas whoami",
    "mas messages why 1",
    "mas messages send --channel email --to ada@example.test --subject Hi --body Hello --wait",
    "mas imports wait 1 --timeout 1ms",
    "mas validations wait vop_1 --timeout 1ms",
    "mas campaigns cancel 1",
    "mas contacts get 1 --output table --columns email,data",
    "mas api GET /v1/my/account",
    "mas templates pull --yes",
    "mas templates status",
    "mas deliveries follow 1 --timeout 1ms",
    "mas webhooks deliveries 1 --output table",
  ])(
    "%s",
    async (line) => {
      for (const status of [undefined, 401, 422, 500]) {
        const { out, err } = await runEvil(line, {
          flags: status === 500 ? ["--max-retries", "0"] : [],
          ...(status && { status }),
        })
        expect(harmInTerminal(out + err)).toBeUndefined()
      }
    },
    60_000,
  )
})

describe("a model", () => {
  it.each(evilResponses.filter(({ body }) => body !== undefined).map(({ name, body }) => [name, body]))(
    "gets no hidden character of %s, and every text within the fence",
    (_, body) => {
      const text = outgoingText(Array.isArray(body) ? { items: body } : { result: body })
      expect(harmInTerminal(text)).toBeUndefined()
      const [before = "", within = "", after = ""] = text.split(/"foreign_text_(?:begins|ends)":/)
      expect([before, after].join()).not.toContain(mark)
      expect(within.length + after.length).toBeGreaterThan(0)
    },
  )

  it.each([undefined, 422])(
    "gets none by the tool read, with status %s",
    async (status) => {
      const home = new Home(env, evilFetch(everyEvil, status))
      const session = await LocalMcpSession.open(home)
      onTestFinished(async () => {
        await session.close()
        home.remove()
      })
      for (const { name, spec } of evilResponses.filter(
        ({ spec: { method, params } }) => method === "GET" && !params,
      )) {
        const { text } = await session.tool("read", { name, ...(spec.example?.query && { input: spec.example.query }) })
        expect(harmInTerminal(text)).toBeUndefined()
      }
    },
    60_000,
  )
})

describe("a log", () => {
  it("gets no control and no hidden character of a refusal", async () => {
    const lines: string[] = []
    const log = (line: string, details?: object) => void lines.push(line, JSON.stringify(details))
    const fetch = evilFetch(everyEvil, 422)
    const mas = new Mas({
      baseUrl: "http://127.0.0.1:1",
      apiKey: "maskey_live_mock",
      fetch: (url, init) => fetch(String(url), init ?? {}),
      logger: { debug: log, info: log, warn: log },
    })
    const error = await mas.user.get().catch((reason: unknown) => reason)
    lines.push(String(error), Object(error).stack)
    expect(lines.join("\n")).toContain(mark)
    expect(harmInTerminal(lines.join("\n").replaceAll("\n", " "))).toBeUndefined()
  })
})

describe("an exit whose cleaner is taken out", () => {
  afterEach(() => {
    vi.doUnmock("../../../cli/terminal/output/safe-text.ts")
    vi.resetModules()
  })

  it.each([
    ["a table", ["safeLine", "drawnText"], {}],
    ["JSON", ["safeJson"], { flags: ["--output", "json"] }],
    ["CSV", ["safeText"], { flags: ["--output", "csv"] }],
    ["an error", ["safeLine", "drawnText"], { status: 422 }],
    ["--debug", ["safeLine", "safeText", "drawnText"], { flags: ["--debug", "--quiet"] }],
  ])("is seen: %s", async (_, cleaners, evil) => {
    vi.resetModules()
    vi.doMock("../../../cli/terminal/output/safe-text.ts", async (original) => ({
      ...(await original<object>()),
      ...Object.fromEntries(cleaners.map((name) => [name, (text: string) => text])),
    }))
    const { main: program } = await import("../../../cli/main.ts")
    const { out, err } = await runEvil("mas contacts list", { ...evil, program })
    expect(harmInTerminal(out + err)).toBeDefined()
  })

  it.each(evilTexts.filter((text) => harmInTerminal(text) !== undefined))("is seen by each text: %j", (text) => {
    expect(harmInTerminal(`Ada ${text} Byron`)).toBeDefined()
  })
})
