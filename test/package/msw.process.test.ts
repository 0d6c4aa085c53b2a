import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { root } from "../support/files.ts"
import { packProject } from "../support/package.ts"

/** Both lines of MSW that a project can have; the later one needs Node 22. */
const lines = [
  { major: 2, folder: "msw", runs: true },
  { major: 3, folder: "msw-3", runs: Number.parseInt(process.versions.node, 10) >= 22 },
].filter(({ runs }) => runs)

const body = `
  async function main() {
    const baseUrl = "https://api.mas.example/base"
    const service = createMockService({ clock: "frozen" })
    const network = setupServer(...masHandlers(service, { baseUrl }))
    network.listen({ onUnhandledRequest: "error" })
    const mas = new Mas({ baseUrl, apiKey: service.apiKey, fetch, maxRetries: 0 })
    const file = { content: "email\\nann@example.test", filename: "contacts.csv" }
    await mas.imports.create({ file, resource: "contacts" })
    await service.world.advance("1m")
    const page = await mas.contacts.list({ limit: 3 })
    const refused = await mas.webhooks.get(999).catch(({ status }) => status)
    service.world.faults.add({ drop: "before" })
    const cut = await mas.account.get().catch(({ name }) => name)
    service.world.faults.clear()
    console.log(JSON.stringify([page.items.length, page.totalCount, refused, cut]))
    network.close()
    await service.close()
  }
  main()`

describe.each(lines)("mas-sdk/msw beside MSW $major", ({ folder }) => {
  const project = packProject([])
  mkdirSync(join(project.folder, "node_modules"), { recursive: true })
  symlinkSync(join(root, "node_modules", folder), join(project.folder, "node_modules/msw"), "junction")
  afterAll(() => project.remove())

  it.each(["esm", "cjs"] as const)("answers what the global fetch asks (%s)", (format) => {
    const load = (name: string, from: string) =>
      format === "esm" ? `import ${name} from "${from}"` : `const ${name} = require("${from}")`
    const code = [
      load("{ Mas }", "mas-sdk"),
      load("{ createMockService, masHandlers }", "mas-sdk/msw"),
      load("{ setupServer }", "msw/node"),
      body,
    ].join("\n")
    expect(JSON.parse(project.run(format, code))).toEqual([3, 4, 404, "ConnectionError"])
  })
})
