import createClient, { type Middleware } from "openapi-fetch"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { paths } from "../../generated/openapi-client.ts"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { openapiDocument } from "../../sdk/contract/openapi/document.ts"
import { complaints } from "../support/answer-check.ts"
import { callTheRest } from "./by-example.ts"
import { walk } from "./walk.ts"

let server: MockServer

beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
})

afterAll(async () => {
  await server.close()
})

describe("a client that others generate from the OpenAPI document", () => {
  it("reaches every endpoint over HTTP, and gets what the document says", async () => {
    const reached = new Set<string>()
    const wrong: string[] = []
    const watch: Middleware = {
      async onResponse({ request, response, schemaPath }) {
        reached.add(`${request.method} ${schemaPath}`)
        const { status, headers } = response
        const path = new URL(request.url).pathname
        wrong.push(
          ...complaints({ method: request.method, path, status, headers, text: await response.clone().text() }),
        )
        return undefined
      },
    }
    const clientWith = (token: string | undefined) => {
      const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
      const client = createClient<paths>({ baseUrl: server.url, headers })
      client.use(watch)
      return client
    }
    const nobody = clientWith(undefined)
    const signedIn = async (email: string) => {
      const { response } = await nobody.POST("/v1/login", { body: { user: { email, password: "mock-password" } } })
      return clientWith(response.headers.get("authorization")?.replace("Bearer ", ""))
    }
    const { credentials } = server.world.get()
    await walk(
      {
        key: clientWith(server.apiKey),
        nobody,
        form: clientWith(credentials.public_key),
        manager: clientWith(credentials.provisioning_credential),
        signedIn,
      },
      server.world,
    )
    const document = openapiDocument()
    server.world.reset()
    await callTheRest(clientWith(server.apiKey), document, reached)
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(wrong).toEqual([])
    expect([...reached].sort()).toEqual(described.sort())
  })
})
