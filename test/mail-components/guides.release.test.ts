import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { run } from "../../scripts/lib/run.mjs"
import { toolFolder, toolsManifest } from "../runtimes/tools.ts"
import { lineOf } from "../support/example.ts"
import { readProjectFile, root } from "../support/files.ts"
import { followGuide, startCommand } from "../support/guide.ts"
import { OnDemand } from "../support/on-demand.ts"
import { makeReader, type Reader } from "../support/reader.ts"

const packages = new OnDemand("mail-components")

/** Export conditions of Vercel's edge and of Workers. */
const onEdge = ["edge-light", "workerd"]

/** Compiler flags for a project without a tsconfig.json. */
const flags = ["--module", "nodenext", "--target", "es2022", "--strict", "--skipLibCheck", "--types", "node"]

/** A program for the edge that sends a mail of the guide's component. */
const edgeProgram = `import { Mas } from "mas-sdk"
import { receiptFor } from "./emails/message.js"
export async function run({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
  const mas = new Mas({ baseUrl, apiKey })
  const message = await receiptFor("edge@example.test", { order: "7", name: "<Edda>", url: "https://acme.test/orders/7" })
  return { status: (await mas.messages.send(message)).status, runtime: typeof EdgeRuntime, node: typeof process }
}
declare const EdgeRuntime: unknown
declare const process: unknown
`

describe("a reader who follows the guides to typed templates or mail components", () => {
  let reader: Reader
  let address: string
  let modules: string

  beforeAll(async () => {
    await packages.manifest()
    modules = join(packages.folder, "node_modules")
    reader = makeReader(["undici", "zod", "@types/node"])
    const server = reader.type(`${startCommand} --port 0`)
    address = (await lineOf(server, /listening on (http:\/\/127\.0\.0\.1:\d+)/))[1] ?? ""
  })
  afterAll(async () => {
    await reader.stop()
    reader.remove()
  })

  /** Follows a guide with a reset service, and returns the folder with the results. */
  async function follow(name: string, ...needed: string[]): Promise<string | undefined> {
    for (const one of needed) if ((await packages.packageFolder(one)) === undefined) return undefined
    await fetch(`${address}/_mock/reset`, { method: "POST" })
    const folder = join(reader.folder, "guides", name)
    await followGuide(readProjectFile(`docs/guides/${name}.md`), { reader, folder, address, ports: [], modules })
    return folder
  }

  let followed: Promise<string | undefined> | undefined
  const react = () => {
    followed ??= follow("react-email", "@react-email/render", "@react-email/components", "react-dom", "@types/react")
    return followed
  }

  /** The compiler's messages about the programs of a folder. */
  function compiled(folder: string, ...flags: string[]): string {
    const programs = flags.length > 0 ? readdirSync(folder).filter((file) => file.endsWith(".mts")) : ["-p", "."]
    const tsc = join(root, "node_modules/typescript-7/bin/tsc")
    const args = [tsc, "--noEmit", "--pretty", "false", ...flags, ...programs]
    return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" }).stdout
  }

  it("gets mails of React components, from programs and from a template", async ({ skip }) => {
    const folder = await react()
    if (folder === undefined) return skip("a package could not be installed")
    expect(compiled(folder)).toBe("")
    writeFileSync(
      join(folder, "wrong.tsx"),
      'import { Receipt } from "./emails/receipt.js"\nexport const wrong = <Receipt order="1" nme="Ana" url="" />\n',
    )
    expect(compiled(folder)).toMatch(/^wrong\.tsx.*'nme' does not exist/s)
  })

  it("gets a component's mail from an edge runtime", async ({ skip }) => {
    const folder = await react()
    if (folder === undefined || (await toolFolder("@edge-runtime/vm")) === undefined)
      return skip("a package could not be installed")
    writeFileSync(join(folder, "edge.ts"), edgeProgram)
    const bundle = join(folder, "edge.js")
    await build({
      entryPoints: [join(folder, "edge.ts")],
      outfile: bundle,
      ...{
        bundle: true,
        format: "iife",
        globalName: "program",
        platform: "browser",
        conditions: onEdge,
        jsx: "automatic",
      },
      define: { "process.env.NODE_ENV": '"production"' },
      logLevel: "error",
    })
    const settings = JSON.stringify({ baseUrl: address, apiKey: "maskey_live_mock" })
    const args = [join(root, "test/runtimes/edge.mjs"), await toolsManifest(), bundle, settings]
    const { code, output } = await run(process.execPath, args, { timeout: 600_000 })
    expect({ code, output: JSON.parse(output) }).toEqual({
      code: 0,
      output: { status: "queued", runtime: "string", node: "undefined" },
    })
    const sent = await fetch(`${address}/_mock/messages/latest`, { headers: { accept: "application/json" } })
    const { to, html, text } = await sent.json()
    expect({ to, html, text }).toEqual({
      to: "edge@example.test",
      html: expect.stringContaining("&lt;Edda&gt;"),
      text: expect.stringContaining("Your order 7 is on its way."),
    })
  })

  it("gets types of templates, with an error for a missing variable", async () => {
    const folder = (await follow("typed-templates")) ?? ""
    expect(compiled(folder, ...flags)).toBe("")
    const program = readFileSync(join(folder, "send.mts"), "utf8")
    writeFileSync(join(folder, "wrong.mts"), program.replace("price:", "prize:"))
    expect(compiled(folder, ...flags)).toMatch(/^wrong\.mts.*'price' is missing/s)
  })

  it("gets mails of MJML, from a template and from a program", async ({ skip }) => {
    const folder = await follow("mjml", "mjml")
    if (folder === undefined) return skip("mjml could not be installed")
    expect(compiled(folder, ...flags)).toBe("")
    writeFileSync(
      join(folder, "wrong.mts"),
      'import * as templates from "./templates/templates.gen.js"\nimport { Mas } from "mas-sdk"\nnew Mas().messages.send({ ...templates.receipt, to: "a@b.test", data: { order: "1", items: [{ name: "Tea" }] } })\n',
    )
    expect(compiled(folder, ...flags)).toMatch(/^wrong\.mts.*'price' is missing/s)
  })
})
