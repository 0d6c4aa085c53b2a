import { APIError, ResponseValidationError } from "../../../sdk/client/errors.ts"
import type { HttpRequester } from "../../../sdk/client/request/requester.ts"
import type { NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import type { CheckLine } from "../../terminal/output/check-lines.ts"

export interface CheckedResponse {
  readonly status: number
  readonly body: unknown
  header(name: string): string | null
}

/** The problems of a response; empty when it is correct. */
export type ResponseCheck = (response: CheckedResponse) => readonly string[]

export interface ContractChecks {
  success(endpoint: NamedEndpoint, response: CheckedResponse): readonly string[]
  error(body: unknown): readonly string[]
}

export interface CheckedRequest {
  /** Method and path with the query: `GET /v1/my/lists?limit=1`. */
  readonly request: string
  readonly body?: object | undefined
  readonly check: ResponseCheck
  /** What is expected or sent, if the request alone does not tell: ` (404)`. */
  readonly expected?: string
}

export const noRecord = "999999999999"

export class CheckedRequests {
  constructor(
    private readonly requester: HttpRequester,
    private readonly signal: AbortSignal,
    readonly contractChecks: ContractChecks,
  ) {}

  refusal(status: number): ResponseCheck {
    return (response) => [
      ...(response.status === status ? [] : [`responds with ${response.status}, not ${status}`]),
      ...this.contractChecks.error(response.body),
    ]
  }

  async line(
    { name, spec }: NamedEndpoint,
    { request, body, check, expected = "" }: CheckedRequest,
  ): Promise<CheckLine> {
    const response = await this.send(request, { body })
    const requirement = `${request}${expected}`
    const refusedStatus = spec.errorShape === "popup" ? 401 : 403
    if (typeof response === "string" || response.status !== refusedStatus)
      return lineOf(name, requirement, response, check)
    // A refusal caused by this credential's role or plan is no fault of the service; only the error's shape is checked.
    const line = lineOf(name, requirement, response, this.refusal(refusedStatus))
    const noAccess = `this credential has no access (${refusedStatus})`
    return line.outcome === "failed" ? line : { ...line, outcome: "unknown", detail: noAccess }
  }

  /** A response, or the reason why it cannot be read. */
  async send(
    request: string,
    { body, apiKey }: { body?: object | undefined; apiKey?: string } = {},
  ): Promise<CheckedResponse | string> {
    const requester = apiKey === undefined ? this.requester : this.requester.extend({ apiKey })
    try {
      const called = requester.call(request, { body }, { signal: this.signal })
      const { data, response } = await called.withResponse()
      return { status: response.status, body: data, header: (name) => response.header(name) }
    } catch (error) {
      if (error instanceof ResponseValidationError) return error.message
      if (error instanceof APIError) return error
      throw error
    }
  }

  /** Makes a request even after an abort. Returns the body; undefined on failure. */
  cleanUp(request: string): Promise<unknown> {
    return this.requester.call(request).catch(() => undefined)
  }
}

/** The check line of a response, or of the reason why it cannot be read. */
export function lineOf(
  name: string,
  requirement: string,
  response: CheckedResponse | string,
  check: ResponseCheck,
): CheckLine {
  const problems = typeof response === "string" ? [response] : check(response)
  return problems.length === 0
    ? { name, outcome: "passed", requirement }
    : { name, outcome: "failed", requirement, detail: problems.join("; ") }
}
