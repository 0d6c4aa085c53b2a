import type { NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import { headerNames } from "../../sdk/contract/core/headers.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import { rowOf } from "../spec/index.ts"
import type { Called } from "./mock.ts"
import { type Changes, type Mock, sample } from "./samples.ts"

/** Requests per second in a service that must respond with 429. */
export const limitedTo = 5

/** Makes an endpoint answer a declared status; throws if no way is defined. */
export function answerWith(endpoint: NamedEndpoint, status: number, service: Mock): Promise<Called> {
  const { name, spec } = endpoint
  const row = rowOf(name)
  const probe = probeOf(endpoint, service)
  const specificCase = row.ways?.[status]
  if (specificCase !== undefined) return specificCase(probe)
  if (status === 409 && spec.idempotency !== undefined) return probe.again({ body: row.otherBody })
  if (status === spec.replayStatus && status !== spec.status) return probe.twice()
  if (status < 300) return probe.send()
  const generalCase = generalCases[status]
  if (generalCase === undefined) throw new Error(`Nobody has said how ${name} responds with ${status}: test/spec, ways`)
  return generalCase(probe)
}

/** An endpoint of a service and functions to send requests to it. */
function probeOf(endpoint: NamedEndpoint, service: Mock) {
  const { spec, name } = endpoint
  const who: Pick<Changes, "as" | "key"> = spec.auth.length === 0 ? { key: null } : rowOf(name).caller

  const send = (changes: Changes = {}): Promise<Called> => {
    const asUsual = changes.key === undefined && changes.as === undefined
    return service.call(...sample(endpoint, { ...(asUsual && who), ...changes }))
  }

  /** The second of two requests under one key. */
  const again = async (changes: Changes): Promise<Called> => {
    await send({ idempotencyKey: "twice" })
    return send({ idempotencyKey: "twice", ...changes })
  }

  /** A request with a raw body and a content type. */
  const sendRaw = (type: string, raw: string, headers = {}): Promise<Called> => {
    const [method, path] = sample(endpoint)
    const keys = spec.idempotency === "required" ? { [headerNames.idempotencyKey]: "raw" } : {}
    return service.call(method, path, { ...who, headers: { "Content-Type": type, ...keys, ...headers }, raw })
  }

  return { endpoint, service, send, again, sendRaw, twice: () => again({}) }
}

const boundary = "multipart/form-data; boundary=x"

/** An invalid query: lists ignore unknown parameters. */
const unfit = ({ spec }: NamedEndpoint) => (spec.paginated === undefined ? { unknown: 1 } : { page: 0 })

/** The general ways to get a status from any endpoint. */
const generalCases: Readonly<Record<number, (probe: ReturnType<typeof probeOf>) => Promise<Called>>> = {
  400: (probe) =>
    probe.endpoint.spec.upload === "multipart"
      ? probe.sendRaw(boundary, "no part")
      : probe.sendRaw("application/json", "{"),
  401: (probe) => probe.send({ key: "maskey_live_unknown" }),
  403: (probe) => probe.send({ key: "maspk_live_mock" }),
  404: (probe) =>
    probe.endpoint.spec.params === undefined
      ? probe.send({ headers: { [headerNames.brand]: "brand_unknown" } })
      : probe.send({ params: { id: 999_999, conversation_id: 1, conversation_message_id: 1 } }),
  413: (probe) =>
    probe.endpoint.spec.upload === "multipart"
      ? probe.sendRaw(boundary, "", { "Content-Length": String(2 * limits.importBytes) })
      : probe.sendRaw("application/json", `"${"x".repeat(limits.bodyBytes)}"`),
  415: (probe) => probe.sendRaw("text/plain", "x"),
  422: (probe) => probe.send({ query: { ...probe.endpoint.spec.example?.query, ...unfit(probe.endpoint) } }),
  429: async (probe) => {
    // Requests that count but have no effect: reads, or writes that are refused.
    const { method } = probe.endpoint.spec
    const counted = () => probe.send(method === "GET" ? {} : { query: { unknown: 1 } })
    for (let count = 0; count < limitedTo; count++) await counted()
    return counted()
  },
}
