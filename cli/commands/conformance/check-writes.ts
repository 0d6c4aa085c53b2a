import type { NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { headerNames } from "../../../sdk/contract/core/headers.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import type { CheckLine } from "../../terminal/output/check-lines.ts"
import { type CheckedRequests, type CheckedResponse, noRecord, type ResponseCheck } from "./checked-requests.ts"

/** Does not exist: events sent before the endpoint is disabled reach nobody. */
const url = "https://hooks.example.com/mas-conformance"

/** Requests without their required fields create nothing. */
const refusedWhenEmpty = ["webhooks.create", "lists.create", "templates.create", "validations.quote"] as const
const refusedOfNoRecord = ["webhooks.update", "webhooks.test", "templates.update", "memberships.update"] as const

const parts = {
  webhooks: ["webhooks.create", "webhooks.get", "webhooks.update", "webhooks.delete"],
  savedAgain: ["account.update", "user.update"],
  quote: ["validations.quote"],
  refused: [...refusedWhenEmpty, ...refusedOfNoRecord],
} as const

export const writtenTo: readonly string[] = [...new Set(Object.values(parts).flat())]

/**
 * Makes the writes that leave nothing behind and reach nobody, one after the other, and compares each response with the
 * contract. Creates no contacts, lists, templates, flows or campaigns, since the service cannot delete them.
 */
export class WriteChecks {
  constructor(
    private readonly requests: CheckedRequests,
    private readonly endpoints: readonly NamedEndpoint[],
  ) {}

  /** Check lines of the wanted endpoints; of all when omitted. */
  async *lines(selected?: readonly string[]): AsyncGenerator<CheckLine> {
    const isWanted = (names: readonly string[]) =>
      selected === undefined || names.some((name) => selected.includes(name))
    if (isWanted(parts.webhooks)) yield* this.#webhook()
    if (isWanted(parts.savedAgain)) yield* this.#savedAgain()
    if (isWanted(parts.quote)) yield* this.#quote()
    if (isWanted(parts.refused)) yield* this.#refused()
  }

  async *#webhook(): AsyncGenerator<CheckLine> {
    const events = ["email.complained"]
    const full = await this.requests.send("GET /v1/my/webhooks?limit=1")
    if (typeof full !== "string" && Number(full.header(headerNames.totalCount)) >= limits.webhooksPerBrand) {
      const limitReason = `the brand has its ${limits.webhooksPerBrand} endpoints already`
      yield { name: "webhooks.create", outcome: "unknown", requirement: "POST /v1/my/webhooks", detail: limitReason }
      return
    }
    const created: { id?: unknown; secret?: unknown } = {}
    const keep: ResponseCheck = ({ body }) => {
      Object.assign(created, body)
      return String(created.secret).startsWith("whsec_") ? [] : ["secret does not begin with whsec_"]
    }
    let isDeleted = false
    try {
      yield await this.#success("webhooks.create", "POST /v1/my/webhooks", { url, events }, keep)
      if (typeof created.id !== "number") return
      const path = `/v1/my/webhooks/${created.id}`
      yield await this.#success("webhooks.update", `PATCH ${path}`, { enabled: false }, same({ url, enabled: false }))
      const masked = same({ url, events, enabled: false })
      yield await this.#success("webhooks.get", `GET ${path}`, undefined, (response) => [
        ...masked(response),
        ...(fieldsOf(response).secret === created.secret ? ["shows the whole secret"] : []),
      ])
      yield await this.#success("webhooks.get", `GET ${path}?reveal=true`, undefined, same({ secret: created.secret }))
      const other = { url: `${url}-changed`, events: ["email.bounced", "email.complained"] }
      yield await this.#success("webhooks.update", `PATCH ${path}`, other, same({ ...other, enabled: false }))
      yield await this.#success("webhooks.get", `GET ${path}`, undefined, same({ ...other, enabled: false }))
      const open = { url: "http://hooks.example.com/" }
      yield await this.#refusal("webhooks.update", `PATCH ${path}`, 422, open, " to an address without TLS (422)")
      const deleted = await this.#success("webhooks.delete", `DELETE ${path}`, undefined, same({ id: created.id }))
      isDeleted = deleted.outcome === "passed"
      yield deleted
      yield await this.#refusal("webhooks.get", `GET ${path}`, 404, undefined, " after it is deleted (404)")
      yield await this.#refusal("webhooks.delete", `DELETE ${path}`, 404, undefined, " again (404)")
    } finally {
      if (!isDeleted) await this.#deleteCreated(created.id)
    }
  }

  /** Deletes the created endpoint. Looks it up when the response was missing or wrong. */
  async #deleteCreated(id: unknown): Promise<void> {
    const rows = typeof id === "number" ? [{ id, url }] : await this.requests.cleanUp("GET /v1/my/webhooks")
    for (const row of Array.isArray(rows) ? rows : []) {
      if (row?.url === url) await this.requests.cleanUp(`DELETE /v1/my/webhooks/${encodeURIComponent(row.id)}`)
    }
  }

  async *#savedAgain(): AsyncGenerator<CheckLine> {
    for (const [name, path, field] of [
      ["account.update", "/v1/my/account", "name"],
      ["user.update", "/v1/my/user", "first_name"],
    ] as const) {
      const read = await this.requests.send(`GET ${path}`)
      const value = typeof read === "string" ? undefined : fieldsOf(read)[field]
      if (typeof value !== "string") {
        yield { name, outcome: "unknown", requirement: `PATCH ${path}`, detail: `the read shows no ${field}` }
        continue
      }
      const expected = ` with the ${field} that it has`
      yield await this.#success(name, `PATCH ${path}`, { [field]: value }, same({ [field]: value }), expected)
    }
  }

  /** Quotes the price of validating a list, and starts nothing. */
  async *#quote(): AsyncGenerator<CheckLine> {
    const name = "validations.quote"
    const request = "POST /v1/my/validation_operations/quote"
    const lists = await this.requests.send("GET /v1/my/lists?limit=1")
    const id: unknown = typeof lists === "string" ? undefined : Object(lists.body)[0]?.id
    if (id === undefined) yield { name, outcome: "unknown", requirement: request, detail: "no list shows a record" }
    else yield await this.#success(name, request, { list_id: id }, () => [], ` of list ${id}`)
  }

  async *#refused(): AsyncGenerator<CheckLine> {
    for (const name of refusedWhenEmpty) {
      const { spec } = this.#named(name)
      yield await this.#refusal(name, `${spec.method} ${spec.path}`, 422, {}, " without its fields (422)")
    }
    for (const name of refusedOfNoRecord) {
      const { spec } = this.#named(name)
      const request = `${spec.method} ${spec.path.replace(/\{\w+\}/g, noRecord)}`
      yield await this.#refusal(name, request, 404, Object(spec.example?.body), " (404)")
    }
  }

  #success(
    name: string,
    request: string,
    body: object | undefined,
    check: ResponseCheck,
    expected = "",
  ): Promise<CheckLine> {
    const endpoint = this.#named(name)
    const both: ResponseCheck = (response) => [
      ...this.requests.contractChecks.success(endpoint, response),
      ...check(response),
    ]
    return this.requests.line(endpoint, { request, check: both, expected, body })
  }

  #refusal(
    name: string,
    request: string,
    status: number,
    body: object | undefined,
    expected: string,
  ): Promise<CheckLine> {
    return this.requests.line(this.#named(name), { request, check: this.requests.refusal(status), expected, body })
  }

  #named(name: string): NamedEndpoint {
    const namedEndpoint = this.endpoints.find((endpoint) => endpoint.name === name)
    if (namedEndpoint === undefined) throw new Error(`the contract has no endpoint ${name}`)
    return namedEndpoint
  }
}

const fieldsOf = ({ body }: CheckedResponse): Readonly<Record<string, unknown>> => ({ ...Object(body) })

/** Compares fields with those sent; lists in any order. */
const same =
  (expected: Readonly<Record<string, unknown>>): ResponseCheck =>
  (response) => {
    const fields = fieldsOf(response)
    return Object.entries(expected).flatMap(([name, value]) =>
      textOf(fields[name]) === textOf(value) ? [] : [`${name} differs from the saved value`],
    )
  }

const textOf = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)
