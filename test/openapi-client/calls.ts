import { expect } from "vitest"
import type { MockServer } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"
import { endpoints } from "../support/samples.ts"

/** A call of an endpoint, for a client in another language. */
interface Call {
  readonly id: string
  readonly token: string | null
  /** The path parameters, in order. */
  readonly params: readonly unknown[]
  /** Query parameters, headers and form parts by name. */
  readonly given: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Each endpoint's example, with a credential that it accepts. */
export async function callsOf(server: MockServer): Promise<Call[]> {
  const { credentials } = server.world.seeded()
  const mas = new Mas(server.clientOptions)
  const signedIn = await mas.auth.login({ user: { email: "owner@acme.test", password: "mock-password" } })
  const tokens: Readonly<Record<string, string | undefined>> = {
    api_key: server.apiKey,
    jwt: signedIn.token,
    provisioning: credentials.provisioning_credential,
    public_key: credentials.public_key,
  }
  // Calls that end a session or delete a record come last.
  const ordered = [...endpoints].sort((a, b) => Number(a.spec.method === "DELETE") - Number(b.spec.method === "DELETE"))
  return ordered.map(({ name, spec }) => {
    const { params = {}, query = {}, body = null, idempotencyKey } = spec.example ?? {}
    const key = idempotencyKey ?? (spec.idempotency === "required" ? "from-a-generated-client" : undefined)
    const isForm = spec.upload === "multipart"
    return {
      id: name,
      token:
        (spec.auth.includes("provisioning") ? tokens.provisioning : spec.auth.map((kind) => tokens[kind])[0]) ?? null,
      params: [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => Object(params)[field] ?? 1),
      given: { ...query, ...(key !== undefined && { "Idempotency-Key": key }), ...(isForm && Object(body)) },
      // The Go client sends `null` for an absent body.
      ...(!isForm && spec.body !== undefined && { body: body ?? {} }),
    }
  })
}

interface ClientCallResult {
  readonly id: string
  readonly status: number
  /** The model into which the response was decoded. */
  readonly type: string
  /** Response fields that the model lacks. */
  readonly lost: readonly string[] | null
}

/** Expects a successful call of every endpoint, each decoded into its model without losing a field. */
export function expectResponsesOfAll(responses: readonly ClientCallResult[]): void {
  expect(responses.map(({ id }) => id).sort()).toEqual(endpoints.map(({ name }) => name).sort())
  expect(responses.filter(({ status, type }) => status < 300 && type === "ErrorBody")).toEqual([])
  // These are for other users than the one signed in.
  const failures = responses.filter(({ status }) => status >= 300).map(({ id, type }) => `${id} ${type}`)
  const others = ["managementGrant.get", "managementGrant.confirm", "managementGrant.revoke"]
  expect(failures).toEqual(others.map((id) => `${id} ErrorBody`))
  expect(responses.filter(({ lost }) => lost !== null)).toEqual([])
}
