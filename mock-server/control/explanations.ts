import * as z from "zod"
import { limits } from "../../sdk/contract/core/limits.ts"
import { Id } from "../../sdk/contract/core/shared.ts"
import { notFound } from "../base/mock-error.ts"
import { momentText, span } from "../base/time-text.ts"
import { capacityOf, fitsAt } from "../resources/messages/capacity.ts"
import { lightMessage } from "../resources/messages/light-message.ts"
import { whyMessage } from "../resources/messages/why.ts"
import { lightDelivery } from "../resources/webhooks/light-delivery.ts"
import { waitsForEndpoint } from "../resources/webhooks/switch-endpoint.ts"
import { whyAttempt } from "../resources/webhooks/why-attempt.ts"
import type { LoggedAttempt } from "../world/attempt-log.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"
import { problemsOf } from "./errors.ts"
import { type RuleView, ruleOf } from "./rules.ts"

const kinds = [
  "message",
  "request",
  "delivery",
  "endpoint",
  "import",
  "validation",
  "purchase",
  "checkout",
  "account",
  "timer",
] as const
export type ExplainedKind = (typeof kinds)[number]

/** Why something went wrong. */
export interface Explanation {
  /** One or more sentences. */
  readonly what: string
  /** The rule of the service behind it; null if none is, as for a fault. */
  readonly rule: RuleView | null
  /** The request that led to it, in the journal; null if it is unknown. */
  readonly request_id: number | null
}

interface Cause {
  readonly what: string
  readonly rule?: string | null
  readonly request?: number | undefined
}

/** @internal */
export const explanationControls = {
  get: defineControl(
    {
      method: "GET",
      path: "/explanations/{kind}/{id}",
      params: z.strictObject({ kind: z.enum(kinds), id: Id }),
    },
    async ({ world }, { params: { kind, id } }): Promise<Explanation> => {
      const cause = causeOf[kind](world, id)
      if (cause === undefined) throw notFound(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`)
      const { what, rule, request } = cause
      return { what, rule: rule ? await ruleOf(rule) : null, request_id: request ?? null }
    },
  ),
}

const causeOf: Readonly<Record<ExplainedKind, (world: World, id: number) => Cause | undefined>> = {
  message: whyThisMessage,
  request: whyRequest,
  delivery: whyDelivery,
  endpoint: whyEndpoint,
  import: (world, id) => {
    const row = world.tables.imports.get(id)
    const problems = row?.import_errors.map(([line, problem]) => `line ${line}: ${problem}`) ?? []
    const what = row?.status === "failed" ? "The file cannot be read" : `${row?.failed_rows} rows failed`
    const text = [what, ...problems.slice(0, 3)].join("; ")
    return (
      row && {
        what: `${text}.`,
        rule: row.status === "failed" ? "27.6" : "27.4",
        request: requestFor(world, "imports.*", id),
      }
    )
  },
  validation: (world, id) =>
    world.tables.validations.get(id) && {
      what: "Not one address could be validated: nothing was charged.",
      rule: "14.2",
      request: requestFor(world, "validations.*", id),
    },
  purchase: (world, id) => {
    const row = world.tables.fundingPurchases.get(id)
    return row && { ...whyUnpaid(row.status), request: requestFor(world, "fundingPurchases.*", id) }
  },
  checkout: (world, id) => {
    const row = world.tables.planCheckouts.get(id)
    return row && { ...whyUnpaid(row.status), request: requestFor(world, "subscription.*", id) }
  },
  account: (world, id) => {
    const account = world.tables.accounts.get(id)
    if (account === undefined) return undefined
    const capacity = capacityOf(world, account)
    const freesAt = fitsAt(world, account, capacity, 1)
    const frees = freesAt === undefined ? "" : `, in ${span(Math.max(0, freesAt - world.now()))}`
    const what = `All ${capacity.limit} recipients of 24 hours are used: a send is refused with 429 until the window frees${frees}.`
    return { what, rule: "36.9" }
  },
  timer: (world, id) => {
    const timer = world.timers.get(id)
    return timer && "error" in timer
      ? { what: `Its work threw ${timer.error}. It does not run again: this is a defect of the mock server.` }
      : undefined
  },
}

/** What keeps a message from its recipient; else its status. */
function whyThisMessage(world: World, id: number): Cause | undefined {
  const message = world.tables.messages.get(id)
  if (message === undefined) return undefined
  const steps = whyMessage(world, id)
  const { last_event } = lightMessage(world, message)
  const isBad = /\.(bounced|complained|failed)$/.test(last_event?.type ?? "")
  const reason = (isBad ? steps.findLast(({ event }) => event === last_event?.type) : undefined) ?? steps.at(-1)
  const request = world.journal.requestsThatCreated({ kind: "message", id })[0]
  return reason && { what: reason.what, rule: reason.rule, request }
}

function whyRequest({ journal }: World, id: number): Cause | undefined {
  const entry = journal.get(id)
  if (entry === undefined) return undefined
  const { fault_id, status } = entry
  if (fault_id !== null) return { what: `Fault ${fault_id} made it fail, not the service.`, request: id }
  if (status === null) return { what: "The connection was cut before a response was sent.", request: id }
  const problems = problemsOf(entry).map(({ field, rule }) => (field === null ? rule : `${field} ${rule}`))
  return { what: `Refused with ${status}: ${problems.join("; ")}.`, rule: entry.rule, request: id }
}

function whyDelivery(world: World, id: number): Cause | undefined {
  const row = world.tables.webhookDeliveries.get(id)
  const delivery = row && lightDelivery(world, row)
  if (row === undefined || delivery === undefined) return undefined
  const request = delivery.request_ids[0]
  if (waitsForEndpoint(world, row))
    return { what: "Its endpoint is turned off: it waits until that is turned on.", rule: "12.5", request }
  const attempt = delivery.attempts.at(-1)
  if (attempt === undefined) return { what: "No attempt was made yet.", rule: "30.2", request }
  const dueAt = delivery.due[0]
  const next =
    dueAt !== undefined
      ? ` The next attempt is due in ${span(Math.max(0, Date.parse(dueAt) - world.now()))}.`
      : row.status === "failed"
        ? ` No attempt follows ${attempt.attempt}.`
        : ""
  return { what: `${whyAttempt(attempt)}${next}`, rule: row.status === "delivered" ? "12.1" : "34.2", request }
}

function whyEndpoint(world: World, id: number): Cause | undefined {
  const row = world.tables.webhooks.get(id)
  if (row === undefined) return undefined
  const { failing_since, status } = row
  const last = lastFailure(world, id)
  const delivery = last && world.tables.webhookDeliveries.get(last.delivery_id)
  const request = delivery && lightDelivery(world, delivery)?.request_ids[0]
  const result = last === undefined ? "" : ` The last response: ${resultOf(last)}.`
  if (status === "disabled") {
    const hasGivenUp = failing_since !== null && last && last.at - failing_since >= limits.webhookAutoOffAfter
    return hasGivenUp
      ? { what: `Every attempt failed for three days, so it was disabled.${result}`, rule: "34.4", request }
      : { what: "It was disabled by hand: nothing is sent to it until it is enabled.", rule: "12.5" }
  }
  if (failing_since === null) return { what: "It is not failing.", rule: "12.3" }
  const remaining = failing_since + limits.webhookAutoOffAfter - world.now()
  const then = remaining > 0 ? `in ${span(remaining)} or later` : "from now on"
  const since = `Every attempt has failed since ${momentText(failing_since)} UTC.${result}`
  return { what: `${since} A failure ${then} disables it, unless an attempt succeeds before.`, rule: "12.3", request }
}

const resultOf = ({ outcome }: LoggedAttempt) => ("status" in outcome ? outcome.status : outcome.error)

function lastFailure({ attempts }: World, endpoint: number): LoggedAttempt | undefined {
  for (const attempt of attempts.newestFirst()) {
    const { webhook_id, outcome } = attempt
    if (webhook_id === endpoint && !("status" in outcome && outcome.status >= 200 && outcome.status < 300))
      return attempt
  }
  return undefined
}

const whyUnpaid = (status: string): Cause =>
  status === "expired"
    ? { what: "Nobody paid within 24 hours.", rule: "13.3" }
    : { what: "The payment failed: nothing was credited.", rule: "13.1" }

/** The first request of some endpoints that returned a record with this id. */
const requestFor = ({ journal }: World, endpoint: string, id: number) =>
  journal.list({ endpoint }).find(({ response_body }) => Object(response_body).id === id)?.id
