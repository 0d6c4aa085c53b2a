import { describe, expect, it, onTestFinished, vi } from "vitest"
import { missingOf } from "../../cli/line/missing.ts"
import { parseWords } from "../../cli/line/parse.ts"
import { readCommandLine } from "../../cli/line/read-command.ts"
import { route } from "../../cli/line/router.ts"
import { readTypedLine } from "../../cli/line/typed-line.ts"
import { program } from "../../mock-server/base/program.ts"
import {
  type CallExample,
  codeForms,
  codeOf,
  examples,
  recordExamples,
} from "../../mock-server/dashboard/app/examples.ts"
import { createMockService, parseFixtures } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"
import { lastCommand, runLine } from "../cli/command-line.ts"
import { homeWithService } from "../cli/own/run.ts"
import { tables } from "../cli/tables.ts"
import { rowsOf, tablesOf } from "../support/dashboard-data.ts"

const all: Readonly<Record<string, string | CallExample>> = { ...examples, ...recordExamples }
const lines = Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === "string")
const calls = Object.entries(all).filter((entry): entry is [string, CallExample] => typeof entry[1] === "object")
const isCommand = (text: string) => text.startsWith(program)
const isProgram = (text: string) => /^(await|world|const)\b/.test(text)

describe("the dashboard's examples", () => {
  it.each(lines.filter(([, text]) => isProgram(text)))("run as code: %s", async (_, text) => {
    const service = createMockService({ clock: "frozen" })
    try {
      const mas = new Mas(service.clientOptions)
      const draft = { name: "Spring", template_id: 1, audience: { type: "all_contacts" } } as const
      const { id } = await mas.campaigns.create(draft)
      const run = new Function("mas", "world", "id", `return (async () => { ${text} })()`)
      await run(mas, service.world, id)
    } finally {
      await service.close()
    }
  })

  it.each(lines.filter(([, text]) => isCommand(text) && text !== examples.delivery))(
    "run as a command line: %s",
    async (_, text) => {
      const sandbox = homeWithService({ clock: "frozen" })
      const ends: { readonly line: string; readonly code: number; readonly err: string }[] = []
      try {
        for (const line of text.replaceAll(program, "mas").split("\n")) {
          await runLine(line.replace(/ +#.*/, ""), async (argv, stdin) => {
            const { code, err, out } = await sandbox.run(argv, { stdin })
            ends.push({ line, code, err })
            return out
          })
        }
        expect(ends.filter(({ code }) => code !== 0)).toEqual([])
      } finally {
        await sandbox.close()
      }
    },
  )

  it.each(calls.flatMap(([name, example]) => codeForms.map(([form]) => [name, form, example] as const)))(
    "make the call %s as %s, as pasted",
    async (_, form, example) => {
      const home = homeWithService({ clock: "frozen" })
      const { service } = home
      const text = codeOf(example, form, { base_url: service.url, api_key: service.apiKey })
      try {
        if (form === "node") {
          const [, source = ""] = text.split('import { Mas } from "mas-sdk"\n')
          const Client = class extends Mas {
            constructor(options: object) {
              super({ ...options, fetch: service.fetch })
            }
          }
          await new Function("Mas", `return (async () => { ${source} })()`)(Client)
        } else if (form === "cli") {
          const { argv } = lastCommand(text.replace(program, "mas"))
          expect((await home.run(argv)).code).toBe(0)
        } else {
          const [, body = ""] = /-d '(.*)'$/s.exec(text) ?? []
          const [, url = ""] = /curl -X POST (\S+)/.exec(text) ?? []
          const headers = Object.fromEntries(
            [...text.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, key, value]) => [key, value]),
          )
          await service.fetch(url, { method: "POST", headers, body: body.replaceAll("'\\''", "'") })
        }
        const journalled = service.world.requests.list().at(-1)
        expect([journalled?.endpoint, journalled?.request_body]).toEqual([example.name, example.body])
        expect(journalled?.status).toBeLessThan(300)
      } finally {
        await home.close()
      }
    },
  )

  it("name the correct command that waits for webhooks", async () => {
    const { command, words } = route(readTypedLine(lastCommand(examples.delivery.replace(program, "mas")).argv), tables)
    const line = await readCommandLine(parseWords(words, command), command, {
      secret: async () => "",
      text: async () => "",
    })
    expect([command.name, missingOf(command, line)]).toEqual(["webhooks.listen", []])
  })

  it("contain only fixtures that a world starts with", async () => {
    const others = lines.filter(([, text]) => !isProgram(text) && !isCommand(text))
    expect(others.map(([name]) => name)).toEqual(["capacity"])
    const service = createMockService({ clock: "frozen" })
    service.world.state.setFixtures(await parseFixtures(examples.capacity, "taught.yaml"))
    expect(service.world.capacity()[0]).toMatchObject({ used: 9_500, standing: "trusted" })
  })
})

describe("the dashboard's sample data", () => {
  it("has a message with each outcome, and an endpoint, contacts, a list and a campaign", async () => {
    const deliver = () => ({ status: 503, duration: 0 })
    const service = createMockService({ clock: "frozen", allowLocalWebhooks: true, deliver })
    onTestFinished(() => service.close())
    const page = new URL("http://127.0.0.1:4010/_mock/")
    vi.stubGlobal("location", page)
    vi.stubGlobal("fetch", (path: string, init?: RequestInit) => service.fetch(new URL(path, page).pathname, init))
    onTestFinished(() => void vi.unstubAllGlobals())
    const { loadSampleData } = await import("../../mock-server/dashboard/messages/sample-data.ts")
    await loadSampleData()
    await service.world.advance("1h")
    const { rows: messages } = await rowsOf(service, "message")
    expect(new Map(messages.map(({ to, last_event }) => [to, last_event?.type]))).toEqual(
      new Map([
        ["ada@example.test", "email.delivered"],
        ["opened@simulator.test", "email.opened"],
        ["clicked@simulator.test", "email.clicked"],
        ["bounced@simulator.test", "email.bounced"],
        ["complained@simulator.test", "email.complained"],
        ["delayed@simulator.test", "email.delivered"],
        ["+4915112345678", "sms.delivered"],
      ]),
    )
    const sizes = new Map((await tablesOf(service)).map(({ name, size }) => [name, size]))
    // The world starts with two contacts and a list.
    expect(["webhooks", "contacts", "lists", "campaigns"].map((name) => sizes.get(name))).toEqual([1, 5, 2, 1])
    const attempts = service.world.deliveries.list()
    expect(new Set(attempts.map(({ event_type }) => event_type))).toEqual(new Set(["email.bounced", "email.delivered"]))
  })
})
