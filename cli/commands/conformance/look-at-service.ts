import type { NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { headerNames } from "../../../sdk/contract/core/headers.ts"
import { APIError, ResponseValidationError } from "../../../sdk/errors.ts"
import type { HttpRequester } from "../../../sdk/request/requester.ts"
import type { CheckLine } from "../../output/check-lines.ts"
import { countText } from "../../output/numbers.ts"

/** An answer, as far as it is compared. */
interface Answer {
  readonly status: number
  readonly body: unknown
  header(name: string): string | null
}

/** What is wrong with an answer; nothing where it is as it should be. */
type Judge = (answer: Answer) => readonly string[]

/** How the contract judges answers. */
export interface Judges {
  /** Of an endpoint's success. */
  success(endpoint: NamedEndpoint, answer: Answer): readonly string[]
  /** Of an error's body. */
  error(body: unknown): readonly string[]
}

/** The id of no record. */
const noRecord = "999999999999"

/** Makes the reads of a service, one after the other, and says of each whether the answer is as the contract says. */
export class ServiceLook {
  readonly #requester: HttpRequester
  readonly #signal: AbortSignal
  readonly #judges: Judges
  /** The first row's id of each list, by its path. */
  readonly #ids = new Map<string, string | number>()

  constructor(requester: HttpRequester, signal: AbortSignal, judges: Judges) {
    this.#requester = requester
    this.#signal = signal
    this.#judges = judges
  }

  /** Errors that belong to no endpoint. */
  async *errors(): AsyncGenerator<CheckLine> {
    const path = "/v1/my/nothing-of-the-kind"
    yield lineOf("unknown path", `GET ${path} (404)`, await this.#read(path), this.#refusal(404))
    const nobody = this.#requester.extend({ apiKey: "maskey_live_of_nobody" })
    const answer = await this.#read("/v1/my/account", nobody)
    yield lineOf(
      "unknown credential",
      "GET /v1/my/account without a known credential (401)",
      answer,
      this.#refusal(401),
    )
  }

  /** An endpoint's answer, the pages of a list, and the errors that the endpoint can give. Lists go before what is in them. */
  async *endpoint(endpoint: NamedEndpoint): AsyncGenerator<CheckLine> {
    const { name, spec } = endpoint
    const path = this.#pathOf(endpoint)
    if (path === undefined)
      yield { name, outcome: "unknown", says: `GET ${spec.path}`, found: "no list shows a record" }
    else {
      const size = spec.paginated?.size
      yield await this.#line(endpoint, path, (answer) => {
        this.#keepId(spec.path, answer.body)
        return [...this.#judges.success(endpoint, answer), ...pageProblems(answer, size, 1)]
      })
      if (size !== undefined) {
        const second: Judge = (answer) => [...this.#judges.success(endpoint, answer), ...pageProblems(answer, 1, 2)]
        yield await this.#line(endpoint, `${path}?limit=1&page=2`, second)
        yield await this.#line(endpoint, `${path}?limit=0`, this.#refusal(422), " (422)")
      }
    }
    if (spec.params !== undefined) {
      yield await this.#line(endpoint, spec.path.replace(/\{\w+\}/g, noRecord), this.#refusal(404), " (404)")
    }
  }

  #pathOf({ spec }: NamedEndpoint): string | undefined {
    const query = spec.paginated === undefined ? spec.example?.query : undefined
    // Such as a purchase: no list shows which there are.
    if (Object.keys(query ?? {}).some((field) => field.endsWith("_id"))) return undefined
    if (spec.params === undefined) return query === undefined ? spec.path : `${spec.path}?${searchOf(query)}`
    const [collection = "", ...deeper] = spec.path.split("/{")
    const id = this.#ids.get(collection)
    return id === undefined || deeper.length !== 1 ? undefined : spec.path.replace(/\{\w+\}/, String(id))
  }

  #keepId(path: string, body: unknown): void {
    const id = Array.isArray(body) ? body[0]?.id : undefined
    if (typeof id === "number" || typeof id === "string") this.#ids.set(path, id)
  }

  #refusal(status: number): Judge {
    return (answer) => [
      ...(answer.status === status ? [] : [`answers ${answer.status}, not ${status}`]),
      ...this.#judges.error(answer.body),
    ]
  }

  async #line({ name, spec }: NamedEndpoint, path: string, judge: Judge, due = ""): Promise<CheckLine> {
    const answer = await this.#read(path)
    const says = `GET ${path}${due}`
    const notLetIn = spec.errorShape === "popup" ? 401 : 403
    if (typeof answer === "string" || answer.status !== notLetIn) return lineOf(name, says, answer, judge)
    // What a role or a plan keeps from this credential is no fault of the service; the error still has its shape.
    const line = lineOf(name, says, answer, this.#refusal(notLetIn))
    const found = `this credential is not let in (${notLetIn})`
    return line.outcome === "failed" ? line : { ...line, outcome: "unknown", found }
  }

  /** An answer, or in words why it cannot be read. */
  async #read(path: string, requester = this.#requester): Promise<Answer | string> {
    try {
      const { data: body, response } = await requester.call(`GET ${path}`, {}, { signal: this.#signal }).withResponse()
      return { status: response.status, body, header: (name) => response.header(name) }
    } catch (error) {
      if (error instanceof ResponseValidationError) return error.message
      if (error instanceof APIError) return error
      throw error
    }
  }
}

function lineOf(name: string, says: string, answer: Answer | string, judge: Judge): CheckLine {
  const problems = typeof answer === "string" ? [answer] : judge(answer)
  return problems.length === 0
    ? { name, outcome: "held", says }
    : { name, outcome: "failed", says, found: problems.join("; ") }
}

const searchOf = (query: Readonly<Record<string, string | number | boolean>>) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()

/** What is wrong with the headers of a page, given how many rows there are. */
function pageProblems({ status, body, header }: Answer, size: number | undefined, page: number): string[] {
  if (size === undefined || status !== 200 || !Array.isArray(body)) return []
  const { totalCount } = headerNames
  const total = Number(header(totalCount) ?? Number.NaN)
  if (!Number.isInteger(total) || total < 0) return [`${totalCount} is no number of rows`]
  const pages = Math.ceil(total / size)
  const due = {
    [headerNames.totalPages]: pages,
    [headerNames.pageNumber]: page,
    [headerNames.nextPage]: page < pages ? page + 1 : undefined,
    [headerNames.prevPage]: Math.min(page - 1, pages) || undefined,
  }
  const rows = Math.max(0, Math.min(size, total - (page - 1) * size))
  return [
    ...Object.entries(due).flatMap(([name, number]) => {
      const given = header(name)
      return given === (number === undefined ? null : String(number))
        ? []
        : [`${name} is ${given ?? "missing"}, not ${number ?? "left out"}`]
    }),
    ...(body.length === rows ? [] : [`has ${countText(body.length)} rows, not ${countText(rows)}`]),
  ]
}
