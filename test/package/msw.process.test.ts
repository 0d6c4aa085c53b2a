import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { root } from "../support/files.ts"
import { packProject } from "../support/package.ts"

/** Both supported major versions of MSW; the later one needs Node 22. */
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

/** Sends each kind of body and headers that `fetch` accepts through MSW, and prints what did not arrive. */
const everyBody = `
  const form = new FormData()
  form.set("resource", "contacts")
  form.set("file", new Blob(["email\\n"]), "contacts.csv")
  const bodies = {
    form,
    blob: new Blob(["{}"], { type: "application/json" }),
    text: "{}",
    parameters: new URLSearchParams({ a: "1" }),
    bytes: new TextEncoder().encode("{}"),
    buffer: new TextEncoder().encode("{}").buffer,
    stream: new Blob(["{}"]).stream(),
    none: undefined,
  }
  async function main() {
    const service = createMockService({ clock: "frozen" })
    const lost = []
    for (const end of ["", "/", "/v1", "/v1/"]) {
      const baseUrl = "https://api.mas.example/base" + end
      const network = setupServer(...masHandlers(service, { baseUrl }))
      network.listen({ onUnhandledRequest: "error" })
      const mas = new Mas({ baseUrl, apiKey: service.apiKey, fetch, maxRetries: 0 })
      if (!(await mas.account.get()).id) lost.push("account by " + baseUrl)
      network.close()
    }
    let arrived
    const looked = { url: service.url, fetch: (request) => service.fetch((arrived = request)) }
    const network = setupServer(...masHandlers(looked, { baseUrl: "https://api.mas.example" }))
    network.listen({ onUnhandledRequest: "error" })
    const fields = { authorization: "Bearer " + service.apiKey, "x-own": "1" }
    const ways = { object: () => fields, Headers: () => new Headers(fields), pairs: () => Object.entries(fields) }
    for (const [kind, body] of Object.entries(bodies)) for (const [way, headers] of Object.entries(ways)) for (const whole of [false, true]) {
      const content = kind === "stream" ? new Blob(["{}"]).stream() : body
      const init = { method: "POST", headers: headers(), body: content, duplex: "half" }
      const url = "https://api.mas.example/v1/my/imports"
      const { status } = await (whole ? fetch(new Request(url, init)) : fetch(url, init))
      if (status === 401 || (kind === "form" && status !== 201) || arrived.headers.get("x-own") !== "1") lost.push([kind, way, whole, status].join(" "))
    }
    console.log(JSON.stringify(lost))
    network.close()
    await service.close()
  }
  main()`

describe.each(lines)("mas-sdk/msw with MSW $major", ({ folder }) => {
  const project = packProject([])
  mkdirSync(join(project.folder, "node_modules"), { recursive: true })
  symlinkSync(join(root, "node_modules", folder), join(project.folder, "node_modules/msw"), "junction")
  afterAll(() => project.remove())

  it("forwards headers with any kind of body, and accepts a base address that ends in /v1", () => {
    const load = ["mas-sdk", "mas-sdk/msw", "msw/node"].map((from) => `...require("${from}")`)
    const names = "{ Mas, createMockService, masHandlers, setupServer }"
    expect(JSON.parse(project.run("cjs", `const ${names} = { ${load} }${everyBody}`))).toEqual([])
  })

  it.each(["esm", "cjs"] as const)("responds to the global fetch (%s)", (format) => {
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
