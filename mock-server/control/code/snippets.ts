import { sessionCookie } from "../../../sdk/contract/core/credentials.ts"
import { kebabCase } from "../../base/kebab-case.ts"
import { program } from "../../base/program.ts"
import { freshWorld } from "../../seed/fresh-world.ts"
import type { MountedWorld } from "../../world/mounted-world.ts"
import { apiKeyIn } from "../world.ts"
import { literal, quoted } from "./literal.ts"
import type { EndpointCall, SentRequest } from "./sent-request.ts"

const isSome = (value: unknown) => value !== null && value !== undefined

/** A curl command. A credential that the world did not start with is left for the caller to fill in. */
export function asCurl(request: SentRequest, mounted: MountedWorld): string {
  const { entry, url, text, form, shown: transcript } = request
  const { method, status, idempotency_key } = entry
  const headers = [
    ...credentialHeader(request, mounted),
    ...(transcript.accountId === undefined ? [] : [`X-Account-ID: ${transcript.accountId}`]),
    ...(transcript.brandSid === undefined ? [] : [`X-Brand-SID: ${transcript.brandSid}`]),
    ...(idempotency_key === null ? [] : [`Idempotency-Key: ${idempotency_key}`]),
    ...(text === undefined ? [] : ["Content-Type: application/json"]),
  ]
  const fields = form && status !== 415 ? Object.entries(form).map(([name, value]) => `${name}=${bodyText(value)}`) : []
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(mounted.world.baseUrl() + url)}`,
    ...headers.map((header) => `-H ${header.includes("$") ? `"${header}"` : quoted(header)}`),
    ...(text === undefined ? [] : [`-d ${quoted(text)}`]),
    ...fields.map((field) => `-F ${quoted(field)}`),
    ...(form && status !== 415 ? ["-F file=@FILE"] : []),
  ]
  return lines.join(" \\\n  ")
}

function credentialHeader({ shown: { credential }, seeded }: SentRequest, { id, setup }: MountedWorld): string[] {
  if (credential === undefined) return []
  if (seeded !== undefined) return [`Authorization: Bearer ${freshWorld(id, setup.fixtures).credentials[seeded]}`]
  const kind = credential?.kind ?? "unknown"
  if (kind === "session_cookie") return [`Cookie: ${sessionCookie}=$SESSION_COOKIE`]
  return [`Authorization: Bearer $${kind === "api_key" ? "MAS_API_KEY" : kind.toUpperCase()}`]
}

const bodyText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

/** The client's names of path ids: methods with several ids take an object. */
const idNames: Readonly<Record<string, string>> = {
  conversation_id: "conversationId",
  conversation_message_id: "messageId",
}

function idArguments(ids: EndpointCall["ids"]): unknown[] {
  const entries = Object.entries(ids)
  if (entries.length < 2) return Object.values(ids)
  return [Object.fromEntries(entries.map(([name, id]) => [idNames[name] ?? name, id]))]
}

export function asSdkCall({ call, entry, shown: { brandSid } }: SentRequest): string | undefined {
  if (call === undefined) return undefined
  const { name, endpoint, ids, query, body } = call
  const input = endpoint.body !== undefined ? body : query
  const options = {
    ...(entry.idempotency_key === null ? {} : { idempotencyKey: entry.idempotency_key }),
    ...(brandSid === undefined ? {} : { brandSid }),
  }
  const hasOptions = Object.keys(options).length > 0
  const takesInput = endpoint.body !== undefined || endpoint.query !== undefined || endpoint.paginated !== undefined
  const args = isSome(input) ? [input] : takesInput && hasOptions ? [{}] : []
  const parts = [...idArguments(ids), ...args, ...(hasOptions ? [options] : [])]
  return `mas.${name}(${parts.map((part) => literal(part)).join(", ")})`
}

/**
 * A `mas` command: the endpoint's own if its fields are simple, otherwise `mas request`, for the world of the request. Null when
 * another key than the main account's was used, or the command line would send something else.
 */
export function asCommand(request: SentRequest, mounted: MountedWorld): string | null {
  const { call, entry, url, form, text, shown: transcript, isByKey } = request
  const { method, idempotency_key, request_body } = entry
  const isBroken = typeof request_body === "string" && text === request_body
  const key = apiKeyIn(mounted)
  if (!isByKey || form !== undefined || isBroken || key === "") return null
  const target = `--base-url ${quoted(mounted.world.baseUrl())} --api-key ${quoted(key)}`
  const common = [
    ...(idempotency_key === null ? [] : ["--idempotency-key", quoted(idempotency_key)]),
    ...(transcript.brandSid === undefined ? [] : ["--brand", quoted(transcript.brandSid)]),
    ...(call?.endpoint.confirm === undefined ? [] : ["--yes"]),
  ]
  // A warning means query parameters that no flag has.
  const flags =
    call && entry.warning === null
      ? flagsOf(call.endpoint.body === undefined ? (call.query ?? {}) : call.body)
      : undefined
  if (call !== undefined && flags !== undefined) {
    const words = call.name.split(".").map(kebabCase)
    return [
      program,
      ...words,
      target,
      ...Object.values(call.ids).map((id) => quoted(String(id))),
      ...flags,
      ...common,
    ].join(" ")
  }
  const input = text === undefined ? [] : ["--input", quoted(text)]
  return [program, "api", target, method, quoted(url), ...input, ...common].join(" ")
}

/** Fields as flags; undefined if one is not a plain value. */
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
