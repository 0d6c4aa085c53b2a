import * as z from "zod"
import { IdParams } from "../../sdk/contract/core/shared.ts"
import { notFound } from "../base/service-error.ts"
import type { Fault } from "../world/faults.ts"
import { defineControl } from "./control.ts"

const longestLatency = 600_000

/** A failure to come: at least a status, a drop or a latency. */
export const NewFault = z
  .strictObject({
    /** Any method when left out. */
    method: z.string().min(1).optional(),
    /** Without the query; `*` stands for any text. Any path when left out. */
    path: z.string().startsWith("/", "must begin with /").optional(),
    /** What is answered instead of the service's own answer. */
    status: z.int().min(400).max(599).optional(),
    error_code: z.string().min(1).optional(),
    /** Seconds, for the header `Retry-After`. */
    retry_after: z.int().min(0).optional(),
    /** Real milliseconds to wait first. */
    latency_ms: z.number().min(0).max(longestLatency).optional(),
    /** Cuts the connection: before anything is done, or after it is done. */
    drop: z.enum(["before", "after"]).optional(),
    /** How often it happens; always when left out. */
    times: z.int().positive().optional(),
    /** How likely it happens to a request that fits; always when left out. */
    probability: z.number().min(0).max(1).optional(),
  })
  .refine(({ status, drop }) => status === undefined || drop === undefined, {
    error: "cannot be answered on a connection that is dropped",
    path: ["status"],
  })
  .refine(({ status, drop, latency_ms }) => status !== undefined || drop !== undefined || latency_ms !== undefined, {
    error: "or drop or latency_ms must say what goes wrong",
    path: ["status"],
  })
export interface NewFault extends z.input<typeof NewFault> {}

export const faultControls = {
  add: defineControl(
    { method: "POST", path: "/faults", status: 201, body: NewFault },
    ({ world }, { body }): Fault =>
      world.faults.add({
        method: body.method?.toUpperCase() ?? null,
        path: body.path ?? null,
        status: body.status ?? null,
        error_code: body.error_code ?? null,
        retry_after: body.retry_after ?? null,
        latency_ms: body.latency_ms ?? null,
        drop: body.drop ?? null,
        times: body.times ?? null,
        probability: body.probability ?? 1,
      }),
  ),

  list: defineControl({ method: "GET", path: "/faults" }, ({ world }) => [...world.faults.list()]),

  clear: defineControl({ method: "DELETE", path: "/faults", status: 204 }, ({ world }) => world.faults.clear()),

  remove: defineControl(
    { method: "DELETE", path: "/faults/{id}", status: 204, params: IdParams },
    ({ world }, { params }) => {
      if (!world.faults.remove(params.id)) throw notFound("Fault")
    },
  ),
}
