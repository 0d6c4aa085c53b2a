import { spawn } from "node:child_process"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { signWebhook } from "../../sdk/webhooks/index.ts"
import { toolProgram } from "../runtimes/tools.ts"
import { compile } from "../support/compile.ts"
import { lineOf, startProgram } from "../support/example.ts"
import { readProjectFile } from "../support/files.ts"
import { fileOf, stepsOf } from "../support/guide.ts"
import { OnDemand } from "../support/on-demand.ts"
import { type PackedProject, packProject } from "../support/package.ts"
import { skipped } from "../support/skipped.ts"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const forged = `whsec_${Buffer.from("another secret, 24 bytes").toString("base64")}`
const body = JSON.stringify({
  type: "email.opened",
  timestamp: "2026-03-01T12:00:00.000Z",
  data: { message_id: 7, to: "ana@example.test", subject: "Grüße", tags: {} },
})

/** The guide's programs by file name. Nuxt uses h3 1. */
const rows = Object.fromEntries(
  stepsOf(readProjectFile("docs/guides/webhook-platforms.md")).flatMap((step) =>
    step.kind === "file" && step.name !== "try.mts"
      ? [[step.name, step.name.startsWith("server/") ? step.code.replace('"h3"', '"h3-1"') : step.code]]
      : [],
  ),
)
const names = Object.keys(rows).filter((name) => name !== "events.ts")

/** The files of the project: the rows, and the program that serves them. */
const saved: Readonly<Record<string, string>> = {
  ...rows,
  "lambda.ts": fileOf(readProjectFile("docs/guides/webhook-frameworks.md"), "lambda.mts").replace(
    "events.mjs",
    "events",
  ),
  "serve.ts": readProjectFile("test/receivers/serve-rows.ts"),
}

const packages = new OnDemand("receivers")
const needed = Object.keys(JSON.parse(readProjectFile("test/receivers/package.json")).optionalDependencies)
const folders = await Promise.all(needed.map((name) => packages.packageFolder(name)))
const missing = folders.includes(undefined) ? "its packages cannot be had" : undefined

let project: PackedProject
beforeAll(() => {
  project = packProject(["undici", "zod", "@types/node", "hono", "@hono/node-server"])
  for (const [at, folder] of folders.entries()) {
    if (folder === undefined) continue
    const link = join(project.folder, "node_modules", needed[at] ?? "")
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(folder, link, "junction")
  }
  for (const [name, code] of Object.entries(saved)) {
    mkdirSync(dirname(join(project.folder, name)), { recursive: true })
    writeFileSync(join(project.folder, name), code)
  }
  writeFileSync(join(project.folder, "package.json"), JSON.stringify({ type: "module", private: true }))
})
afterAll(() => project.remove())

describe("the rows of frameworks and platforms", () => {
  it("are at most ten lines each", () => {
    expect(names.length).toBeGreaterThanOrEqual(13)
    expect(names.filter((name) => (rows[name] ?? "").trim().split("\n").length > 11)).toEqual([])
  })

  const onNode = names.filter((name) => !/^(bun|deno)\.ts$/.test(name))
  const kinds = { bun: ["bun.ts"], deno: ["deno.ts"], node: [...onNode, "lambda.ts", "serve.ts"] }
  it.skipIf(missing).each(Object.entries(kinds))(
    `compile under strict with the types of the frameworks, on %s${skipped(missing)}`,
    (kind, files) => {
      const programs = Object.fromEntries(["events.ts", ...files].map((name) => [name, saved[name] ?? ""]))
      const options = {
        experimentalDecorators: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        types: kind === "node" ? ["node"] : ["node", kind],
      }
      const compiled = (sources: Record<string, string>) =>
        compile(project, "typescript-7", "Bundler", sources, options)
      expect(compiled(programs)).toBe("")
      const [file = ""] = files
      const wrong = programs[file]?.replace("(options)", "({ secret: 7 })") ?? ""
      expect(compiled({ ...programs, [join(dirname(file), "wrong.ts")]: wrong })).not.toBe("")
    },
  )
})

/** Sends an event to a row; returns its response. */
async function ask(base: string, send: { path?: string; body?: string; secret?: string; age?: number } = {}) {
  const delivery = { path: "/webhooks", body, secret, age: 0, ...send }
  const timestamp = Math.floor(Date.now() / 1000) - delivery.age
  const headers = signWebhook({
    id: `evt_${new URL(base).port}`,
    body: delivery.body,
    secret: delivery.secret,
    timestamp,
  })
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: delivery.body }
  const response = await fetch(`${base}${delivery.path}`, init)
  return { status: response.status, text: await response.text() }
}

/** A path with a parsed body: `keepsBytes` if the framework keeps the bytes, else the row responds with an error. */
type Parsed = { readonly at: string; readonly keepsBytes: boolean }

async function checkRow(base: string, parsed: Parsed | undefined) {
  const large = JSON.stringify({ type: "email.received", text: "x".repeat(9 * 1024 * 1024) })
  expect(await ask(base, { secret: forged })).toMatchObject({ status: 400 })
  expect(await ask(base, { age: 360 })).toMatchObject({ status: 400 })
  expect(await ask(base)).toEqual({ status: 200, text: "OK" })
  expect(await ask(base)).toEqual({ status: 200, text: "OK, again" })
  expect((await ask(base, { body: large })).status).toBe(413)
  expect((await fetch(`${base}/webhooks`)).status).toBeGreaterThanOrEqual(400)
  if (parsed?.keepsBytes) expect(await ask(base, { path: parsed.at })).toEqual({ status: 200, text: "OK, again" })
  else if (parsed) {
    const response = await ask(base, { path: parsed.at })
    expect(response).toMatchObject({ status: 500, text: expect.stringContaining("this one was read before") })
  }
}

describe.skipIf(missing)(`on Node${skipped(missing)}`, () => {
  let urls: Record<string, string>
  beforeAll(async () => {
    const decorators = { compilerOptions: { experimentalDecorators: true, module: "ESNext", target: "ES2022" } }
    writeFileSync(join(project.folder, "tsconfig.json"), JSON.stringify(decorators))
    const server = startProgram("serve.ts", { cwd: project.folder, env: { MAS_WEBHOOK_SECRET: secret } })
    stop = () => server.kill()
    urls = JSON.parse((await lineOf(server, /^\{.*\}$/m))[0])
  })
  let stop = () => true
  afterAll(() => void stop())

  it.each([
    ["SvelteKit", false],
    ["Astro", false],
    ["Netlify", false],
    ["Vercel", false],
    ["React Router", false],
    ["Azure Functions", false],
    ["h3", false],
    ["Nuxt", true],
    ["Lambda, REST API", false],
    ["Lambda, HTTP API", false],
    ["Lambda, function URL", false],
    ["Lambda, load balancer", false],
  ])("%s accepts a signed event once, and rejects forged, old, parsed or too large ones", (name, keepsBytes) =>
    checkRow(urls[name] ?? "", { at: "/parsed", keepsBytes }),
  )

  it.each(["Google Cloud Functions", "NestJS, a module"])("%s keeps the raw body beside the parsed one", (name) =>
    checkRow(urls[name] ?? "", undefined),
  )

  it("NestJS without rawBody gets an error with instructions", async () => {
    const response = await ask(urls["NestJS, a module without rawBody"] ?? "")
    expect(response).toMatchObject({ status: 500, text: expect.stringContaining("this one was read before") })
  })

  it("a NestJS guard accepts only signed events", async () => {
    const base = urls["NestJS, a guard"] ?? ""
    const statuses = [await ask(base), await ask(base, { age: 360 }), await ask(base, { secret: forged })]
    expect(statuses.map(({ status }) => status)).toEqual([201, 403, 403])
  })
})

const runtimes = {
  bun: { program: await toolProgram("bun"), args: [] },
  deno: { program: await toolProgram("deno"), args: ["run", "--allow-all", "--node-modules-dir=manual"] },
}
describe.each(Object.entries(runtimes))("on %s", (kind, { program, args }) => {
  const none = program === undefined ? `there is no ${kind}` : undefined
  const row = (rows[`${kind}.ts`] ?? "").replace(/port: \d+/, "port: 0")

  /** Starts a program on the row's runtime; returns its address. */
  async function start(name: string, code: string): Promise<string> {
    writeFileSync(join(project.folder, name), code)
    const env = { ...process.env, MAS_WEBHOOK_SECRET: secret }
    const child = spawn(program ?? "", [...args, name], { cwd: project.folder, env })
    onTestFinished(() => void child.kill())
    return `http://127.0.0.1:${(await lineOf(child, /http:\/\/[^/\s]+:(\d+)/))[1]}`
  }

  it.skipIf(none)(`accepts a signed event once, and rejects forged, old or too large ones${skipped(none)}`, async () =>
    checkRow(await start(`served-${kind}.ts`, row), undefined),
  )

  it.skipIf(none)(`gets an error with instructions if the body was read before${skipped(none)}`, async () => {
    const late = "const late = async (request: Request) => (await request.json(), handle(request))\n"
    const handle = `const handle = createWebhookHandler(options)\n${late}`
    const code = row
      .replace(/^(?=const server|Deno)/m, handle)
      .replace(/createWebhookHandler\(options\)(?= }|\)\n*$)/, "late")
    const response = await ask(await start(`late-${kind}.ts`, code))
    expect(response).toMatchObject({ status: 500, text: expect.stringContaining("this one was read before") })
  })
})
