import { spawn } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, describe, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { expectWholeAnswers, findTools, generate, onPath } from "./openapi-generator.ts"

/** Go libraries as Debian installs them, without a module proxy. */
const libraries = "/usr/share/gocode"

let server: MockServer
let tools: Awaited<ReturnType<typeof findTools>>
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
  tools = await findTools({
    go: [onPath("go"), "golang-go"],
    oauth2: [[join(libraries, "src/golang.org/x/oauth2")], "golang-golang-x-oauth2-dev"],
  })
})
afterAll(() => server.close())

describe("a Go client that OpenAPI Generator makes from the OpenAPI document", () => {
  it("calls every endpoint, and decodes every response completely", async ({ skip }) => {
    if (tools.missing.length > 0) return skip(`neither here nor to be installed: ${tools.missing.join(", ")}`)
    const folder = temporaryFolder(onTestFinished)
    const settings = ["--type-mappings", "integer=int64"]
    await generate(tools, folder, ["-g", "go-experimental", "-o", join(folder, "src/mas"), ...settings])
    const env = { ...process.env, GO111MODULE: "off", GOPATH: `${folder}:${libraries}`, GOFLAGS: "" }
    await expectWholeAnswers(spawn("go", ["run", join(root, "test/openapi-client/walk.go")], { env }), server)
  })
})
