import type { NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { headerNames } from "../../../sdk/contract/core/headers.ts"
import type { CheckLine } from "../../terminal/output/check-lines.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { type CheckedRequests, type CheckedResponse, lineOf, noRecord } from "./checked-requests.ts"

/** Makes a service's read requests one after the other, and compares each response with the contract. */
export class ReadChecks {
  /** The first row's id of each list, by its path. */
  readonly #ids = new Map<string, string | number>()

  constructor(private readonly requests: CheckedRequests) {}

  /** Errors that do not belong to one endpoint. */
  async *errors(): AsyncGenerator<CheckLine> {
    const unknown = "GET /v1/my/nothing-of-the-kind"
    yield lineOf("unknown path", `${unknown} (404)`, await this.requests.send(unknown), this.requests.refusal(404))
    const nobody = await this.requests.send("GET /v1/my/account", { apiKey: "maskey_live_of_nobody" })
    const requirement = "GET /v1/my/account without a known credential (401)"
    yield lineOf("unknown credential", requirement, nobody, this.requests.refusal(401))
  }

  /** Checks an endpoint's response, the pages of a list, and the errors that the endpoint can return. Lists come before their items. */
  async *endpoint(endpoint: NamedEndpoint): AsyncGenerator<CheckLine> {
    const { name, spec } = endpoint
    const { contractChecks } = this.requests
    const path = this.#pathOf(endpoint)
    if (path === undefined)
      yield { name, outcome: "unknown", requirement: `GET ${spec.path}`, detail: "no list shows a record" }
    else {
      const size = spec.paginated?.size
      const first = (response: CheckedResponse) => {
        this.#keepId(spec.path, response.body)
        return [...contractChecks.success(endpoint, response), ...pageProblems(response, size, 1)]
      }
      yield await this.requests.line(endpoint, { request: `GET ${path}`, check: first })
      if (size !== undefined) {
        const second = (response: CheckedResponse) => [
          ...contractChecks.success(endpoint, response),
          ...pageProblems(response, 1, 2),
        ]
        yield await this.requests.line(endpoint, { request: `GET ${path}?limit=1&page=2`, check: second })
        yield await this.#refused(endpoint, `${path}?limit=0`, 422)
      }
    }
    if (spec.params !== undefined) yield await this.#refused(endpoint, spec.path.replace(/\{\w+\}/g, noRecord), 404)
  }

  #refused(endpoint: NamedEndpoint, path: string, status: number): Promise<CheckLine> {
    const check = this.requests.refusal(status)
    return this.requests.line(endpoint, { request: `GET ${path}`, check, expected: ` (${status})` })
  }

  #pathOf({ spec }: NamedEndpoint): string | undefined {
    const query = spec.paginated === undefined ? spec.example?.query : undefined
    // An endpoint such as a purchase's status: no list has its id.
    if (Object.keys(query ?? {}).some((field) => field.endsWith("_id"))) return undefined
    if (spec.params === undefined) return query === undefined ? spec.path : `${spec.path}?${searchOf(query)}`
    const [collection = "", ...deeper] = spec.path.split("/{")
    const id = this.#ids.get(collection)
    return id === undefined || deeper.length !== 1 ? undefined : spec.path.replace(/\{\w+\}/, encodeURIComponent(id))
  }

  #keepId(path: string, body: unknown): void {
    const id = Array.isArray(body) ? body[0]?.id : undefined
    if (typeof id === "number" || typeof id === "string") this.#ids.set(path, id)
  }
}

const searchOf = (query: Readonly<Record<string, string | number | boolean>>) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()

function pageProblems({ status, body, header }: CheckedResponse, size: number | undefined, page: number): string[] {
  if (size === undefined || status !== 200 || !Array.isArray(body)) return []
  const { totalCount } = headerNames
  const total = Number(header(totalCount) ?? Number.NaN)
  if (!Number.isInteger(total) || total < 0) return [`${totalCount} is not a number of rows`]
  const pages = Math.ceil(total / size)
  const expected = {
    [headerNames.totalPages]: pages,
    [headerNames.pageNumber]: page,
    [headerNames.nextPage]: page < pages ? page + 1 : undefined,
    [headerNames.prevPage]: Math.min(page - 1, pages) || undefined,
  }
  const rows = Math.max(0, Math.min(size, total - (page - 1) * size))
  return [
    ...Object.entries(expected).flatMap(([name, number]) => {
      const value = header(name)
      return value === (number === undefined ? null : String(number))
        ? []
        : [`${name} is ${value ?? "missing"}, not ${number ?? "left out"}`]
    }),
    ...(body.length === rows ? [] : [`has ${countText(body.length)} rows, not ${countText(rows)}`]),
  ]
}
