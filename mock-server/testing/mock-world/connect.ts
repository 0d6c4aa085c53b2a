import { trimEndOf } from "../../../sdk/contract/core/trim-end.ts"
import { refuseUnknownOptions } from "../../../sdk/webhooks/store.ts"
import { hostFetch } from "../../base/host.ts"
import type { InboundMail, NewWorld } from "../../base/models.gen.ts"
import type { Control } from "../../control/control.ts"
import type { EmlFile } from "../../control/inbound.ts"
import type { WorldView } from "../../control/world.ts"
import type { WorldInfo } from "../../control/worlds.ts"
import type { InboundResult } from "../../resources/conversations/inbox.ts"
import { buildHeader } from "../../service/http/fetch.ts"
import { controlTokenHeader } from "../../service/request/control-access.ts"
import { worldHeader } from "../../service/request/find-world.ts"
import { controlRoot } from "../../service/request/routes/control-tree.ts"
import { mainWorld } from "../../world/world-names.ts"
import type { MockClientOptions } from "../client-options.ts"
import { MockWorld } from "../mock-world.ts"
import type { CallControl, SendRequest } from "./connection.ts"

/** A part of a world whose methods return promises. */
export type Awaitable<T> = T extends (...args: infer A) => infer R
  ? (...args: A) => Promise<Awaited<R>>
  : T extends object
    ? { readonly [K in keyof T]: Awaitable<T[K]> }
    : T

/** A world of a remote mock server: the methods of `MockWorld`, each returning a promise. */
export type RemoteWorld = {
  readonly [K in keyof Omit<MockWorld, "worlds" | "clientOptions" | "inbound">]: Awaitable<MockWorld[K]>
} & {
  /** The options for a client of this world: `new Mas(world.clientOptions)`. */
  readonly clientOptions: Pick<MockClientOptions, "baseUrl" | "apiKey">
  /** The worlds of the server. */
  readonly worlds: Awaitable<Omit<MockWorld["worlds"], "create">> & {
    /** Creates a freshly seeded world next to this one. */
    readonly create: (options?: NewWorld) => Promise<RemoteWorld>
  }
  /** Delivers a mail to an inbox address: from its parts or a mailbox file. */
  readonly inbound: (mail: InboundMail | EmlFile) => Promise<InboundResult>
}

/** A control call was refused or got no response. */
export class MockConnectionError extends Error {
  static override readonly name = "MockConnectionError"
  /** `MockConnectionError`. */
  override readonly name = MockConnectionError.name

  /** `status` is undefined if no mock server responds. */
  constructor(
    message: string,
    /** The response status; undefined if no mock server responds. */
    readonly status: number | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Options for connecting to a mock server. */
export interface ConnectOptions {
  /** Sends the requests; when left out, the original global `fetch`. */
  readonly fetch?: MockClientOptions["fetch"]
  /** The secret of a mock that is mounted in an app: `createMockRoute({ controlToken })`. Other mocks need none. */
  readonly controlToken?: string
}

/**
 * Connects to a world of a mock server in another process or on another machine: `http://127.0.0.1:4010`, or with a
 * world's prefix `http://127.0.0.1:4010/@w1`. Rejects with a MockConnectionError when no mock server responds.
 * @example const world = await connectMock(process.env.MAS_BASE_URL)
 * await world.expect.message({ to: "ana@example.test" })
 */
export async function connectMock(url: string, options: ConnectOptions = {}): Promise<RemoteWorld> {
  // For example from an environment variable that is not set.
  if (typeof url !== "string" || !/^https?:\/\//i.test(url)) {
    const givenText = typeof url === "string" ? JSON.stringify(url) : `${Object.prototype.toString.call(url)} ${url}`
    throw new TypeError(`connectMock takes an address as text, such as http://127.0.0.1:4010, not ${givenText}`)
  }
  const { fetch = hostFetch, controlToken, ...others } = options
  refuseUnknownOptions("connectMock", others)
  const remote = new RemoteServer(trimEndOf(url, "/"), fetch, controlToken)
  const { id, view } = await remote.look()
  return remote.world(id, view.credentials.api_key)
}

class RemoteServer {
  readonly #fetch: SendRequest

  constructor(
    private readonly url: string,
    send: SendRequest,
    private readonly controlToken: string | undefined,
  ) {
    this.#fetch = send
  }

  /** The world's name and initial contents. */
  async look(): Promise<{ readonly id: string; readonly view: WorldView }> {
    const response = await this.#send("GET", "/world")
    const [, id] = /world=([^;]+)/.exec(response.headers.get(buildHeader) ?? "") ?? []
    if (id === undefined)
      throw new MockConnectionError(`The server at ${this.url} is not a mock server`, response.status)
    return { id, view: await response.json() }
  }

  world(id: string, apiKey: string): RemoteWorld {
    // Every method returns the result of its call, which is a promise here. The cast at the end gives the right types.
    const call = ((control: Control, sent: Sent) => this.#call(control, sent)) as CallControl
    const beside = (created: WorldInfo) => this.#beside(created) as unknown as MockWorld
    const fetch: SendRequest = (input, init) => this.#fetch(this.#addressed(id, input, init))
    const clientOptions = { baseUrl: this.url, apiKey } as MockClientOptions
    const close = async () => {
      if (id === mainWorld) return
      await this.#send("DELETE", `/worlds/${id}`).catch((error: MockConnectionError) => {
        if (error.status !== 404) throw error
      })
    }
    const connection = { id, url: this.url, apiKey, clientOptions, call, fetch, beside, close }
    return new MockWorld(connection) as unknown as RemoteWorld
  }

  /** The server's address without a world's prefix. */
  get #root(): string {
    return this.url.replace(/\/@[^/]*$/, "")
  }

  /**
   * Builds a request to a world, regardless of the host in its address. The server refuses a request that names another
   * world.
   */
  #addressed(id: string, input: Request | URL | string, init?: RequestInit): Request {
    const isPath = typeof input === "string" && input.startsWith("/")
    const request = new Request(isPath ? `${this.#root}${input}` : input, init)
    const { pathname, search } = new URL(request.url)
    const isHere = request.url.startsWith(`${this.#root}/`)
    const moved = isHere ? request : new Request(`${this.#root}${pathname}${search}`, request)
    if (id !== mainWorld && !moved.headers.has(worldHeader)) moved.headers.set(worldHeader, id)
    return moved
  }

  /** `created` is a promise, like every result of a call here. */
  async #beside(created: WorldInfo): Promise<RemoteWorld> {
    const { id } = await created
    return connectMock(`${this.#root}/@${id}`, {
      fetch: this.#fetch,
      ...(this.controlToken && { controlToken: this.controlToken }),
    })
  }

  async #call({ spec }: Control, sent: Sent): Promise<unknown> {
    const path = spec.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(sent.params?.[name])))
    const response = await this.#send(spec.method, path + queryOf(sent.query), spec.body && (sent.body ?? {}))
    return response.status === 204 ? undefined : response.json()
  }

  async #send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = {
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(this.controlToken === undefined ? {} : { [controlTokenHeader]: this.controlToken }),
    }
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
    const response = await this.#fetch(`${this.url}${controlRoot}${path}`, init).catch((cause: unknown) => {
      throw new MockConnectionError(`No mock server responds at ${this.url}`, undefined, { cause })
    })
    if (response.ok) return response
    const text = await response.text()
    throw new MockConnectionError(
      messageIn(text) ?? `${method} ${path} responded with ${response.status}`,
      response.status,
    )
  }
}

/** The parts of a call before serialization. */
interface Sent {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: object
  readonly body?: unknown
}

function queryOf(query: object = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) text.set(name, value instanceof Date ? value.toISOString() : String(value))
  }
  return text.size === 0 ? "" : `?${text}`
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text)
    return typeof message === "string" ? message : undefined
  } catch {
    return undefined
  }
}
