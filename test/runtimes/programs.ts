import { cpSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "../../scripts/lib/run.mjs"
import { root } from "../support/files.ts"
import { type PackedProject, packProject } from "../support/package.ts"
import { runInBrowser } from "./browser-page.ts"
import { type Bundler, conditionsOf, type Form, type Runtime } from "./cells.ts"
import { type Command, commandOf } from "./commands.ts"
import type { Settings } from "./world.ts"

/** Timeout in milliseconds, enough for a busy machine. */
const timeout = 180_000

/** Named imports as a user writes them, so that bundlers drop unused code. */
const entry = `import { Mas, UnprocessableEntityError } from "mas-sdk"
import { signWebhookAsync, verifyWebhookAsync, WebhookVerificationError } from "mas-sdk/webhooks"
import { journey } from "./journey.mjs"
const sdk = { Mas, UnprocessableEntityError, signWebhookAsync, verifyWebhookAsync, WebhookVerificationError }
export const run = (settings) => journey(sdk, settings)
`
const commonJs = `const sdk = { ...require("mas-sdk"), ...require("mas-sdk/webhooks") }
exports.run = async (settings) => (await import("./journey.mjs")).journey(sdk, settings)
`
/** Uses everything that the mock server loads lazily: a form, a template, YAML, a mail, its pages. */
const service = String.raw`import { parseFixtures, startMockServer } from "mas-sdk/mock-server"
import { Mas } from "mas-sdk"
export async function run() {
  const server = await startMockServer({ port: 0 })
  const mas = new Mas({ apiKey: server.apiKey, baseUrl: server.url })
  const file = { content: "email\nann@example.test", filename: "a.csv" }
  const { id } = await mas.imports.create({ file, resource: "contacts" })
  const { success_rows } = await mas.imports.waitUntilDone(id, { pollInterval: 5 })
  const message = { channel: "email", to: "ann@example.test", subject: "Hi", body: "Hi {{ contact.email }}" }
  const { text } = server.world.messages.get((await mas.messages.send(message)).id)
  const eml = "From: Bo <bo@example.test>\r\nTo: nobody@acme.test\r\nSubject: Re\r\n\r\nHello"
  const refused = await server.world.inbound({ eml }).catch((error) => error.status)
  const pages = []
  for (const path of ["/openapi.yaml", "/_mock/", "/docs/reference/messages"]) pages.push((await fetch(server.url + path)).status)
  const fixtures = await parseFixtures("accounts:\n  main:\n    name: Kiosk\n")
  await server.close()
  return { success_rows, text, refused, pages, name: fixtures.accounts.main.name }
}
`
const print = "run(JSON.parse(process.argv[2])).then((result) => console.log(JSON.stringify(result)))\n"

/** A project with the packed package and the journey. */
export class Programs {
  readonly project: PackedProject = packProject(["undici", "zod"])

  constructor() {
    cpSync(join(root, "test/runtimes/journey.mjs"), join(this.project.folder, "journey.mjs"))
    this.#write("entry.mjs", entry)
    this.#write("entry.cjs", commonJs)
    this.#write("service.mjs", service)
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.project.folder, name), text)
  }

  /** Bundles the program for runtimes of these kinds. Throws with the bundler's output. `manifest` is next to the bundlers. */
  async bundle(bundler: Bundler, kinds: readonly Runtime["kind"][], manifest: string): Promise<void> {
    const jobs = kinds.map((kind) => ({
      entry: "entry.mjs",
      outFile: fileOf(kind, bundler),
      format: kind === "edge-light" ? "iife" : "esm",
      conditions: conditionsOf[kind],
      node: ["node", "bun", "deno"].includes(kind),
    }))
    const script = join(root, "test/runtimes/bundle.mjs")
    await this.#run({ program: process.execPath, args: [script, manifest, bundler, JSON.stringify(jobs)] })
  }

  /** Bundles the mock server for Node and runs it; returns its output, parsed. */
  async serve(bundler: Bundler, manifest: string): Promise<unknown> {
    const outFile = `${bundler.toLowerCase()}-service.mjs`
    const job = { entry: "service.mjs", outFile, format: "esm", conditions: conditionsOf.node, node: true }
    const script = join(root, "test/runtimes/bundle.mjs")
    await this.#run({ program: process.execPath, args: [script, manifest, bundler, JSON.stringify([job])] })
    this.#write("main.mjs", `import { run } from "./${outFile}"\n${print}`)
    return JSON.parse(await this.#run({ program: process.execPath, args: ["main.mjs", "{}"] }))
  }

  /** Runs the program in a form; returns its output, parsed. Throws if the runtime is unavailable. */
  async travel(runtime: Runtime, form: Form, settings: Settings): Promise<unknown> {
    const file = fileOf(runtime.kind, form)
    const { folder } = this.project
    if (runtime.kind === "browser") return runInBrowser(join(folder, file), settings)
    const command = await commandOf(runtime)
    if (command === undefined) throw new Error(`${runtime.name} is not here`)
    this.#write("main.mjs", `import { run } from "./${file}"\n${print}`)
    this.#write("main.cjs", `const { run } = require("./${file}")\n${print}`)
    const start = form === "CommonJS" ? "main.cjs" : "main.mjs"
    const output = await this.#run(command({ folder, file, start, settings: JSON.stringify(settings) }))
    return JSON.parse(output.split("\n").findLast((line) => line.startsWith("{")) ?? output)
  }

  async #run({ program, args }: Command): Promise<string> {
    const options = { cwd: this.project.folder, env: { NODE_OPTIONS: "", DENO_NO_UPDATE_CHECK: "1" }, timeout }
    const { code, output } = await run(program, args, options)
    if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`)
    return output
  }

  remove(): void {
    this.project.remove()
  }
}

/** The program's file in this form. */
function fileOf(kind: Runtime["kind"], form: Form): string {
  if (form === "ES modules") return "entry.mjs"
  if (form === "CommonJS") return "entry.cjs"
  return `${form.toLowerCase()}-${kind}.mjs`
}
