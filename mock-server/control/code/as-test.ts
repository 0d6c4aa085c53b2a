import type { LoggedAttempt } from "../../world/attempt-log.ts"
import type { CreatedResource } from "../../world/created-resources.ts"
import type { Receiver } from "../../world/delivery.ts"
import type { JournalEntry } from "../../world/journal.ts"
import type { MountedWorld } from "../../world/mounted-world.ts"
import type { World } from "../../world/world.ts"
import { controlCallLine } from "./control-calls.ts"
import { literal } from "./literal.ts"
import { effectText, type MessageEffect, messageEffects, messageLines } from "./message-effects.ts"
import { type SentRequest, sentRequest } from "./sent-request.ts"
import { asSdkCall } from "./snippets.ts"
import { attemptLines, attemptsUntil, isOdd, type OwnAttempts, ownAttempts, receiverLines } from "./webhook-attempts.ts"
import { type Item, whyNotReproducible } from "./why-not-reproducible.ts"

/**
 * Generates a Vitest test that reproduces a request: earlier requests with an effect, control calls until the next request, and
 * the webhook attempts with their responses. If something cannot be reproduced, the test is skipped and states the reason.
 */
export function asTest(mounted: MountedWorld, chosen: SentRequest): string {
  const { world } = mounted
  const items = itemsUntil(mounted, chosen)
  const attempts = attemptsUntil(world, chosen.entry.id)
  // A sample event is told from others by the client's response.
  const isByClient = clientCall(chosen) !== undefined
  const ownWebhooks = ownAttempts(attempts, isByClient ? chosen.entry.made : chosen.entry.made.filter(isMessage))
  const effects = messageEffects(world, chosen)
  const body: string[] = []
  let now = world.options.now
  for (const item of items) {
    // An advance also runs work due at that exact time, before the next step.
    if (item.at > now) body.push(`await world.advance({ to: ${JSON.stringify(iso(item.at))} })`)
    now = Math.max(now, item.at)
    body.push(
      ...(item.kind === "request" ? requestLines(item.request, item.request === chosen) : controlCallLine(item.act)),
    )
  }
  const canAsk =
    chosen.isByKey &&
    world.options.rateLimit === undefined &&
    !items.some((item) => item.kind === "act" && item.act.call.includes("/faults"))
  const end = [...ownWebhooks.flatMap((each) => each.attempts), ...effects].reduce(
    (latest, { at }) => Math.max(latest, at),
    now,
  )
  body.push(end > now ? `await world.advance({ to: ${JSON.stringify(iso(end))} })` : "await world.advance(0)")
  body.push(...messageLines(world, effects, { areOnTime: isOnTime(world), canAsk }))
  body.push(...ownWebhooks.flatMap((each) => attemptLines(each, isOnTime(world))))
  const reasons = whyNotReproducible(mounted, items, attempts.some(isOdd))
  const skip = reasons.length === 0 ? "" : ".skip"
  return [
    ...(skip && ["// Skipped, because it cannot be reproduced exactly:", ...reasons.map((why) => `// - ${why}`)]),
    'import { Mas } from "mas-sdk"',
    'import { createMockService } from "mas-sdk/mock-server"',
    'import { expect, it } from "vitest"',
    "",
    `it${skip}(${JSON.stringify(titleOf(chosen, effects, ownWebhooks))}, async () => {`,
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

/** What the test shows: the outcome of the request, then of its messages and webhooks. */
function titleOf(
  { entry: { endpoint, method, path, status, response_body } }: SentRequest,
  effects: readonly MessageEffect[],
  ownWebhooks: readonly OwnAttempts[],
): string {
  const name = endpoint ?? `${method} ${path}`
  const failures = ownWebhooks.flatMap(({ attempts }) => attempts.filter(isOdd))
  const [type, ...others] = new Set(failures.map(({ event_type }) => event_type))
  const times = failures.length === 1 ? "once" : `${failures.length} times`
  const receiver = type === undefined ? "" : others.length > 0 ? `; webhooks fail ${times}` : `; ${type} fails ${times}`
  if (effects.length > 0 && effects.length <= 3) return `${name} to ${effectText(effects)}${receiver}`
  if (status === null) return `${name} is cut off`
  const fields = Object.keys(fieldsOf(fieldsOf(response_body).validation_errors)).slice(0, 3)
  return `${name} ${status >= 400 ? "is refused" : "responds"} with ${status}${fields.length > 0 ? `: ${fields.join(", ")}` : ""}${receiver}`
}

/** Everything with an effect before the request, the request itself, and the calls until the next request. */
function itemsUntil(mounted: MountedWorld, chosen: SentRequest): Item[] {
  const { world } = mounted
  const { id } = chosen.entry
  const calls = world.controlLog.list().filter(({ after }) => after <= id)
  // A fault counts the requests that it sees: then all are repeated.
  const isFaulty = calls.some(({ call }) => call.includes("/faults"))
  const requests = world.journal.list().flatMap((entry) => {
    if (entry.id >= id || !(isFaulty || hadEffect(entry))) return []
    return sentRequest(mounted, entry.id) ?? []
  })
  const items: (Item & { readonly order: number })[] = [
    ...[...requests, chosen].map((request) => ({
      kind: "request" as const,
      at: Date.parse(request.entry.time),
      request,
      order: request.entry.id,
    })),
    ...calls.map((act) => ({ kind: "act" as const, at: act.at, act, order: act.after + 0.5 })),
  ]
  return items.sort((a, b) => a.order - b.order)
}

/** Reading the affiliate centre for the first time starts linking; no other read has an effect. */
const hadEffect = ({ method, endpoint, status }: JournalEntry) =>
  (method !== "GET" || endpoint === "affiliate.get") && (status === null || status < 400)

/** A service with the same options, on a clock that the test moves. */
function serviceLines({ world, setup }: MountedWorld, attempts: readonly LoggedAttempt[]): string[] {
  const isAllowedLater = world.controlLog.list().some(({ call }) => call === "POST /webhooks/allow_local")
  const { messageLatency, localWebhooks, allowWebhooksTo, now } = world.options
  const options = {
    clock: "frozen",
    now: iso(now),
    ...(setup.seed === 1 ? {} : { seed: setup.seed }),
    ...(setup.fixtures === undefined ? {} : { fixtures: setup.fixtures }),
    ...(messageLatency === 0 ? {} : { messageLatency }),
    ...(localWebhooks.areAllowed && !isAllowedLater ? { allowLocalWebhooks: true } : {}),
    ...(allowWebhooksTo.length === 0 ? {} : { allowWebhooksTo: allowWebhooksTo.map(receiverText) }),
  }
  const usual = "{ status: 200, duration: 0 }"
  const { before, option } = attempts.some(isOdd)
    ? receiverLines(attempts, usual)
    : { before: [], option: [`deliver: () => (${usual}),`] }
  return [
    ...before,
    "const service = createMockService({",
    ...Object.entries(options).map(([name, value]) => `  ${name}: ${literal(value, "  ")},`),
    ...option.map(indented),
    "})",
    ...clientLines,
  ]
}

const clientLines = ["const { world } = service", "const mas = new Mas({ ...service.clientOptions, maxRetries: 0 })"]

const receiverText = ({ host, port }: Receiver) => {
  const name = host.includes(":") ? `[${host}]` : host
  return port === undefined ? name : `${name}:${port}`
}

/** True when attempts are made exactly when due; on a running clock each is a little late. */
const isOnTime = ({ options, controlLog }: World) =>
  options.clock === "frozen" && !controlLog.list().some(({ call }) => call === "PUT /clock")

const isMessage = ({ kind }: CreatedResource) => kind === "message"

/** The client's call. A client may not recognize a response that a fault has changed. Hidden secrets are replaced. */
function clientCall(request: SentRequest): string | undefined {
  const { entry, isByKey, text } = request
  const isPlain = isByKey && entry.status !== null && entry.fault_id === null && !text?.includes("[redacted]")
  return isPlain ? asSdkCall(request) : undefined
}

function requestLines(request: SentRequest, isChosen: boolean): string[] {
  const { entry } = request
  const { status } = entry
  const call = clientCall(request)
  if (call === undefined) return rawLines(request, isChosen)
  if (status !== null && status >= 400) {
    if (!isChosen) return [`await ${call}.catch(() => {})`]
    return [`await expect(${call}.then()).rejects.toMatchObject(${literal(errorOf(entry.response_body, status))})`]
  }
  const echo = isChosen ? echoOf(entry.request_body, entry.response_body) : undefined
  return echo === undefined
    ? [`await ${call}`]
    : [`const response = await ${call}`, `expect(response).toMatchObject(${literal(echo)})`]
}

function errorOf(body: unknown, status: number): object {
  const { error_code, validation_errors } = fieldsOf(body)
  return {
    status,
    ...(typeof error_code === "string" ? { errorCode: error_code } : {}),
    ...(validation_errors === undefined ? {} : { validationErrors: validation_errors }),
  }
}

/** The part of a response that every run has in common: the status, and fields that were sent and returned. */
function echoOf(sent: unknown, responded: unknown): object | undefined {
  const fields = fieldsOf(sent)
  const echo = Object.entries(fieldsOf(responded)).filter(
    ([name, value]) =>
      (name === "status" && typeof value === "string") ||
      (["string", "number", "boolean"].includes(typeof value) &&
        fields[name] === value &&
        !/\[redacted\]/.test(String(value))),
  )
  return echo.length === 0 ? undefined : Object.fromEntries(echo)
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {}

/** Requests that the client has no method for, or with another credential, are sent directly. */
function rawLines(request: SentRequest, isChosen: boolean): string[] {
  const { entry, url, shown: transcript } = request
  const { method, status, idempotency_key } = entry
  const isOfOtherType = status === 415
  const text = isOfOtherType ? (request.text ?? "-") : request.text
  const headers = [
    ...credentialHeader(request),
    ...(transcript.accountId === undefined ? [] : [`"X-Account-ID": ${JSON.stringify(transcript.accountId)}`]),
    ...(transcript.brandSid === undefined ? [] : [`"X-Brand-SID": ${JSON.stringify(transcript.brandSid)}`]),
    ...(idempotency_key === null ? [] : [`"Idempotency-Key": ${JSON.stringify(idempotency_key)}`]),
    ...(text === undefined ? [] : [`"Content-Type": "${isOfOtherType ? "text/plain" : "application/json"}"`]),
  ]
  const form = isOfOtherType ? [] : formLines(request)
  const init = [
    `method: ${JSON.stringify(method)}`,
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(text === undefined ? [] : [`body: ${bodyOf(text, entry)}`]),
    ...(form.length === 0 ? [] : [`body: form${entry.id}`]),
  ]
  const sent = `service.fetch(${JSON.stringify(url)}, { ${init.join(", ")} })`
  if (status === null)
    return [...form, isChosen ? `await expect(${sent}).rejects.toThrow()` : `await ${sent}.catch(() => {})`]
  if (!isChosen) return [...form, `await ${sent}`]
  return [...form, `const response = await ${sent}`, `expect(response.status).toBe(${status})`]
}

/** A multipart form: the journal keeps everything but the file. */
function formLines({ entry: { id }, form }: SentRequest): string[] {
  if (form === undefined) return []
  const fields = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((text) => `form${id}.append(${JSON.stringify(name)}, ${JSON.stringify(text)})`),
  )
  return [
    `const form${id} = new FormData()`,
    ...fields,
    `form${id}.append("file", new Blob(["The file of request ${id}"]), "file")`,
  ]
}

/** All test users have the same password, so that a user who signed up can sign in. A wrong password stays wrong. */
const bodyOf = (text: string, { status, request_body: body }: JournalEntry) =>
  typeof body !== "object" || body === null
    ? JSON.stringify(text)
    : `JSON.stringify(${status === 401 ? literal(body) : literal(body).replaceAll(hiddenPassword, "$1world.seeded().users.owner.password")})`

const hiddenPassword = /(\bpassword: )"\[redacted\]"/g

function credentialHeader({ entry, shown: { credential }, seeded, likeIt }: SentRequest): string[] {
  if (credential === undefined) return []
  if (credential === null || (entry.status === 401 && entry.fault_id === null)) {
    return ['Authorization: "Bearer of-nobody"']
  }
  if (seeded !== undefined) return [`Authorization: \`Bearer \${world.seeded().credentials.${seeded}}\``]
  const minted = `world.credentials.mint(${literal(likeIt)})`
  return credential.kind === "session_cookie"
    ? [`Cookie: ${minted}.cookie`]
    : [`Authorization: \`Bearer \${${minted}.token}\``]
}
