import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { described, reachAll } from "../openapi-client/reach.ts"
import { stricterDocument } from "./documents.ts"
import { startPrism } from "./prism.ts"
import { externalChecks } from "./tools.ts"

let server: MockServer

beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
  await externalChecks.manifest()
})
afterAll(() => server.close())

interface Violation {
  readonly location: readonly string[]
  readonly message: string
}

/** Prism's violations for the requests and responses of a walk through all endpoints. */
async function violations(folder: string, document: string) {
  const prism = await startPrism(folder, document, server.url)
  const messages: string[] = []
  try {
    const reached = await reachAll(server, prism.url, ({ method, url }, { headers }) => {
      const reported: Violation[] = JSON.parse(headers.get("sl-violations") ?? "[]")
      const where = `${method} ${new URL(url).pathname}`
      messages.push(...reported.map(({ location, message }) => `${where} ${location.join(".")}: ${message}`))
    })
    return { messages, reached }
  } finally {
    await prism.close()
  }
}

/** Prism reads every form part as text, even if the document's `encoding` declares JSON. */
const unread = "POST /v1/my/imports request.body.options: Request body property options must be object"

describe("Prism as a validating proxy", () => {
  it("accepts the requests and responses of every endpoint, and reports where the service breaks a rule", async ({
    skip,
  }) => {
    const folder = await externalChecks.packageFolder("@stoplight/prism-cli")
    if (folder === undefined) return skip("it could not be installed")
    const { messages, reached } = await violations(folder, stricterDocument())
    const isPlanted = (violation: string) => /response\.body\.\S*contacts_count: .*must be <= -1$/.test(violation)
    expect(messages.filter((violation) => !isPlanted(violation))).toEqual([unread])
    expect(messages.filter(isPlanted)).toContainEqual(expect.stringMatching(/^GET \/v1\/my\/lists /))
    expect([...reached].sort()).toEqual(described().sort())
  })
})
