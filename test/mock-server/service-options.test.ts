import { describe, expect, it } from "vitest"
import { createMockService, startMockServer, withMockWorld } from "../../mock-server/index.ts"
import { commandOf } from "../cli/tables.ts"
import { readProjectFile } from "../support/files.ts"

// A misspelt option would otherwise be ignored, and a test would run on the wrong clock.
describe("an unknown option", () => {
  it.each([
    [{ frozen: true }, /^startMockServer: frozen is not one of the options clock, .*: say clock: "frozen"$/],
    [{ allowHost: ["mas"] }, /^startMockServer: allowHost is not one of the options .*allowedHosts, \w+/],
    [{ log: "json" }, /^startMockServer: log is not one/],
    [{ baseUrl: "http://mas.test" }, /^startMockServer: baseUrl is not one/],
    [{ constructor: 1 }, /^startMockServer: constructor is not one/],
  ])("is refused by startMockServer, which lists the known ones: %j", async (options, message) => {
    const started = startMockServer({ port: 0, ...(options as object) }).then((server) => server.close())
    await expect(started).rejects.toThrow(message)
    await expect(started).rejects.toThrow(TypeError)
  })

  it("is refused by createMockService, and by the test helpers", async () => {
    for (const options of [{ frozen: true }, { port: 4010 }, { allowedHosts: [] }] as object[]) {
      expect(() => createMockService(options)).toThrow(TypeError)
      await expect(withMockWorld(() => {}, options)()).rejects.toThrow(
        /^createMockService: \w+ is not one of the options/,
      )
    }
  })

  it("is accepted if undefined, which means omitted", () => {
    expect(() => createMockService({ frozen: undefined } as object).close()).not.toThrow()
  })
})

describe("an option value with a misleading effect", () => {
  it.each([
    [{ rate: 60 }, 'rate requires clock: "scaled"'],
    [{ clock: "frozen", rate: 60 }, 'rate requires clock: "scaled"'],
    [{ seed: "abc" }, "seed must be a whole number, 0 to 4294967295"],
    [{ seed: 2 ** 32 }, "seed must be a whole number"],
    [{ rateLimit: "5/s" }, "rateLimit must be 1 or more, in requests per second"],
    [{ rateLimit: 0 }, "rateLimit must be 1 or more"],
    [{ maxWorlds: Number.NaN }, "maxWorlds must be 0 or more"],
    [{ allowWebhooksTo: "app:3000" }, 'allowWebhooksTo must be a list, such as ["app:3000"]'],
  ])("is refused: %j", (options, message) => {
    expect(() => createMockService(options as object)).toThrow(message)
  })

  it("is refused for server-only options, too", async () => {
    const started = startMockServer({ port: 0, allowedHosts: "mas" } as object)
    await expect(started).rejects.toThrow('allowedHosts must be a list, such as ["mas"]')
  })

  it("is accepted for null fixtures, which mean none", async () => {
    const service = createMockService({ fixtures: null } as object)
    expect(service.world.seeded().accounts.main).toBe(1)
    await service.close()
  })
})

describe("the table of docs/mock-server.md", () => {
  const text = readProjectFile("docs/mock-server.md")
  const rows = [...text.matchAll(/^\| `--([\w-]+)` \|(.*?)\|/gm)].map(([, flag = "", code = ""]) => ({ flag, code }))

  it("has every flag of mas mock, and so has the usage line above it", () => {
    const flags = commandOf("mock", "start").flags.map(({ name }) => name)
    const line = text.slice(text.indexOf("mas mock ["), text.indexOf("mas mock stop ["))
    expect(rows.map(({ flag }) => flag).sort()).toEqual(flags.toSorted())
    expect([...line.matchAll(/--(?:no-)?([\w-]+)/g)].map(([, flag]) => flag).sort()).toEqual(flags.toSorted())
  })

  it("has only known options", async () => {
    const names = rows.flatMap(({ code }) => [...code.matchAll(/(?:`|, )(\w+)(?=[`:])/g)].map(([, name = ""]) => name))
    expect(names).toHaveLength(17)
    const { message } = await startMockServer({ none: 1 } as object).catch((error) => error)
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(message))).toEqual([])
  })
})
