import { execFile, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { cache } from "../../scripts/lib/stamp.mjs"
import { Mas } from "../../sdk/index.ts"
import { root } from "../support/files.ts"
import { endpoints } from "../support/samples.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

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

/** Each endpoint's example, with a credential that it lets in. */
async function callsOf() {
  const { credentials } = server.world.get()
  const mas = new Mas(server.clientOptions)
  const signedIn = await mas.auth.login({ user: { email: "owner@acme.test", password: "mock-password" } })
  const tokens: Readonly<Record<string, string | undefined>> = {
    api_key: server.apiKey,
    jwt: signedIn.token,
    provisioning: credentials.provisioning_credential,
    public_key: credentials.public_key,
  }
  // What ends a session or takes a record away comes when all else was called.
  const ordered = [...endpoints].sort((a, b) => Number(a.spec.method === "DELETE") - Number(b.spec.method === "DELETE"))
  return ordered.map(({ name, spec }) => {
    const [group = "", verb = ""] = name.split(".")
    const { params = {}, query = {}, body = null, idempotencyKey } = spec.example ?? {}
    const key = idempotencyKey ?? (spec.idempotency === "required" ? "from-python" : undefined)
    return {
      id: name,
      module: `${snake(group)}.${snake(group)}_${snake(verb)}`,
      token:
        (spec.auth.includes("provisioning") ? tokens.provisioning : spec.auth.map((kind) => tokens[kind])[0]) ?? null,
      params: Object.fromEntries(
        [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => [field, Object(params)[field] ?? 1]),
      ),
      query,
      headers: key === undefined ? {} : { "Idempotency-Key": key },
      body,
      multipart: spec.upload === "multipart",
    }
  })
}

describe("a client in Python that openapi-python-client makes of the OpenAPI document", () => {
  it("calls every endpoint, and reads every answer", { timeout: 300_000 }, async ({ skip }) => {
    if (bin === undefined) return skip(`${wanted} is neither on the PATH nor to be had from the package index here`)
    const folder = temporaryFolder(onTestFinished)
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, PYTHONDONTWRITEBYTECODE: "1" }
    const args = ["generate", "--path", join(root, "docs/openapi.yaml"), "--meta", "none"]
    await run("openapi-python-client", [...args, "--output-path", join(folder, "made")], { env, maxBuffer: 8_000_000 })
    const walk = spawn(join(bin, "python"), [join(root, "test/openapi-client/walk.py"), folder], { env })
    walk.stdin.end(JSON.stringify({ base_url: server.url, calls: await callsOf() }))
    const [out, err] = await Promise.all([text(walk.stdout), text(walk.stderr)])
    expect(err).toBe("")
    const answers: { id: string; status: number; type: string }[] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id }) => id).sort()).toEqual(endpoints.map(({ name }) => name).sort())
    expect(answers.filter(({ status, type }) => status < 300 && type === "ErrorBody")).toEqual([])
    // Those are for other people than the one who is signed in.
    const refused = answers.filter(({ status }) => status >= 300).map(({ id, type }) => `${id} ${type}`)
    const others = ["managementGrant.get", "managementGrant.confirm", "managementGrant.revoke"]
    expect(refused).toEqual(others.map((id) => `${id} ErrorBody`))
  })
})
