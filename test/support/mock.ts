import { fetchFrom } from "../../mock-server/fetch.ts"
import { MockWorld } from "../../mock-server/mock-world.ts"
import { MockService, type MockServiceOptions, mainWorld } from "../../mock-server/service.ts"

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
  /** The JSON of the answer, null where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
}

/** A service in this process on a frozen clock, and a short way to call it. */
export function mock(options: MockServiceOptions = {}) {
  const inner = new MockService({ clock: "frozen", now: "2026-03-01T12:00:00.000Z", ...options })
  const service = {
    fetch: (request: Request) => fetchFrom(inner, request),
    close: () => inner.close(),
    get world() {
      return inner.world
    },
  }
  const tokens = new Map<string, string>()

  async function call(method: string, path: string, options: CallOptions = {}): Promise<Called> {
    const { body, form, headers = {}, as } = options
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
      }),
    )
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) }
  }

  /** A seeded person's JWT. */
  async function token(person: keyof typeof addresses): Promise<string> {
    const known = tokens.get(person)
    if (known !== undefined) return known
    const user = { email: addresses[person], password: "mock-password" }
    const { headers } = await call("POST", "/v1/login", { key: null, body: { user } })
    const fresh = headers.get("authorization")?.replace("Bearer ", "") ?? ""
    tokens.set(person, fresh)
    return fresh
  }

  /** Moves the clock, running what is due on the way. Milliseconds. */
  const advance = (ms: number) => inner.world.scheduler.advanceBy(ms)

  return {
    service,
    /** The world itself, tables and all; another one after a reset. */
    get world() {
      return inner.world
    },
    /** The world as a user of the mock server holds it. */
    control: new MockWorld(inner, mainWorld),
    call,
    token,
    advance,
  }
}
