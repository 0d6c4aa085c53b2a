import { fetchFrom } from "../../mock-server/service/http/fetch.ts"
import { type MockServiceOptions, ServiceCore } from "../../mock-server/service/service.ts"
import { worldOf } from "../../mock-server/testing/mock-world/world-of.ts"
import { mainWorld } from "../../mock-server/world/world-names.ts"
import { throwComplaints } from "./checked-service.ts"

/** The e-mail addresses of the seeded people. */
const addresses = {
  owner: "owner@acme.test",
  admin: "admin@acme.test",
  member: "member@acme.test",
  manager_owner: "owner@manager.test",
  client_owner: "owner@client.test",
} as const

export interface CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged; the headers must describe it. */
  readonly raw?: BodyInit
  /** Sent as multipart/form-data. */
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
  /** The bearer credential; the API key of `main` when left out, none when null. */
  readonly key?: string | null
  /** Signs this person in (once) and uses their JWT. */
  readonly as?: keyof typeof addresses
}

export interface Called {
  readonly status: number
  readonly headers: Headers
  /** The response body as JSON or text; null if there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
  readonly body: any
}

/** Parses a JSON response; returns other responses as text. */
function bodyOf(headers: Headers, text: string): unknown {
  if (text === "") return null
  return headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text
}

/**
 * A service in this process on a frozen clock, and a helper to call it. Every response is checked against the OpenAPI
 * document.
 */
export function mock(options: MockServiceOptions = {}) {
  const inner = new ServiceCore({ clock: "frozen", now: "2026-03-01T12:00:00.000Z", ...options })
  const service = {
    fetch: (request: Request) => fetchFrom(inner, { baseUrl: inner.baseUrl }, request),
    close: () => inner.close(),
    get world() {
      return inner.world
    },
  }
  const tokens = new Map<string, string>()

  async function call(method: string, path: string, options: CallOptions = {}): Promise<Called> {
    const { body, form, raw, headers = {}, as } = options
    const key = as === undefined ? (options.key === undefined ? "maskey_live_mock" : options.key) : await token(as)
    const response = await service.fetch(
      new Request(`http://mock.test${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(form === undefined ? {} : { body: form }),
        ...(raw === undefined ? {} : { body: raw }),
      }),
    )
    const { status, headers: responseHeaders } = response
    const text = await response.text()
    throwComplaints()
    return { status, headers: responseHeaders, body: bodyOf(responseHeaders, text) }
  }

  /** A seeded person's JWT. */
  async function token(person: keyof typeof addresses): Promise<string> {
    const cachedToken = tokens.get(person)
    if (cachedToken !== undefined) return cachedToken
    const user = { email: addresses[person], password: "mock-password" }
    const { headers } = await call("POST", "/v1/login", { key: null, body: { user } })
    const fresh = headers.get("authorization")?.replace("Bearer ", "") ?? ""
    tokens.set(person, fresh)
    return fresh
  }

  /** Advances the clock by `ms` and runs due work. */
  const advance = (ms: number) => inner.world.scheduler.advanceBy(ms)

  return {
    service,
    /** The current world with its tables; a reset replaces it. */
    get world() {
      return inner.world
    },
    /** The world's public API. */
    control: worldOf(inner, mainWorld),
    call,
    token,
    advance,
  }
}
