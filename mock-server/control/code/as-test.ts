import type { Act } from "../../world/act-log.ts"
import type { AttemptFacts, DeliveryOutcome } from "../../world/delivery.ts"
import type { MountedWorld } from "../../world/mounted-world.ts"
import { actLine } from "./acts.ts"
import { literal } from "./literal.ts"
import { type SentRequest, sentRequest } from "./sent-request.ts"
import { asSdkCall } from "./snippets.ts"

/** One thing that was sent or done, in the order in which it was. */
type Item =
  | { readonly kind: "request"; readonly at: number; readonly request: SentRequest }
  | { readonly kind: "act"; readonly at: number; readonly act: Act }

/**
 * A test, for Vitest, of what led to a request and of what it was answered: what was sent before it and had an effect, what was
 * done by control calls until the next request, and the webhook attempts that were made, with the answers that they got.
 */
export function asTest(mounted: MountedWorld, id: number): string {
  const { world } = mounted
  const items = itemsUntil(mounted, id)
  const last = Math.max(0, ...items.map(({ at }) => at))
  const attempts = world.attempts.list().filter(({ at }) => at <= Math.max(last, lastOf(mounted, id) ?? last))
  const body: string[] = []
  let now = world.options.now
  for (const item of items) {
    // Of the same moment as well: what it makes due is done before the next.
    if (item.at > now) body.push(`await world.advance({ to: ${JSON.stringify(iso(item.at))} })`)
    now = Math.max(now, item.at)
    body.push(
      ...(item.kind === "request" ? requestLines(item.request, item.request.entry.id === id) : actLine(item.act)),
    )
  }
  const end = attempts.reduce((latest, { at }) => Math.max(latest, at), now)
  body.push(end > now ? `await world.advance({ to: ${JSON.stringify(iso(end))} })` : "await world.advance(0)")
  if (attempts.length > 0) body.push(...attemptLines(attempts))
  const chosen = items.find((item) => item.kind === "request" && item.request.entry.id === id)
  const title = chosen?.kind === "request" ? titleOf(chosen.request) : `request ${id}`
  return [
    'import { Mas } from "mas-sdk"',
    'import { createMockService } from "mas-sdk/mock-server"',
    'import { expect, it } from "vitest"',
    "",
    `it(${JSON.stringify(title)}, async () => {`,
    ...serviceLines(mounted, attempts).map(indented),
    "  try {",
    ...body.map((line) => indented(indented(line))),
    "  } finally {",
    "    await service.close()",
    "  }",
    "})",
    "",
  ].join("\n")
}

const iso = (moment: number) => new Date(moment).toISOString()
const indented = (text: string) => text.replace(/^(?=.)/gm, "  ")

const titleOf = ({ entry: { endpoint, method, path, status } }: SentRequest) =>
  `${endpoint ?? `${method} ${path}`} ${status === null ? "is cut off" : `answers ${status}`}`

/** When the next request came, whose effects are not of this. */
function lastOf({ world }: MountedWorld, id: number): number | undefined {
  const next = world.journal.get(id + 1)
  return next === undefined ? world.now() : Date.parse(next.time) - 1
}

/** What had an effect before the request, the request itself, and what was done until the next. */
function itemsUntil({ world }: MountedWorld, id: number): Item[] {
  const acts = world.acts.list().filter(({ after }) => after <= id)
  // A fault counts the requests that it sees: then all are made again.
  const isFaulty = acts.some(({ call }) => call.includes("/faults"))
  const requests = world.journal.list().filter((entry) => {
    const hadEffect = entry.method !== "GET" && entry.status !== null && entry.status < 400
    return entry.id === id || (entry.id < id && (isFaulty || hadEffect))
  })
  const items: (Item & { readonly order: number })[] = [
    ...requests.map((entry) => ({
      kind: "request" as const,
      at: Date.parse(entry.time),
      request: sentRequest(world, entry),
      order: entry.id,
    })),
    ...acts.map((act) => ({ kind: "act" as const, at: act.at, act, order: act.after + 0.5 })),
  ]
  return items.sort((a, b) => a.order - b.order)
}

/** The service as this one was made, on a clock that the test moves. */
function serviceLines({ world, setup }: MountedWorld, attempts: readonly AttemptLike[]): string[] {
  const { messageLatency, allowLocalWebhooks, now } = world.options
  const options = {
    clock: "frozen",
    now: iso(now),
    ...(setup.seed === 1 ? {} : { seed: setup.seed }),
    ...(setup.fixtures === undefined ? {} : { fixtures: setup.fixtures }),
    ...(messageLatency === 0 ? {} : { messageLatency }),
    ...(allowLocalWebhooks ? { allowLocalWebhooks } : {}),
  }
  const written = literal(options)
  if (attempts.length === 0) return [`const service = createMockService(${written})`, ...clientLines]
  const answers = attempts.map(({ outcome }) => literal(withoutAnswer(outcome)))
  return [
    "// What the receiver answered, attempt by attempt.",
    `const answers = [${answers.join(", ")}]`,
    `const service = createMockService({ ...${written}, deliver: () => answers.shift() ?? { status: 200, duration: 0 } })`,
    ...clientLines,
  ]
}

const clientLines = ["const { world } = service", "const mas = new Mas({ ...service.clientOptions, maxRetries: 0 })"]

type AttemptLike = AttemptFacts & { readonly outcome: DeliveryOutcome }

const withoutAnswer = (outcome: DeliveryOutcome) =>
  "status" in outcome ? { status: outcome.status, duration: 0 } : { error: outcome.error, duration: 0 }

function attemptLines(attempts: readonly AttemptLike[]): string[] {
  const came = attempts.map(({ event_type, number, outcome }) => ({
    event_type,
    attempt: number,
    response_status: "status" in outcome ? outcome.status : null,
  }))
  return [`expect(world.deliveries()).toMatchObject(${literal(came)})`]
}

function requestLines(request: SentRequest, isChosen: boolean): string[] {
  const { entry, isByKey } = request
  const call = isByKey ? asSdkCall(request) : undefined
  const { status } = entry
  if (call === undefined) return rawLines(request, isChosen)
  if (status === null || status >= 400) {
    if (!isChosen) return [`await ${call}.catch(() => {})`]
    const expected = status === null ? "" : `.toMatchObject(${literal(errorOf(entry.response_body, status))})`
    return [`await expect(${call}.then()).rejects${expected === "" ? ".toThrow()" : expected}`]
  }
  if (!isChosen) return [`await ${call}`]
  const echo = echoOf(entry.request_body, entry.response_body)
  return echo === undefined
    ? [`await ${call}`]
    : [`const answer = await ${call}`, `expect(answer).toMatchObject(${literal(echo)})`]
}

function errorOf(body: unknown, status: number): object {
  const { error_code, validation_errors } = fieldsOf(body)
  return {
    status,
    ...(typeof error_code === "string" ? { errorCode: error_code } : {}),
    ...(validation_errors === undefined ? {} : { validationErrors: validation_errors }),
  }
}

/** Of an answer, what was sent and comes back, and the status that it has: what is the same in every run. */
function echoOf(sent: unknown, answered: unknown): object | undefined {
  const given = fieldsOf(sent)
  const echo = Object.entries(fieldsOf(answered)).filter(
    ([name, value]) =>
      (name === "status" && typeof value === "string") ||
      (["string", "number", "boolean"].includes(typeof value) &&
        given[name] === value &&
        !/\[redacted\]/.test(String(value))),
  )
  return echo.length === 0 ? undefined : Object.fromEntries(echo)
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {}

/** What the client has no method for, or what another credential sent, goes as it is. */
function rawLines({ entry, url, call, brandSid }: SentRequest, isChosen: boolean): string[] {
  const { method, status, request_body, idempotency_key, credential_kind, account_id, endpoint } = entry
  if (endpoint !== null && call === undefined)
    return [`// ${method} ${url} sent a file, which is not kept: send it here.`]
  const minted = { kind: credential_kind, ...(account_id === null ? {} : { account_id }) }
  const token = `Bearer \${world.credentials.mint(${literal(minted)}).token}`
  const headers = [
    ...(credential_kind === null ? [] : [`Authorization: \`${token}\``]),
    ...(brandSid === undefined ? [] : [`"X-Brand-SID": ${JSON.stringify(brandSid)}`]),
    ...(idempotency_key === null ? [] : [`"Idempotency-Key": ${JSON.stringify(idempotency_key)}`]),
    ...(request_body === null ? [] : ['"Content-Type": "application/json"']),
  ]
  const init = [
    `method: ${JSON.stringify(method)}`,
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(request_body === null ? [] : [`body: JSON.stringify(${literal(request_body)})`]),
  ]
  const sent = `service.fetch(${JSON.stringify(url)}, { ${init.join(", ")} })`
  if (!isChosen) return [`await ${sent}`]
  if (status === null) return [`await expect(${sent}).rejects.toThrow()`]
  return [`const answer = await ${sent}`, `expect(answer.status).toBe(${status})`]
}
