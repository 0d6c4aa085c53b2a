import { spawn } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, describe, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { expectWholeAnswers, findTools, generate } from "./openapi-generator.ts"

// Debian's Python, which has Debian's libraries; another one earlier on the PATH does not.
const python = "/usr/bin/python3"
const libraries = "/usr/lib/python3/dist-packages"

let server: MockServer
let tools: Awaited<ReturnType<typeof findTools>>
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
  tools = await findTools({
    python: [[python], "python3"],
    urllib3: [[join(libraries, "urllib3")], "python3-urllib3"],
    six: [[join(libraries, "six.py")], "python3-six"],
    dateutil: [[join(libraries, "dateutil")], "python3-dateutil"],
    certifi: [[join(libraries, "certifi")], "python3-certifi"],
  })
})
afterAll(() => server.close())

describe("a Python client that OpenAPI Generator makes from the OpenAPI document", () => {
  it("calls every endpoint, and decodes every response completely", async ({ skip }) => {
    if (tools.missing.length > 0) return skip(`neither here nor to be installed: ${tools.missing.join(", ")}`)
    const folder = temporaryFolder(onTestFinished)
    await generate(tools, folder, ["-g", "python", "-o", folder])
    const env = { ...process.env, PYTHONPATH: folder }
    await expectWholeAnswers(spawn(python, [join(root, "test/openapi-client/walk.py")], { env }), server)
  })
})
