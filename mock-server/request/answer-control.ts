import type * as z from "zod"
import { fromText } from "../../sdk/contract/core/text.ts"
import { badRequest, invalid, notFound, ServiceError } from "../base/service-error.ts"
import { type Control, callControl } from "../control/control.ts"
import { controls } from "../control/table.ts"
import type { Place } from "../service.ts"
import { answerError } from "./answer-request.ts"
import { answerDashboard } from "./dashboard-page.ts"
import { guardControl } from "./guard-control.ts"
import { readQuery } from "./input.ts"
import type { WireRequest, WireResponse } from "./wire.ts"

const root = "/_mock"
/** A snapshot can be large; a control call comes from this machine. Bytes. */
const bodyLimit = 1024 * 1024 * 1024

/** Whether a path, with or without its query, is of the control interface. */
export const isControlPath = (url: string) =>
  url.startsWith(root) && (url.length === root.length || url[root.length] === "/" || url[root.length] === "?")

/** Answers a call to the control interface, `/_mock/…`; errors have the service's shape. */
export async function answerControl(place: Place, request: WireRequest): Promise<WireResponse> {
  try {
    guardControl(request)
    const [path = "", search = ""] = request.url.slice(root.length).split("?", 2)
    if (path === "" || path === "/") return await answerDashboard(request, path)
    const { control, params } = findControl(request.method, path)
    const { spec } = control
    const sent = {
      params: spec.params && fromText(spec.params, params),
      query: readSearch(spec.query, search),
      body: spec.body && (await readBody(request)),
    }
    const answer = await callControl(control, place, sent)
    return render(answer, spec.status ?? 200)
  } catch (error) {
    return answerError(error, undefined)
  }
}

function findControl(method: string, path: string): { control: Control; params: Record<string, string> } {
  const allowed: string[] = []
  const wanted = method === "HEAD" ? "GET" : method
  for (const control of controls) {
    const params = matchPath(control.spec.path, path)
    if (params === undefined) continue
    if (control.spec.method === wanted) return { control, params }
    allowed.push(control.spec.method)
  }
  if (allowed.length === 0) throw notFound("Control call")
  const allow = allowed.join(", ")
  throw new ServiceError(405, `${method} is not possible here, only ${allow}`, { headers: { Allow: allow } })
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split("/")
  const actual = path.split("/")
  if (expected.length !== actual.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, segment] of expected.entries()) {
    const text = actual[at] ?? ""
    if (!segment.startsWith("{")) {
      if (segment !== text) return undefined
    } else {
      if (text === "") return undefined
      params[segment.slice(1, -1)] = decode(text)
    }
  }
  return params
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw badRequest(`The path has a broken escape: ${text}`)
  }
}

function readSearch(schema: z.core.$ZodType | undefined, search: string): Record<string, unknown> {
  const query = readQuery(search)
  if (schema !== undefined) return fromText(schema, query)
  const unknown = Object.keys(query).map((name) => [name, ["is not a known parameter"]])
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown))
  return {}
}

async function readBody({ body }: WireRequest): Promise<unknown> {
  const bytes = await body.bytes(bodyLimit)
  if (bytes === "too large") throw new ServiceError(413, `The body is larger than ${bodyLimit} bytes`)
  if (bytes.byteLength === 0) return {}
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${error instanceof Error ? error.message : "unreadable"}`)
  }
}

function render(answer: unknown, status: number): WireResponse {
  if (status === 204 || answer === undefined) return { status: 204, headers: {}, body: null }
  return { status, headers: { "Content-Type": "application/json; charset=utf-8" }, body: JSON.stringify(answer) }
}
