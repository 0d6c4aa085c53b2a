import { expect } from "vitest"
import type { MockServer } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"
import { endpoints } from "../support/samples.ts"

/** A call of an endpoint, for a client in another language. */
interface Call {
  readonly id: string
  readonly token: string | null
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly multipart: boolean
}

/** Each endpoint's example, with a credential that it lets in. */
export async function callsOf(server: MockServer): Promise<Call[]> {
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
    const { params = {}, query = {}, body = null, idempotencyKey } = spec.example ?? {}
    const key = idempotencyKey ?? (spec.idempotency === "required" ? "from-a-generated-client" : undefined)
    return {
      id: name,
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

interface Answer {
  readonly id: string
  readonly status: number
  /** The model that the answer was read into. */
  readonly type: string
}

/** Every endpoint was called, and let the caller in; each answer was read into its model. */
export function expectAnswersOfAll(answers: readonly Answer[]): void {
  expect(answers.map(({ id }) => id).sort()).toEqual(endpoints.map(({ name }) => name).sort())
  expect(answers.filter(({ status, type }) => status < 300 && type === "ErrorBody")).toEqual([])
  // Those are for other people than the one who is signed in.
  const refused = answers.filter(({ status }) => status >= 300).map(({ id, type }) => `${id} ${type}`)
  const others = ["managementGrant.get", "managementGrant.confirm", "managementGrant.revoke"]
  expect(refused).toEqual(others.map((id) => `${id} ErrorBody`))
}
