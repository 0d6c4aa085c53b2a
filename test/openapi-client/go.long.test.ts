import { execFile, spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { openapiDocument } from "../../sdk/contract/openapi/document.ts"
import { externalChecks } from "../external-checks/tools.ts"
import { root } from "../support/files.ts"
import { findProgram } from "../support/installed.ts"
import { endpointNamed } from "../support/samples.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { callsOf, expectAnswersOfAll } from "./calls.ts"
import { asOpenApi30 } from "./openapi-30.ts"

const run = promisify(execFile)
const onPath = (name: string) => (process.env.PATH ?? "").split(":").map((folder) => join(folder, name))
/** Libraries of Go as Debian installs them, which need no module proxy. */
const libraries = "/usr/share/gocode"

/** What the check needs, with what each is found at. */
async function findTools() {
  const generator = await externalChecks.packageFolder("@openapitools/openapi-generator-cli")
  const java = findProgram(() => onPath("java"), "default-jre-headless")
  const go = findProgram(() => onPath("go"), "golang-go")
  const oauth2 = findProgram(() => [join(libraries, "src/golang.org/x/oauth2")], "golang-golang-x-oauth2-dev")
  const missing = Object.entries({ generator, java, go, oauth2 }).flatMap(([name, found]) => (found ? [] : [name]))
  return { jar: join(generator ?? "", "bin/openapi-generator.jar"), java: java ?? "", go: go ?? "", missing }
}

let server: MockServer
let tools: Awaited<ReturnType<typeof findTools>>
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
  tools = await findTools()
}, 600_000)
afterAll(() => server.close())

/** The calls as `walk.go` reads them. */
async function callsForGo() {
  const calls = await callsOf(server)
  return calls.map(({ id, token, params, query, headers, body, multipart }) => ({
    id,
    token,
    params: Object.values(params),
    given: { ...query, ...headers, ...(multipart && Object(body)) },
    // A body that is left out goes as `null`.
    ...(!multipart && endpointNamed(id).spec.body !== undefined && { body: body ?? {} }),
  }))
}

describe("a client in Go that OpenAPI Generator makes of the OpenAPI document", () => {
  it("calls every endpoint, and reads every answer whole", { timeout: 300_000 }, async ({ skip }) => {
    const { jar, java, go, missing } = tools
    if (missing.length > 0) return skip(`neither here nor to be installed: ${missing.join(", ")}`)
    const folder = temporaryFolder(onTestFinished)
    const document = join(folder, "openapi.json")
    writeFileSync(document, JSON.stringify(asOpenApi30(openapiDocument())))
    const settings = ["--package-name", "mas", "--type-mappings", "integer=int64", "--skip-validate-spec"]
    const args = ["generate", "-g", "go-experimental", "-i", document, "-o", join(folder, "src/mas"), ...settings]
    await run(java, ["-jar", jar, ...args], { maxBuffer: 8_000_000 })
    const env = { ...process.env, GO111MODULE: "off", GOPATH: `${folder}:${libraries}`, GOFLAGS: "" }
    const walk = spawn(go, ["run", join(root, "test/openapi-client/walk.go")], { env })
    walk.stdin.end(JSON.stringify({ base_url: server.url, calls: await callsForGo() }))
    const [out, err] = await Promise.all([text(walk.stdout), text(walk.stderr)])
    expect(err).toBe("")
    const answers = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expectAnswersOfAll(answers)
    expect(answers.filter(({ lost }) => lost !== null)).toEqual([])
  })
})
