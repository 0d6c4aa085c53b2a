import type { NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import { complaints } from "../support/answer-check.ts"
import type { Called, CallOptions } from "../support/mock.ts"
import { type Changes, endpoints, type Mock, pathOf, sample } from "../support/samples.ts"
import { Skipped } from "./check.ts"
import { type Answered, type Connection, connect } from "./connection.ts"

/** The reads that an API key is let in to. */
export const reads = endpoints.filter(({ spec }) => spec.method === "GET" && spec.auth.includes("api_key"))

/** A service somewhere, as the checks see it. */
export class Service {
  readonly #connection: Connection
  readonly #ask: ReturnType<typeof connect>
  readonly #read = new Map<string, Promise<Answered | undefined>>()

  constructor(connection: Connection) {
    this.#connection = connection
    this.#ask = connect(connection)
  }

  readonly call: Mock["call"] = async (method, path, options) => (await this.ask(method, path, options)).called

  ask(method: string, path: string, options?: CallOptions): Promise<Answered> {
    return this.#ask(method, path, options)
  }

  /** The key of website forms; a check that needs one is skipped where none was given. */
  get publicKey(): string {
    const { publicKey } = this.#connection
    if (publicKey === undefined) throw new Skipped("needs a public key: --public-key")
    return publicKey
  }

  get(path: string, options?: CallOptions): Promise<Called> {
    return this.call("GET", path, options)
  }

  /** An endpoint's answer to its plainest request, asked for once; undefined where there is no record to ask for. */
  read(endpoint: NamedEndpoint): Promise<Answered | undefined> {
    const known = this.#read.get(endpoint.name) ?? this.#firstRead(endpoint)
    this.#read.set(endpoint.name, known)
    return known
  }

  async #firstRead(endpoint: NamedEndpoint): Promise<Answered | undefined> {
    const located = await this.locate(endpoint)
    if (located === undefined) return undefined
    const { spec } = located
    const query = spec.query !== undefined && spec.paginated === undefined ? spec.example?.query : {}
    return this.ask("GET", pathOf(spec, spec.example?.params, query))
  }

  /** The endpoint with an example that names a record of this service; undefined where no list shows one. */
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

  /** The endpoint's example, sent with what is changed of it. */
  send(endpoint: NamedEndpoint, changes: Changes = {}): Promise<Called> {
    return this.call(...sample(endpoint, changes))
  }

  /** What the tests' own definitions take. Those that reach for the mock server's controls are no use here. */
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

/** A query that must name a record, such as a purchase: no list shows which there are. */
const namesRecord = ({ spec }: NamedEndpoint) =>
  Object.keys(spec.example?.query ?? {}).some((name) => /_id$/.test(name))

/** What the OpenAPI document has against an answer. */
export const against = ({ seen }: Answered): string[] => complaints(seen)
