import { describe, expect, it } from "vitest"
import { scopeOf, type Tries, verdictOf } from "../../../sdk/client/verdict.ts"
import { readProjectFile } from "../../support/files.ts"

const bodies = {
  "the service's JSON": { code: 0, message: "No", error: true },
  "the service's JSON, `idempotency_conflict`": { code: "idempotency_conflict", message: "No", error: true },
  "`retryable: true`": { error: true, retryable: true },
  "`retryable: false`": { error: true, retryable: false },
  "anything else": "<html><h1>nginx</h1></html>",
} as const
type BodyName = keyof typeof bodies
const bodyNames = Object.keys(bodies) as BodyName[]
const statuses = Array.from({ length: 500 }, (_, index) => index + 100)
const minute = 60_000
const tries: Tries = { attempts: 3, now: 1_000, ladder: { first: 500, longest: 8_000 } }

/** How `verdictOf` judges a status and a body: without and with a time, for a call that may be repeated and one that may not. */
function cellsOf(status: number, name: BodyName): string[] {
  return [true, false].flatMap((isRepeatable) =>
    [undefined, minute].map(
      (statedPause) => verdictOf({ status, body: bodies[name], statedPause }, { ...tries, isRepeatable }).kind,
    ),
  )
}

const words = { done: "done", repeat: "retry", later: "later", final: "final", setAside: "**set aside**" } as const
const verdictsOf = (kinds: readonly string[]) => kinds.map((kind) => words[kind as keyof typeof words])

/** Statuses as text: ranges of those with equal rows. */
function rangesOf(numbers: readonly number[]): string {
  const parts: [number, number][] = []
  for (const one of numbers) {
    const last = parts.at(-1)
    if (last && last[1] === one - 1) last[1] = one
    else parts.push([one, one])
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(", ")
}

/** The whole judgement of responses, as the rows of a table in Markdown. */
function tableOf(): string[] {
  const groups = new Map<string, number[]>()
  for (const status of statuses) {
    const all = JSON.stringify(bodyNames.map((name) => cellsOf(status, name)))
    groups.set(all, [...(groups.get(all) ?? []), status])
  }
  const most = Math.max(...[...groups.values()].map((group) => group.length))
  const sorted = [...groups.values()].sort((a, b) => Number(a.length === most) - Number(b.length === most))
  return sorted.flatMap((group) => {
    const [status = 0] = group
    const rows = new Map<string, BodyName[]>()
    for (const name of bodyNames) {
      const cells = JSON.stringify(cellsOf(status, name))
      rows.set(cells, [...(rows.get(cells) ?? []), name])
    }
    const label = group.length === most ? "any other" : rangesOf(group)
    return [...rows].map(([cells, names]) => {
      const isRest = names.length > 1 && names.includes("anything else")
      const body = names.length === bodyNames.length ? "any" : isRest ? "any other" : names.join(", ")
      return `| ${[label, body, ...verdictsOf(JSON.parse(cells))].join(" | ")} |`
    })
  })
}

describe("the verdict on a response", () => {
  it("is the table that docs/client.md prints, for every status, body and time", () => {
    const text = readProjectFile("docs/client.md")
    const [, printed = ""] = /\n\| status \| body \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(text) ?? []
    expect(printed.trimEnd().split("\n")).toEqual(tableOf())
  })

  it.each([400, 409, 413, 422])("sets a request aside for %d only if the body is the service's", (status) => {
    const kindOf = (body: unknown) => verdictOf({ status, body }, tries).kind
    for (const body of [
      { code: status, message: "No", error: true },
      { code: "validation_error", message: "No" },
      { error_code: "validation_error" },
      { validation_errors: { to: ["is missing"] } },
      { retryable: false },
    ])
      expect([body, kindOf(body)]).toEqual([body, "setAside"])
    for (const body of [
      "",
      "<html>",
      null,
      [],
      {},
      { message: "Request Too Long" },
      { statusCode: status, error: "Bad Request", message: "No" },
      { error: { code: status, message: "No" } },
      { success: false, errors: [{ code: 1_000 }] },
      { error: "Payload Too Large" },
      { code: status, message: "Bad Request" },
      { kind: "Status", status: "Failure", code: status, message: "No", reason: "Invalid" },
      { code: "BadRequest", message: "No" },
      { code: 3, message: "No", details: [] },
      { error: "Bad Request", code: "FST_ERR_VALIDATION", statusCode: status, message: "No" },
      { timestamp: 0, status, error: "Bad Request", path: "/v1/my/messages" },
      { fault: { faultstring: "No" } },
      { title: "No", status, error_code: 1_000, retryable: false },
    ])
      expect([body, kindOf(body)]).toEqual([body, "final"])
  })

  it("does not believe a proxy that a write without a key can be repeated", () => {
    const body = { type: "https://proxy.test/502", title: "Bad gateway", status: 502, error_code: 502, retryable: true }
    const kindOf = (isRepeatable: boolean) => verdictOf({ status: 502, body }, { ...tries, isRepeatable }).kind
    expect([kindOf(true), kindOf(false)]).toEqual(["repeat", "final"])
    expect(verdictOf({ status: 502, body: { ...body, retryable: false } }, tries).kind).toBe("repeat")
  })

  it("names the pause of the ladder, or the moment that the service asks for", () => {
    const at = (attempts: number) => verdictOf({ status: 503, body: "" }, { ...tries, attempts })
    expect([1, 2, 5, 60].map(at)).toEqual([500, 1_000, 8_000, 8_000].map((after) => ({ kind: "repeat", after })))
    expect(verdictOf({ status: 503, body: "", statedPause: 0 }, tries)).toEqual({ kind: "later", at: 1_000 })
  })
})

describe("the verdict on a failure", () => {
  it.each([
    [true, false, "repeat", "repeat"],
    [false, false, "repeat", "final"],
    [true, true, "final", "final"],
    [false, true, "final", "final"],
  ])("never sent: %s, lasting: %s", (neverSent, isLasting, keyed, keyless) => {
    const kindOf = (isRepeatable: boolean) => verdictOf({ neverSent, isLasting }, { ...tries, isRepeatable }).kind
    expect([kindOf(true), kindOf(false)]).toEqual([keyed, keyless])
  })
})

describe("the verdict on an error", () => {
  it("follows from its fields; any error without them may pass", () => {
    const kindOf = (error: unknown) => verdictOf({ error }, tries).kind
    expect(kindOf({ disposition: "final", isRefusal: true })).toBe("setAside")
    expect(kindOf({ disposition: "final", isRefusal: false })).toBe("final")
    expect(verdictOf({ error: { disposition: "later", retryAt: new Date(9) } }, tries)).toEqual({
      kind: "later",
      at: 9,
    })
    for (const error of [new Error("x"), "x", undefined, { disposition: "retry" }]) expect(kindOf(error)).toBe("repeat")
  })
})

describe("the scope of a refusal", () => {
  const capacity = { error_code: "sending_capacity_reached" }
  it.each([
    [429, {}, "credential"],
    [429, capacity, "endpoint"],
    [429, { capacity_recovery: { reason_code: "sending_capacity_reached" } }, "endpoint"],
    [429, { ...capacity, retryable: false }, undefined],
    [503, {}, "call"],
    [500, {}, "call"],
    [501, {}, undefined],
    [408, {}, undefined],
    [401, {}, undefined],
  ])("of %d %j is the %s", (status, body, scope) => {
    expect(scopeOf({ status, body })).toBe(scope)
  })
})
