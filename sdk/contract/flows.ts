import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { givenList, Id, JsonObject, openEnum, recordTimes } from "./core/shared.ts"

/** Steps that run by themselves when something happens. Spec: Contacts, lists and other groups. */
export const Flow = z.looseObject({
  /** The flow's id. */
  id: Id,
  /** The brand that it belongs to. */
  brand_id: Id,
  /** What the flow is called. */
  name: z.string(),
  /** `draft` until it is started; `live` while it runs. */
  status: openEnum(["draft", "live", "paused", "archived", "cancelled"]),
  /** What starts it. */
  trigger: JsonObject.nullish(),
  /** What it does, one step after the other. */
  steps: z.array(JsonObject),
  ...recordTimes,
})
export interface Flow extends models.Flow {}

/** A flow to begin, as a draft. */
export const FlowCreate = z.strictObject({
  /** What the flow is called. */
  name: z.string().min(1),
  /** What starts it. */
  trigger: JsonObject.nullish(),
  /** What it does, one step after the other. */
  steps: z._default(givenList(z.array(JsonObject)), []),
})
export interface FlowCreate extends models.FlowCreate {}

const { read, write } = endpointsWith({ section: "Contacts, lists and other groups", auth: anyKey })

/** Steps that run by themselves. */
export const flows = {
  list: read({
    path: "/v1/my/flows",
    summary: "List the brand's flows",
    paginated: { size: limits.pageSizeDefault },
    response: Flow,
  }),
  create: write({
    method: "POST",
    path: "/v1/my/flows",
    summary: "Create a flow as a draft",
    recipients: { indirect: "whoever starts the flow, once it is live" },
    body: FlowCreate,
    response: Flow,
    status: 201,
    example: { body: { name: "Welcome", trigger: { event: "signed_up" }, steps: [{ send_template: 1 }] } },
  }),
} as const
