import { execFile, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { cache } from "../../scripts/lib/stamp.mjs"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { callsOf, expectAnswersOfAll } from "./calls.ts"

const run = promisify(execFile)
const wanted = "openapi-python-client==0.29.0"

/** The folder of the programs of Python that have the generator: those of `PATH`, or installed for this project where that can be. */
async function findGenerator(): Promise<string | undefined> {
  const onPath = (process.env.PATH ?? "").split(":").find((folder) => existsSync(join(folder, "openapi-python-client")))
  if (onPath !== undefined) return onPath
  const home = join(cache, "openapi-python-client")
  const bin = join(home, "bin")
  if (existsSync(join(bin, "openapi-python-client"))) return bin
  return run("python3", ["-m", "venv", home])
    .then(() => run(join(bin, "pip"), ["install", "--quiet", "--timeout", "15", "--retries", "1", wanted]))
    .then(
      () => bin,
      () => undefined,
    )
}

let server: MockServer
let bin: string | undefined
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
  bin = await findGenerator()
}, 300_000)
afterAll(() => server.close())

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The module that the generator makes of an endpoint. */
function moduleOf(id: string): string {
  const [group = "", verb = ""] = id.split(".")
  return `${snake(group)}.${snake(group)}_${snake(verb)}`
}

describe("a client in Python that openapi-python-client makes of the OpenAPI document", () => {
  it("calls every endpoint, and reads every answer", { timeout: 300_000 }, async ({ skip }) => {
    if (bin === undefined) return skip(`${wanted} is neither on the PATH nor to be had from the package index here`)
    const folder = temporaryFolder(onTestFinished)
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, PYTHONDONTWRITEBYTECODE: "1" }
    const args = ["generate", "--path", join(root, "docs/openapi.yaml"), "--meta", "none"]
    await run("openapi-python-client", [...args, "--output-path", join(folder, "made")], { env, maxBuffer: 8_000_000 })
    const walk = spawn(join(bin, "python"), [join(root, "test/openapi-client/walk.py"), folder], { env })
    const calls = (await callsOf(server)).map((call) => ({ ...call, module: moduleOf(call.id) }))
    walk.stdin.end(JSON.stringify({ base_url: server.url, calls }))
    const [out, err] = await Promise.all([text(walk.stdout), text(walk.stderr)])
    expect(err).toBe("")
    expectAnswersOfAll(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    )
  })
})
