import * as z from "zod"
import { limits } from "../../sdk/contract/core/limits.ts"
import { Id } from "../../sdk/contract/core/shared.ts"
import { cuts, deliveryEffects } from "../base/injected-fault.ts"
import { refuseInvalidParts } from "../base/invalid-part.ts"
import type * as models from "../base/models.gen.ts"

const count = z.int().min(0)
const nullable = <T extends z.core.$ZodType>(schema: T) => z.union([schema, z.null()])

/** How often a fault happens, and how often it has happened. */
const frequency = {
  /** Maximum number of times it happens; unlimited when null. */
  times: nullable(z.int().positive()),
  /** The probability for each match, 0 to 1. */
  probability: z.number().min(0).max(1),
  /** Starts at the nth match; at the first when omitted. */
  from: z.int().positive().optional(),
  /** Number of matches; counted if `from` is given. */
  seen: count.optional(),
  /** The profile that it belongs to. */
  profile: z.string().optional(),
}

/** Further conditions of a request fault, besides method and path. */
const requestMarks = {
  /** A credential or a kind of credential; `none` for requests without one. */
  credential: z.string().optional(),
  /** The idempotency key; `*` matches any text. */
  key: z.string().optional(),
  /** Required query parameters; `*` matches any text. */
  query: z.record(z.string(), z.string()).optional(),
  /** Text that the raw body must contain. */
  contains: z.string().optional(),
}

/** Headers of a response that a fault may set: any except those that control the connection. */
export const FaultHeaders = z.record(
  z
    .string()
    .regex(/^[!#$%&'*+.^_`|~\w-]+$/, "must be the name of a header")
    .regex(
      /^(?!(?:content-length|transfer-encoding|connection|trailer)$)/i,
      "controls the connection and cannot be set",
    ),
  z.string().regex(/^[\t\x20-\x7e]*$/, "must be one line of ASCII"),
)

/** Any JSON value, at most as deep as the service's own responses. */
export const FaultBody = z.unknown().superRefine(refuseInvalidParts(limits.jsonDepth))

/** Changes to a response of the fault or the service. */
const responseFlaws = {
  /** Replaces the response body: text unchanged, other values as JSON. */
  body: FaultBody.optional(),
  /** Additional response headers. */
  headers: FaultHeaders.optional(),
  /** Cuts the connection after N bytes of the body, before its last byte at the latest. */
  cut_at: count.optional(),
  /** Real milliseconds before each chunk of the body. */
  drip_ms: count.optional(),
}

/** A fault of requests, as a snapshot stores it. */
export const RequestFault = z.strictObject({
  /** The id of the fault. */
  id: Id,
  /** Requests fail. */
  on: z.literal("request").default("request"),
  /** Any method but OPTIONS when null. */
  method: nullable(z.string()),
  /** The path without the query; `*` matches any text. Any path when null. */
  path: nullable(z.string()),
  /** The response status; the service does not process the request. */
  status: nullable(z.int().min(200).max(599)),
  /** The `error_code` of the response; null for the status's default. */
  error_code: nullable(z.string()),
  /** The header `Retry-After`, in seconds. */
  retry_after: nullable(count),
  /** Real milliseconds to wait before anything else. */
  latency_ms: nullable(z.number().min(0)),
  /** Cuts the connection before or after the effect of the request; null for no cut. */
  drop: nullable(z.enum(cuts)),
  ...frequency,
  ...requestMarks,
  ...responseFlaws,
  /** How often it has happened. */
  fired: count,
})

/** A fault of webhook attempts, as a snapshot stores it. */
export const DeliveryFault = z.strictObject({
  /** The id of the fault. */
  id: Id,
  /** Webhook attempts fail. */
  on: z.literal("delivery"),
  /** Any endpoint when null. */
  webhook_id: nullable(Id),
  /** The event type; `*` matches any text. Any type when null. */
  event_type: nullable(z.string()),
  ...deliveryEffects,
  ...frequency,
  /** How often it has happened. */
  fired: count,
})

export const Fault = z.union([RequestFault, DeliveryFault])
/** An injected fault. */
export type Fault = models.RequestFault | models.DeliveryFault

/** A fault before it has an id and a count. @internal */
export type RequestFaultRule = Omit<models.RequestFault, "id" | "fired" | "seen">
/** @internal */
export type DeliveryFaultRule = Omit<models.DeliveryFault, "id" | "fired" | "seen">
/** @internal */
export type FaultRule = RequestFaultRule | DeliveryFaultRule
