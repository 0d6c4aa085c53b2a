import type { NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import type { Called, CallOptions } from "../support/mock.ts"
import { complaints } from "../support/response-check.ts"
import { type Changes, endpoints, type Mock, pathOf, sample } from "../support/samples.ts"
import { Skipped } from "./check.ts"
import { type Connection, connect, type HandledHost } from "./connection.ts"

/** The reads that an API key may call. */
export const reads = endpoints.filter(({ spec }) => spec.method === "GET" && spec.auth.includes("api_key"))

/** True for the 403 of an endpoint that is for other people or accounts than the key's: it comes before every other refusal but 401. */
export const isForOthers = ({ spec }: NamedEndpoint, status: number): boolean =>
  spec.only !== undefined && status === 403

/** A remote service for the checks. */
export class Service {
  readonly #connection: Connection
  readonly #ask: ReturnType<typeof connect>
  readonly #read = new Map<string, Promise<HandledHost | undefined>>()

  constructor(connection: Connection) {
    this.#connection = connection
    this.#ask = connect(connection)
  }

  readonly call: Mock["call"] = async (method, path, options) => (await this.ask(method, path, options)).called

  ask(method: string, path: string, options?: CallOptions): Promise<HandledHost> {
    return this.#ask(method, path, options)
  }

  /** The public key; a check that needs it is skipped if there is none. */
  get publicKey(): string {
    const { publicKey } = this.#connection
    if (publicKey === undefined) throw new Skipped("needs a public key: --public-key")
    return publicKey
  }

  get(path: string, options?: CallOptions): Promise<Called> {
    return this.call("GET", path, options)
  }

  /** An endpoint's response to a minimal request, cached; undefined if there is no record to read. */
  read(endpoint: NamedEndpoint): Promise<HandledHost | undefined> {
    const cachedRead = this.#read.get(endpoint.name) ?? this.#firstRead(endpoint)
    this.#read.set(endpoint.name, cachedRead)
    return cachedRead
  }

  async #firstRead(endpoint: NamedEndpoint): Promise<HandledHost | undefined> {
    const located = await this.locate(endpoint)
    if (located === undefined) return undefined
    const { spec } = located
    const query = spec.query !== undefined && spec.paginated === undefined ? spec.example?.query : {}
    return this.ask("GET", pathOf(spec, spec.example?.params, query))
  }

  /** The endpoint with the id of an existing record in its example; undefined if no list contains one. */
  async locate(endpoint: NamedEndpoint): Promise<NamedEndpoint | undefined> {
    const { spec } = endpoint
    if (spec.params === undefined) return namesRecord(endpoint) ? undefined : endpoint
    const [collection = "", ...deeper] = spec.path.split("/{")
    const list = reads.find((one) => one.spec.path === collection && one.spec.paginated !== undefined)
    const rows = list === undefined ? undefined : (await this.read(list))?.called.body
    const id = Array.isArray(rows) ? rows[0]?.id : undefined
    if (deeper.length !== 1 || id === undefined) return undefined
    return { ...endpoint, spec: { ...spec, example: { ...spec.example, params: { id } } } }
  }

  /** Sends the endpoint's example with changes. */
  send(endpoint: NamedEndpoint, changes: Changes = {}): Promise<Called> {
    return this.call(...sample(endpoint, changes))
  }

  /** Adapts it to the tests' definitions. Using the mock server's controls skips the check. */
  asMock(): Mock {
    const unreachable = (): never => {
      throw new Skipped("the way to it leads through the mock server's controls")
    }
    return {
      call: this.call,
      token: unreachable,
      advance: unreachable,
      get world() {
        return unreachable()
      },
      get control() {
        return unreachable()
      },
      get service() {
        return unreachable()
      },
    }
  }
}

/** True if the query must name a record, such as a purchase, for which there is no list. */
const namesRecord = ({ spec }: NamedEndpoint) =>
  Object.keys(spec.example?.query ?? {}).some((name) => /_id$/.test(name))

/** A response's deviations from the OpenAPI document. */
export const against = ({ exchange }: HandledHost): string[] => complaints(exchange)
