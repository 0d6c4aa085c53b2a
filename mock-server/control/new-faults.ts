import * as z from "zod"
import type { Without } from "../../sdk/contract/core/rules.ts"
import { Id } from "../../sdk/contract/core/shared.ts"
import { cuts, signatureFlaws } from "../base/injected-fault.ts"
import type * as models from "../base/models.gen.ts"
import { type Fault, FaultBody, FaultHeaders } from "../world/fault-rules.ts"
import { Duration } from "./moments.ts"

const maxLatency = 600_000

const responseKeys = ["status", "body", "headers", "cut_at", "drip_ms"] as const

/** How often a fault fires. */
const frequency = {
  /** Maximum number of firings; no limit when left out. */
  times: z.int().positive().optional(),
  /** Probability that a match fires; 1 when left out. */
  probability: z.number().min(0).max(1).optional(),
  /** Start at the nth match: 3 lets two through first. */
  from: z.int().positive().optional(),
}

/** A fault for requests. It needs at least a status, a drop, a latency, or a change of the response. */
export const NewRequestFault = z
  .strictObject({
    /** `request` is the default. */
    on: z.literal("request").optional(),
    /** Only requests with this method; any but OPTIONS when left out. */
    method: z.string().min(1).optional(),
    /** Only requests of this path, without its query; `*` matches any text. */
    path: z
      .string()
      .startsWith("/", "must begin with /")
      .refine((path) => !path.startsWith("/_mock"), "is a control call: faults do not apply")
      .refine((path) => !path.includes("?"), "must not contain a query: use the field query")
      .optional(),
    /** Only requests with this credential, or with this kind of credential; `none` is those without one. */
    credential: z.string().min(1).optional(),
    /** Only requests with this idempotency key; `*` matches any text. */
    key: z.string().min(1).optional(),
    /** Only requests with these query parameters; `*` matches any text. */
    query: z.record(z.string(), z.string()).optional(),
    /** Only requests with this text in their raw body. */
    contains: z.string().min(1).optional(),
    /** The response status, instead of the service's response. Below 400 it requires a body. */
    status: z.int().min(200).max(599).optional(),
    /** The `error_code` of the response; the default of the status when left out. */
    error_code: z.string().min(1).optional(),
    /** Seconds, for the header `Retry-After`. */
    retry_after: z.int().min(0).optional(),
    /**
     * Replaces the response body: text unchanged, other values as JSON. Without a status, replaces the body of the
     * service's response.
     */
    body: FaultBody.optional(),
    /** Additional response headers. */
    headers: FaultHeaders.optional(),
    /** Real milliseconds to wait first. */
    latency_ms: z.number().min(0).max(maxLatency).optional(),
    /** Cuts the connection: before or after the request takes effect. */
    drop: z.enum(cuts).optional(),
    /** Cuts the connection after N bytes of the response body, before its last byte at the latest. */
    cut_at: z.int().min(0).optional(),
    /** Sends the response body in up to 16 pieces, with a pause of N real milliseconds before each. */
    drip_ms: z.int().min(1).max(maxLatency).optional(),
    ...frequency,
  })
  .refine(({ status, body }) => status === undefined || status >= 400 || body !== undefined, {
    error: "below 400 requires a body",
    path: ["status"],
  })
  .refine(({ drop, ...response }) => drop === undefined || responseKeys.every((key) => response[key] === undefined), {
    error: "cannot be combined with drop: no response is sent",
    path: ["status"],
  })
  .refine(
    (fault) => [...responseKeys, "drop" as const, "latency_ms" as const].some((key) => fault[key] !== undefined),
    {
      error: "or drop, latency_ms, body, headers, cut_at or drip_ms is required",
      path: ["status"],
    },
  )
/** @internal */
export type RequestFaultInput = z.output<typeof NewRequestFault>

/** A fault for webhook attempts. */
export const NewDeliveryFault = z
  .strictObject({
    /** The kind of fault. */
    on: z.literal("delivery"),
    /** Only attempts to this endpoint. */
    webhook_id: Id.optional(),
    /** Only attempts for events of this type; `*` matches any text. */
    event_type: z.string().min(1).optional(),
    /** Drops the attempt before it reaches the receiver, or the response after the receiver has handled it. */
    drop: z.enum(cuts).optional(),
    /** Delay of the attempt, in the world's time. */
    delay: Duration.optional(),
    /** Number of additional deliveries of the attempt. */
    duplicate: z.int().min(1).max(10).optional(),
    /** Sends the next attempt to the endpoint first. This one follows within `delay`, by default a minute. */
    reorder: z.boolean().optional(),
    /**
     * Signs with an unknown secret, with a timestamp ten minutes old, with the secret of another endpoint, or twice as
     * during a rotation, with the valid signature last.
     */
    signature: z.enum(signatureFlaws).optional(),
    ...frequency,
  })
  .refine(
    ({ drop, delay, duplicate, reorder, signature }) => Boolean(drop || delay || duplicate || reorder || signature),
    { error: "or delay, duplicate, reorder or signature is required", path: ["drop"] },
  )
/** @internal */
export type DeliveryFaultInput = z.output<typeof NewDeliveryFault>

/** A fault, by default for requests. */
export const NewFault = z.discriminatedUnion("on", [NewRequestFault, NewDeliveryFault], "must be request or delivery")
export type NewFault = (models.NewRequestFault & NoDeliveryFields) | models.NewDeliveryFault

/** Said so that a fault without `on`, which is one of requests, has no field of deliveries. */
type NoDeliveryFields = Without<
  models.NewDeliveryFault,
  Exclude<keyof models.NewDeliveryFault, keyof models.NewRequestFault>
>

/** Adds a fault. The first signature is for editors: of a fault without `on` they offer the fields of requests alone. */
export interface AddFault {
  (fault: models.NewRequestFault): Fault
  (fault: NewFault): Fault
}
