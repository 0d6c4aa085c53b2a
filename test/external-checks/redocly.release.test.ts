import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { described, reachAll } from "../openapi-client/reach.ts"
import { freePort, lineOf } from "../support/example.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { stricterDocument } from "./documents.ts"
import { externalChecks } from "./tools.ts"

const run = promisify(execFile)
let server: MockServer
let program: string | undefined

beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
  const folder = await externalChecks.packageFolder("@redocly/cli")
  program = folder && join(folder, "bin/cli.js")
})
afterAll(() => server.close())

/** The commands of docs/command-line.md that check recorded traffic, verbatim. */
const proxyArgs = (target: string, port: number, har: string) =>
  ["proxy", "--target", target, "--port", String(port), "--har", har] as const
const driftArgs = (har: string, document: string) =>
  ["drift", har, "--api", document, "--match-mode", "basepath"] as const

/** Records a walk through all endpoints with Redocly's proxy. */
async function record(cli: string, har: string): Promise<ReadonlySet<string>> {
  const port = await freePort()
  const proxy = spawn(process.execPath, [cli, ...proxyArgs(server.url, port, har)])
  const ended = once(proxy, "close")
  onTestFinished(() => void proxy.kill())
  await lineOf(proxy, /Proxy listening on/)
  const reached = await reachAll(server, `http://127.0.0.1:${port}`, () => {})
  await fetch(`http://127.0.0.1:${port}${undescribed}`)
  proxy.kill()
  await ended
  return reached
}

/** The messages about differences between recorded traffic and a document. */
async function driftsIn(cli: string, har: string, document: string): Promise<readonly string[]> {
  const report = join(temporaryFolder(onTestFinished), "report.json")
  const args = [cli, ...driftArgs(har, document), "--format", "json", "--output", report]
  // It exits with 1 if there are differences.
  await run(process.execPath, args).catch(() => {})
  const { problems }: { problems: { message: string }[] } = JSON.parse(readFileSync(report, "utf8"))
  return problems.map(({ message }) => message)
}

/** A path that the document does not have. */
const undescribed = "/v1/my/other_segments"
const planted = [
  /^Response schema mismatch at "\S*contacts_count": must be <= -1$/,
  new RegExp(`^Undocumented endpoint: GET ${undescribed}$`),
]

describe("Redocly's proxy and drift", () => {
  it("find only the planted differences in the traffic of all endpoints", async ({ skip }) => {
    if (program === undefined) return skip("it could not be installed")
    const har = join(temporaryFolder(onTestFinished), "traffic.har")
    expect([...(await record(program, har))].sort()).toEqual(described().sort())
    const messages = await driftsIn(program, har, stricterDocument())
    expect(messages.filter((message) => !planted.some((one) => one.test(message)))).toEqual([])
    for (const one of planted) expect(messages).toContainEqual(expect.stringMatching(one))
  })
})
