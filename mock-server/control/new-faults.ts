import * as z from "zod"
import { Id } from "../../sdk/contract/core/shared.ts"
import type * as models from "../base/models.gen.ts"
import { cuts, signatureFlaws } from "../store/tables/injected-fault.ts"
import { FaultBody, FaultHeaders } from "../world/fault-rules.ts"
import { Duration } from "./moments.ts"

const maxLatency = 600_000

const answerKeys = ["status", "body", "headers", "cut_at", "drip_ms"] as const

/** How often a failure happens. */
const frequency = {
  /** How often it happens; always when left out. */
  times: z.int().positive().optional(),
  /** How likely it happens to what fits; always when left out. */
  probability: z.number().min(0).max(1).optional(),
  /** Start at the nth match: 3 lets two through first. */
  from: z.int().positive().optional(),
}

/** A failure of requests to come: at least a status, a drop, a latency, or something that is wrong with the answer. */
export const NewRequestFault = z
  .strictObject({
    /** Requests fail, where nothing else is said. */
    on: z.literal("request").optional(),
    /** Any method but OPTIONS when left out. */
    method: z.string().min(1).optional(),
    /** Without the query; `*` stands for any text. Any path when left out. */
    path: z
      .string()
      .startsWith("/", "must begin with /")
      .refine((path) => !path.startsWith("/_mock"), "is a control call, which has no failures")
      .refine((path) => !path.includes("?"), "goes without its query: say that under query")
      .optional(),
    /** A credential, or a kind of credential; `none` for requests that show none. */
    credential: z.string().min(1).optional(),
    /** The idempotency key; `*` stands for any text. */
    key: z.string().min(1).optional(),
    /** Query parameters that must be there; `*` stands for any text. */
    query: z.record(z.string(), z.string()).optional(),
    /** Text that must be in the body, as it is sent. */
    contains: z.string().min(1).optional(),
    /** What is answered instead of the service's own answer. Below 400 with a body only. */
    status: z.int().min(200).max(599).optional(),
    /** The `error_code` of the answer; that of the status when left out. */
    error_code: z.string().min(1).optional(),
    /** Seconds, for the header `Retry-After`. */
    retry_after: z.int().min(0).optional(),
    /** Stands for the answer's body: text as it is, anything else as JSON. Without a status, of the service's own answer. */
    body: FaultBody.optional(),
    /** Headers of the answer, in addition to its own. */
    headers: FaultHeaders.optional(),
    /** Real milliseconds to wait first. */
    latency_ms: z.number().min(0).max(maxLatency).optional(),
    /** Cuts the connection: before anything is done, or after it is done. */
    drop: z.enum(cuts).optional(),
    /** Cuts the connection after N bytes of the response body, before its last byte at the latest. */
    cut_at: z.int().min(0).optional(),
    /** Sends the response body in up to 16 pieces, with a pause of N real milliseconds before each. */
    drip_ms: z.int().min(1).max(maxLatency).optional(),
    ...frequency,
  })
  .refine(({ status, body }) => status === undefined || status >= 400 || body !== undefined, {
    error: "below 400 goes with a body",
    path: ["status"],
  })
  .refine(({ drop, ...answer }) => drop === undefined || answerKeys.every((key) => answer[key] === undefined), {
    error: "cannot be answered on a connection that is dropped",
    path: ["status"],
  })
  .refine((fault) => [...answerKeys, "drop" as const, "latency_ms" as const].some((key) => fault[key] !== undefined), {
    error: "or drop, latency_ms, body, headers, cut_at or drip_ms must say what goes wrong",
    path: ["status"],
  })
/** @internal */
export type RequestFaultInput = z.output<typeof NewRequestFault>

/** A failure of webhook attempts to come. */
export const NewDeliveryFault = z
  .strictObject({
    /** Webhook attempts fail. */
    on: z.literal("delivery"),
    /** Any endpoint when left out. */
    webhook_id: Id.optional(),
    /** Any type when left out; `*` stands for any text. */
    event_type: z.string().min(1).optional(),
    /** Loses the attempt before it reaches the receiver, or the answer after the receiver has done its work. */
    drop: z.enum(cuts).optional(),
    /** How much later the attempt is made, in the world's time. */
    delay: Duration.optional(),
    /** How many times more the attempt is made. */
    duplicate: z.int().min(1).max(10).optional(),
    /** Lets the next attempt to the endpoint go first; it follows after `delay` at the latest, a minute when left out. */
    reorder: z.boolean().optional(),
    /**
     * Signs with a secret of nobody, ten minutes ago, with the secret of another endpoint, or twice as while a secret is
     * replaced, the right signature last.
     */
    signature: z.enum(signatureFlaws).optional(),
    ...frequency,
  })
  .refine(
    ({ drop, delay, duplicate, reorder, signature }) => Boolean(drop || delay || duplicate || reorder || signature),
    { error: "or delay, duplicate, reorder or signature must say what goes wrong", path: ["drop"] },
  )
/** @internal */
export type DeliveryFaultInput = z.output<typeof NewDeliveryFault>

/** A failure to come, of requests where nothing else is said. */
export const NewFault = z.discriminatedUnion("on", [NewRequestFault, NewDeliveryFault], "must be request or delivery")
export type NewFault = models.NewRequestFault | models.NewDeliveryFault
