import { kebabCase } from "../../base/kebab-case.ts"
import { literal, quoted } from "./literal.ts"
import type { SentRequest } from "./sent-request.ts"

/** Where the request went, and the key that it showed. */
interface Place {
  readonly baseUrl: string
  /** The world's own key. */
  readonly apiKey: string
}

const isSome = (value: unknown) => value !== null && value !== undefined

/** A request for curl. A credential other than the world's own key is left to its owner. */
export function asCurl({ entry, url, isByKey, brandSid }: SentRequest, { baseUrl, apiKey }: Place): string {
  const { method, idempotency_key, request_body, credential_kind } = entry
  const headers = [
    ...(credential_kind === null ? [] : [`Authorization: Bearer ${isByKey ? apiKey : "$MAS_API_KEY"}`]),
    ...(brandSid === undefined ? [] : [`X-Brand-SID: ${brandSid}`]),
    ...(idempotency_key === null ? [] : [`Idempotency-Key: ${idempotency_key}`]),
    ...(isSome(request_body) ? ["Content-Type: application/json"] : []),
  ]
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(baseUrl + url)}`,
    ...headers.map((header) => `-H ${header.includes("$MAS_API_KEY") ? `"${header}"` : quoted(header)}`),
    ...(isSome(request_body) ? [`-d ${quoted(bodyText(request_body))}`] : []),
  ]
  return lines.join(" \\\n  ")
}

const bodyText = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body))

/** A request as a call of the client; undefined where it has no method for it. */
export function asSdkCall({ call, entry, brandSid }: SentRequest, indent = ""): string | undefined {
  if (call === undefined) return undefined
  const { name, endpoint, ids, query, body } = call
  const input = endpoint.body !== undefined ? body : query
  const options = {
    ...(entry.idempotency_key === null ? {} : { idempotencyKey: entry.idempotency_key }),
    ...(brandSid === undefined ? {} : { brandSid }),
  }
  const hasOptions = Object.keys(options).length > 0
  const takesInput = endpoint.body !== undefined || endpoint.query !== undefined || endpoint.paginated !== undefined
  const given = isSome(input) ? [input] : takesInput && hasOptions ? [{}] : []
  const parts = [...ids, ...given, ...(hasOptions ? [options] : [])]
  return `mas.${name}(${parts.map((part) => literal(part, indent)).join(", ")})`
}

/** A request as a command: the endpoint's own where its fields are plain, else any request. */
export function asCommand(request: SentRequest): string {
  const { call, entry, url, brandSid } = request
  const { method, idempotency_key, request_body } = entry
  const common = [
    ...(idempotency_key === null ? [] : ["--idempotency-key", quoted(idempotency_key)]),
    ...(brandSid === undefined ? [] : ["--brand", quoted(brandSid)]),
    "--profile mock",
    ...(call?.endpoint.confirm === undefined ? [] : ["--yes"]),
  ]
  const flags = call && flagsOf(call.endpoint.body === undefined ? (call.query ?? {}) : call.body)
  if (call !== undefined && flags !== undefined) {
    const words = call.name.split(".").map(kebabCase)
    return ["mas", ...words, ...call.ids.map((id) => quoted(String(id))), ...flags, ...common].join(" ")
  }
  const input = isSome(request_body) ? ["--input", quoted(bodyText(request_body))] : []
  return ["mas api", method, quoted(url), ...input, ...common].join(" ")
}

/** Fields as flags; undefined where one is more than a plain value. */
function flagsOf(fields: unknown): string[] | undefined {
  if (!isSome(fields)) return []
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return undefined
  const flags: string[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (value === true) flags.push(`--${kebabCase(name)}`)
    else if (typeof value === "number" || (typeof value === "string" && !/^[-@]/.test(value) && value !== "")) {
      flags.push(`--${kebabCase(name)}`, quoted(String(value)))
    } else return undefined
  }
  return flags
}
