import * as z from "zod"
import { IdParams } from "../../sdk/contract/core/shared.ts"
import { invalid, notFound } from "../base/mock-error.ts"
import { outcomeKinds, smsOutcomes, trackings } from "../world/outcomes.ts"
import { defineControl } from "./control.ts"
import { Duration } from "./moments.ts"

/** What is to become of messages to an address. */
export const NewOutcome = z.strictObject({
  /** An address, `*@domain`, or a number; `*` stands for any text. */
  to: z.string().regex(/@|^\+|^\*$/, "must be an address, *@domain, a number, or *"),
  /** Delivered when left out. `bounced` is for good, `unknown` is until `messages.event` tells. */
  outcome: z.enum(outcomeKinds).optional(),
  /** How long after the message has gone out, in the world's time; at once when left out, for `delayed` an hour. */
  after: Duration.optional(),
  /** For how many messages; for all when left out. */
  times: z.int().positive().optional(),
  /** What of opens and clicks the service sees; all when left out. */
  tracking: z.enum(trackings).optional(),
  /** True where a scanner opens what is delivered and follows its links, which does not count. */
  bot: z.boolean().optional(),
})

/** @internal */
export const outcomeControls = {
  add: defineControl({ method: "POST", path: "/outcomes", status: 201, body: NewOutcome }, ({ world }, { body }) => {
    const { to, outcome = "delivered", after, times, tracking = "all", bot = false } = body
    if (to.startsWith("+") && !smsOutcomes.has(outcome))
      throw invalid({ outcome: ["is for e-mail, and to is a number"] })
    return world.outcomes.add({ to, outcome, after_ms: after ?? null, times: times ?? null, tracking, bot })
  }),

  list: defineControl({ method: "GET", path: "/outcomes" }, ({ world }) => [...world.outcomes.list()]),

  clear: defineControl({ method: "DELETE", path: "/outcomes", status: 204 }, ({ world }) => world.outcomes.clear()),

  remove: defineControl(
    { method: "DELETE", path: "/outcomes/{id}", status: 204, params: IdParams },
    ({ world }, { params }) => {
      if (!world.outcomes.remove(params.id)) throw notFound("Outcome")
    },
  ),
}
