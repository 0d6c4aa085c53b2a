import { execFileSync, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { packed } from "../../scripts/lib/pack.mjs"
import { temporaryFolder } from "../support/temporary-folder.ts"

const folder = temporaryFolder()
const tools = join(folder, "tools")
const toolVersions = {
  ...{ npm10: "npm:npm@10", npm11: "npm:npm@11", pnpm9: "npm:pnpm@9", pnpm10: "npm:pnpm@10", pnpm12: "npm:pnpm@12" },
  ...{ yarn1: "npm:yarn@1", yarn4: "npm:@yarnpkg/cli-dist@4", bun: "1" },
}
let registry: Server
let env: Record<string, string>

/** A registry with only this package, without dependencies: the commands run here load none. */
async function serve(): Promise<string> {
  const tarball = readFileSync((await packed()).path)
  const { version, bin } = JSON.parse(readFileSync("package.json", "utf8"))
  registry = createServer((request, response) => {
    if (request.url?.endsWith(".tgz")) return response.end(tarball)
    // Package managers also ask for known vulnerabilities.
    if (request.method !== "GET") return response.writeHead(404).end()
    const dist = {
      tarball: `http://${request.headers.host}/mas-sdk.tgz`,
      integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
      shasum: createHash("sha1").update(tarball).digest("hex"),
    }
    const versions = { [version]: { name: "mas-sdk", version, bin, dist } }
    const time = { [version]: "2026-01-01T00:00:00.000Z" }
    response.end(JSON.stringify({ name: "mas-sdk", "dist-tags": { latest: version }, versions, time }))
  })
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
}

beforeAll(async () => {
  mkdirSync(tools)
  writeFileSync(join(tools, "package.json"), JSON.stringify({ dependencies: toolVersions }))
  execFileSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: tools, stdio: "pipe" })
  // Some are native programs, which an install script puts in place.
  execFileSync("npm", ["rebuild"], { cwd: tools, stdio: "pipe" })
  const url = await serve()
  env = {
    ...{ PATH: process.env.PATH ?? "", HOME: folder, CI: "1", NO_COLOR: "1", npm_config_registry: url },
    ...{ npm_config_cache: join(folder, "cache"), BUN_CONFIG_REGISTRY: url, YARN_NPM_REGISTRY_SERVER: url },
    ...{ YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1", YARN_ENABLE_TELEMETRY: "0", YARN_NPM_MINIMAL_AGE_GATE: "0" },
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  }
})
afterAll(() => registry?.close())

const script = (path: string) => [process.execPath, join(tools, "node_modules", path)]
const program = (path: string) => [join(tools, "node_modules", path)]
const npx = (tool: string) => [...script(`${tool}/bin/npx-cli.js`), "--yes"]
const [pnpm9, pnpm10, pnpm12] = [script("pnpm9/bin/pnpm.cjs"), script("pnpm10/bin/pnpm.cjs"), program("pnpm12/pnpm")]
const [yarn1, yarn4] = [script("yarn1/bin/yarn.js"), script("yarn4/bin/yarn.js")]

/** A project in a folder whose name misleads a naive check of paths. */
function project(name: string, files: Readonly<Record<string, string>>): string {
  const home = join(folder, `${name} it's dlx-7`)
  mkdirSync(home, { recursive: true })
  const manifest = JSON.stringify({ name: "shop", version: "1.0.0", scripts: { shop: "mas contats" } })
  const all = { "package.json": manifest, ".npmrc": `registry=${env.npm_config_registry}\n`, ...files }
  for (const [file, text] of Object.entries(all)) writeFileSync(join(home, file), text)
  return home
}

async function run(cwd: string, [file = "", ...args]: readonly string[]): Promise<string> {
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      output += data
    })
  await new Promise((resolve) => child.once("close", resolve))
  return output
}

const expectHint = async (cwd: string, words: readonly string[], name: string) => {
  const output = await run(cwd, words)
  const hint = /Run `(.*?) --help`|"hint":"[^"]*?Run `(.*?) --help`/.exec(output)
  expect([hint?.[1] ?? hint?.[2], output]).toEqual([name, output])
}

describe("a hint names the program as it was started", () => {
  it.each([
    ["npm 10", () => npx("npm10"), "npx mas-sdk"],
    ["npm 11", () => npx("npm11"), "npx mas-sdk"],
    ["pnpm 9", () => [...pnpm9, "dlx"], "pnpm dlx mas-sdk"],
    ["pnpm 10", () => [...pnpm10, "dlx"], "pnpm dlx mas-sdk"],
    ["pnpm 12", () => [...pnpm12, "dlx"], "pnpm dlx mas-sdk"],
    ["yarn 4", () => [...yarn4, "dlx"], "yarn dlx mas-sdk"],
    ["bunx", () => program(".bin/bunx"), "bunx mas-sdk"],
  ])("by %s, if it is not installed", async (tool, runner, name) => {
    await expectHint(project(`${tool} once`, {}), [...runner(), "mas-sdk", "contats"], name)
  })

  it.each([
    ["pnpm 9", pnpm9, "exec", "pnpm exec mas-sdk"],
    ["pnpm 10", pnpm10, "exec", "pnpm exec mas-sdk"],
    ["pnpm 12", pnpm12, "exec", "pnpm exec mas-sdk"],
    ["yarn 1", yarn1, "run", "yarn mas-sdk"],
    ["yarn 4", yarn4, "run", "yarn mas-sdk"],
  ])("by %s, if it is installed", async (tool, runner, verb, name) => {
    const home = project(`${tool} kept`, { "yarn.lock": "" })
    await run(home, [...runner, "add", "mas-sdk"])
    await expectHint(home, [...runner, verb, "mas-sdk", "contats"], name)
    await expectHint(home, [...runner, "run", "shop"], name)
  })
})
