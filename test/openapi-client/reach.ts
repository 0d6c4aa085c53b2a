import createClient, { type Middleware } from "openapi-fetch"
import type { paths } from "../../generated/openapi-client.ts"
import type { MockServer } from "../../mock-server/index.ts"
import { openapiDocument } from "../../sdk/contract/openapi/document.ts"
import { callTheRest } from "./by-example.ts"
import { walk } from "./walk.ts"

/** Called for every response of a client made from the document. */
type OnAnswer = (request: Request, response: Response) => Promise<void> | void

/** Calls every endpoint of a mock server over HTTP, with a client of the document only; lists each as `GET /v1/…`. */
export async function reachAll(
  server: MockServer,
  baseUrl: string,
  onResponse: OnAnswer,
): Promise<ReadonlySet<string>> {
  const reached = new Set<string>()
  const watch: Middleware = {
    async onResponse({ request, response, schemaPath }) {
      reached.add(`${request.method} ${schemaPath}`)
      await onResponse(request, response.clone())
      return undefined
    },
  }
  const clientWith = (token: string | undefined) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
    const client = createClient<paths>({ baseUrl, headers })
    client.use(watch)
    return client
  }
  const nobody = clientWith(undefined)
  const signedIn = async (email: string) => {
    const { response } = await nobody.POST("/v1/login", { body: { user: { email, password: "mock-password" } } })
    return clientWith(response.headers.get("authorization")?.replace("Bearer ", ""))
  }
  const { credentials } = server.world.seeded()
  const clients = {
    key: clientWith(server.apiKey),
    nobody,
    form: clientWith(credentials.public_key),
    manager: clientWith(credentials.provisioning_credential),
    signedIn,
  }
  await walk(clients, server.world)
  server.world.reset()
  await callTheRest(clientWith(server.apiKey), openapiDocument(), reached)
  return reached
}

/** Every endpoint of the document, as `GET /v1/…`. */
export const described = (): string[] =>
  Object.entries(openapiDocument().paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
