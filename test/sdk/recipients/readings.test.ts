import { describe, expect, it } from "vitest"
import { listEndpoints, type NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { reservedHeaderPrefixes, reservedHeaders } from "../../../sdk/contract/core/message-names.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { applyRules } from "../../../sdk/sending/recipients/check-recipients.ts"
import type { OutgoingCall } from "../../../sdk/sending/recipients/outgoing-call.ts"
import { plainPath } from "../../../sdk/sending/recipients/plain-path.ts"
import { RecipientRefusedError } from "../../../sdk/sending/recipients/refused-error.ts"
import { endpointOf, servers } from "./servers.ts"
import { ally } from "./support.ts"

/** Whatever would reach somebody who is not allowed has this in it. */
const mark = "evil"
const stranger = `v@${mark}.test`

const endpoints = listEndpoints(contract)
const writes = endpoints.filter(({ spec }) => spec.method !== "GET" && !spec.upload)
const reaching = writes.filter(({ spec }) => spec.recipients !== "nobody")
/** Endpoints whose path an attack shows while it means another: one for each method and depth. */
const covers = [
  ...new Map(
    writes
      .filter(({ spec }) => spec.recipients === "nobody")
      .map((endpoint) => [`${endpoint.spec.method} ${endpoint.spec.path.split("/").length}`, endpoint]),
  ).values(),
]

const pathOf = ({ spec }: NamedEndpoint): string =>
  spec.path.replace(/\{(\w+)\}/g, (_, name: string) => String(Reflect.get(spec.example?.params ?? {}, name) ?? 1))

/** An endpoint's example, written to one recipient. */
function bodyOf({ spec: { recipients, example } }: NamedEndpoint, to: string): object {
  const body = Object(example?.body)
  if (typeof recipients === "string" || !("field" in recipients)) return body
  const [outer = "", inner] = recipients.field.split(".")
  return { ...body, [outer]: inner === undefined ? to : { ...Object(Reflect.get(body, outer)), [inner]: to } }
}

const callOf = (endpoint: NamedEndpoint, to: string, parts: Partial<OutgoingCall> = {}): OutgoingCall => ({
  method: endpoint.spec.method,
  path: pathOf(endpoint),
  headers: {},
  body: endpoint.spec.body ? JSON.stringify(bodyOf(endpoint, to)) : null,
  ...parts,
})

const hex = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`

/** The same path in other words, for some server. */
const spellings: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => `${path}/`,
  (path) => `${path}.json`,
  (path) => `${path}?x=1`,
  (path) => `${path}%3fx`,
  (path) => `${path}%23x`,
  (path) => `${path};x=1`,
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path}\u200b`,
  (path) => path.replaceAll("/", "//"),
  (path) => path.replaceAll("/", "/./"),
  (path) => path.replaceAll("/", "/x/../"),
  (path) => path.replaceAll("/", "/;a=b/"),
  (path) => path.replace("/my/", "/my;v=2/"),
  (path) => path.replace("/my/", "%2fmy%2f"),
  (path) => path.replace("/my/", "\\my\\"),
  (path) => path.replace("/my/", "%5cmy%5c"),
  (path) => path.replace("/my/", "／my／"),
  (path) => path.replace(/[a-z]/g, hex),
  (path) => path.replace(/[a-z]/g, (letter) => hex(letter).replace("%", "%25")),
  (path) => path.replace(/[a-z]/g, (letter) => `%u00${hex(letter).slice(1)}`),
  (path) => path.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
]

const ends = ["", "?", "%3f", "%253f", "%23", ";", "%3b", "/", "%00", "x"]
const ups = ["..", "..;", "..;a=b", "%2e%2e", ".%2e", "%252e%252e", "%u002e%u002e", "%c0%ae%c0%ae", "．．", "..%20"]
const slashes = ["/", "%2f", "\\", "%5c", "%252f", "／", "//"]

/** Paths that show one endpoint and lead to another. */
function* windings(visiblePath: string, targetPath: string): Generator<string> {
  const depth = visiblePath.split("/").length - 1
  for (const end of ends) {
    for (const up of ups)
      for (const slash of slashes)
        yield `${visiblePath}${end}${slash}${`${up}${slash}`.repeat(depth)}${targetPath.slice(1)}`
  }
  yield `${visiblePath}${targetPath}`
  yield `${visiblePath}?r=${targetPath}`
  yield `${visiblePath}?r=${encodeURIComponent(targetPath)}`
}

/** Headers of a call by which some server takes it for another one. */
const detours = (method: string, path: string): Readonly<Record<string, string>>[] => [
  { "X-Original-URL": path },
  { "x-rewrite-url": path },
  { "X-Forwarded-Path": `${path}?` },
  { "X-Forwarded-Prefix": `${path}?` },
  { X_Rewrite_URL: path },
  { "X-HTTP-Method-Override": method },
  { "X-HTTP-Method": method.toLowerCase() },
  { "X-Method-Override": method },
]

/** Fields that no endpoint of the contract has, or values that a field of it cannot have. */
const strangeFields: readonly object[] = [
  ...[
    "cc",
    "bcc",
    "phone",
    "To",
    "recipients",
    "list_ids",
    "segment_id",
    "contact_ids",
    "cc_contact_id",
    "audience",
  ].flatMap((name) =>
    [stranger, `v＠${mark}.test`, `v%40${mark}.test`, [mark], { id: mark }].map((value) => ({ [name]: value })),
  ),
  { _method: "POST", also: mark },
  { "user.email": stranger },
  { user: { email: ally, cc: mark } },
]

const headerNames = [
  ...reservedHeaders,
  ...reservedHeaderPrefixes.map((prefix) => `${prefix}BccAddress`),
  "X-Unheard-Of",
  "X-Copy-To",
]

/** Every call of the net: those that are written plainly to somebody who is allowed, and all attacks. */
function* attacks(): Generator<OutgoingCall> {
  for (const target of reaching) {
    const path = pathOf(target)
    for (const spell of spellings) {
      yield callOf(target, stranger, { path: spell(path) })
      yield callOf(target, stranger, { path: `/gateway${spell(path)}` })
    }
    for (const cover of covers.filter(({ spec }) => spec.method === target.spec.method)) {
      const coverPath = pathOf(cover)
      for (const path of windings(coverPath, pathOf(target))) yield callOf(target, stranger, { path })
      for (const path of windings(pathOf(target), coverPath)) yield callOf(target, stranger, { path })
    }
    for (const headers of detours(target.spec.method, path)) {
      for (const method of ["GET", "POST", "DELETE"]) {
        yield callOf(target, stranger, { method, path, headers, ...(method === "GET" ? { body: null } : {}) })
        yield callOf(target, stranger, { method, path: "/v1/my/lists", headers })
      }
    }
    for (const name of ["_method", "X-HTTP-Method-Override"]) {
      yield callOf(target, stranger, { method: "DELETE", path: `${path}?${name}=${target.spec.method}` })
    }
    for (const field of strangeFields) {
      yield callOf(target, ally, { body: JSON.stringify({ ...bodyOf(target, ally), ...field }) })
    }
    yield callOf(target, ally, { path: `${path}?cc=${stranger}` })
    yield callOf(target, ally, { path: `${path}?list_id=${mark}` })
    for (const name of headerNames) {
      yield callOf(target, ally, { headers: { [name]: stranger } })
      const body = { ...bodyOf(target, ally), headers: { [name]: `{"to":"v%40${mark}.test"}` } }
      yield callOf(target, ally, { body: JSON.stringify(body) })
    }
  }
}

const rules = { allow: ["*@acme.test", "*@example.test"] }
const judge = (call: OutgoingCall) =>
  void applyRules(call, rules, { method: call.method, path: call.path, attempts: 0, idempotencyKey: undefined })

function isAdmitted(call: OutgoingCall, judge: (call: OutgoingCall) => void): boolean {
  try {
    judge(call)
    return true
  } catch (error) {
    if (error instanceof RecipientRefusedError) return false
    throw error
  }
}

/** Calls that a judge admits although some server would write to somebody who is not allowed. */
function* leaksOf(judge: (call: OutgoingCall) => void): Generator<{ readonly server: string; readonly what: string }> {
  for (const call of attacks()) {
    if (!isAdmitted(call, judge)) continue
    // `fetch` resolves the path before it is sent.
    const normal = new URL(`http://mas.test${call.path}`)
    for (const path of new Set([call.path, normal.pathname + normal.search])) {
      for (const [server, read] of Object.entries(servers)) {
        const reading = read({ ...call, path })
        const endpoint = endpointOf({ ...reading, path: reading.path.replace(/^\/gateway/, "") })
        const { recipients = "nobody" } = endpoint?.spec ?? {}
        if (recipients === "nobody") continue
        const isNamed = "field" in recipients && !JSON.stringify(call).includes(mark)
        const what = `${call.method} ${path} is read as ${endpoint?.name}: ${JSON.stringify(call)}`
        if (!isNamed) yield { server, what }
      }
    }
  }
}

/** The first few. */
const some = <T>(all: Iterator<T> & Iterable<T>, count: number): T[] => {
  const items: T[] = []
  for (const one of all) if (items.push(one) === count) break
  return items
}

describe("every spelling of every call, as six servers read it", () => {
  it("reaches nobody who is not allowed", { tags: "slow" }, () => {
    let callCount = 0
    const counted = (call: OutgoingCall) => {
      callCount++
      judge(call)
    }
    expect(some(leaksOf(counted), 10)).toEqual([])
    expect(callCount).toBeGreaterThan(50_000)
  })

  it.each<[hole: string, judge: (call: OutgoingCall) => void]>([
    ["reads one path where servers read several", (call) => judge({ ...call, path: plainPath(call.path) })],
    ["overlooks the query", (call) => judge({ ...call, path: call.path.replace(/\?.*$/s, "") })],
    ["overlooks the headers of a call", (call) => judge({ ...call, headers: {} })],
    ["overlooks the fields that the contract does not have", (call) => judge({ ...call, body: knownBody(call) })],
    ["overlooks the headers of a message", (call) => judge({ ...call, body: without(call, ["headers"]) })],
  ])("is seen to reach somebody through a guard that %s", { tags: "slow" }, (_, planted) => {
    expect(some(leaksOf(planted), 1)).toHaveLength(1)
  })

  it("is read in its own way by each of them: through a guard that reads one path, all six are fooled", () => {
    const fooled = new Set<string>()
    for (const { server } of leaksOf((call) => judge({ ...call, path: plainPath(call.path) }))) {
      if (fooled.add(server).size === Object.keys(servers).length) break
    }
    expect([...fooled].sort()).toEqual(Object.keys(servers).sort())
  })

  it("is admitted where it is plain and names only allowed people", () => {
    const refusedNames = endpoints
      .filter((endpoint) => !isAdmitted(callOf(endpoint, ally), judge))
      .map(({ name }) => name)
    const indirect = endpoints.filter(
      ({ spec: { recipients } }) => typeof recipients === "object" && "indirect" in recipients,
    )
    expect(refusedNames).toEqual(indirect.map(({ name }) => name))
  })
})

function without({ body }: OutgoingCall, names: readonly string[]): OutgoingCall["body"] {
  if (typeof body !== "string") return body
  return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).filter(([name]) => !names.includes(name))))
}

function knownBody(call: OutgoingCall): OutgoingCall["body"] {
  return without(
    call,
    strangeFields.flatMap((field) => Object.keys(field)).filter((name) => name !== "user"),
  )
}
