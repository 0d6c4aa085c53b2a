import { listEndpoints, type NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import type { OutgoingCall } from "../../../sdk/sending/recipients/outgoing-call.ts"

const endpoints = listEndpoints(contract)
const patternOf = ({ path }: NamedEndpoint["spec"]) => `^${path.replace(/\{\w+\}/g, "[^/]+")}`
const patterns = endpoints.map(({ spec }) => patternOf(spec))

/** What a server takes a request for. */
interface Reading {
  readonly method: string
  /** Without query. */
  readonly path: string
}

/** How one kind of server, with the proxies that are usual before it, reads a request. Written independently of the guard. */
export type Server = (call: OutgoingCall) => Reading

const cut = (path: string) => path.replace(/[?#].*$/s, "")
const decoded = (text: string) =>
  text.replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString())
const merged = (path: string) => path.replace(/\/{2,}/g, "/")
const bare = (path: string) => path.replace(/(.)\/$/, "$1")
const queryIn = ({ path }: OutgoingCall) => new URLSearchParams(/\?(.*)/s.exec(path)?.[1])
const fieldIn = ({ body }: OutgoingCall, name: string): unknown => {
  const value: unknown = typeof body === "string" ? JSON.parse(body) : undefined
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}
const headerIn = ({ headers }: OutgoingCall, pattern: RegExp) =>
  Object.entries(headers).find(([name]) => pattern.test(name.replaceAll("_", "-")))?.[1]

/** Resolves `.` and `..`. */
function resolved(path: string): string {
  const segments: string[] = []
  for (const one of path.split("/").slice(1)) {
    if (one === "..") segments.pop()
    else if (one !== ".") segments.push(one)
  }
  return `/${segments.join("/")}`
}

const overridden = (call: OutgoingCall, method: unknown) => String(method ?? call.method).toUpperCase()

export const servers: Readonly<Record<string, Server>> = {
  /** Splits first and decodes each segment; ignores case. */
  express: (call) => ({
    method: call.method,
    path: bare(cut(call.path)).split("/").map(decoded).join("/").toLowerCase(),
  }),
  /** Takes the method from a field or a header, and the format from an extension. */
  rails: (call) => ({
    method: overridden(
      call,
      headerIn(call, /^x-http-method-override$/i) ?? queryIn(call).get("_method") ?? fieldIn(call, "_method"),
    ),
    path: bare(merged(decoded(cut(call.path)))).replace(/\.[a-z]+$/, ""),
  }),
  /** Removes the parameters of a segment, then decodes and resolves. */
  tomcat: (call) => ({
    method: overridden(call, headerIn(call, /^x-method-override$/i)),
    path: bare(resolved(merged(decoded(cut(call.path).replace(/;[^/]*/g, "")).replaceAll("\\", "/")))),
  }),
  /** Decodes and resolves, and passes the result on to a service that cuts it off again. */
  nginx: (call) => {
    const prefix = headerIn(call, /^x-forwarded-(prefix|path)$/i) ?? ""
    const passed = resolved(merged(decoded(cut(prefix + call.path))))
    return { method: call.method, path: bare(cut(passed)).replace(/;[^/]*/g, "") }
  },
  /** Decodes twice, with its own escapes and compatibility characters; another header may have the path. */
  iis: (call) => {
    const path = headerIn(call, /^x-(original|rewrite)-url$/i) ?? call.path
    const once = decoded(
      cut(path).replace(/%u([\da-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
    const twice = decoded(once).normalize("NFKC").replaceAll("\\", "/").toLowerCase()
    const trimmed = merged(twice).replace(/[ \u200b\u00ad]+(?=\/|$)/g, "")
    return { method: overridden(call, headerIn(call, /^x-http-method$/i)), path: bare(resolved(trimmed)) }
  },
  /** One script for everything: the route may be in the query, and what follows it in the path is an argument. */
  php: (call) => {
    const path = decoded(queryIn(call).get("r") ?? cut(call.path)).replace(/%c0%ae|\ufffd{2}/gi, ".")
    const matches = patterns.flatMap((pattern) => new RegExp(`${pattern}(?=/|$)`).exec(path)?.[0] ?? [])
    const longest = matches.sort((a, b) => b.length - a.length)[0]
    return {
      method: overridden(call, headerIn(call, /^x-http-method-override$/i) ?? queryIn(call).get("_method")),
      path: longest ?? bare(resolved(merged(path))),
    }
  },
}

/** The endpoint that a reading is a call of. */
export const endpointOf = ({ method, path }: Reading): NamedEndpoint | undefined =>
  endpoints.find(({ spec }) => spec.method === method && new RegExp(`${patternOf(spec)}$`, "i").test(cut(path)))
