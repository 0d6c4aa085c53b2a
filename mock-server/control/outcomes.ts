import * as z from "zod"
import { IdParams } from "../../sdk/contract/core/shared.ts"
import { invalid, notFound } from "../base/mock-error.ts"
import { outcomeKinds, smsOutcomes, trackings } from "../world/outcomes.ts"
import { defineControl } from "./control.ts"
import { Duration } from "./moments.ts"

/** The outcome of messages to an address. */
export const NewOutcome = z.strictObject({
  /** An address, `*@domain`, or a number; `*` matches any text. */
  to: z.string().regex(/@|^\+|^\*$/, "must be an address, *@domain, a number, or *"),
  /** What becomes of messages to it; delivered when left out. `bounced` is a hard bounce; `unknown` waits for a later event. */
  outcome: z.enum(outcomeKinds).optional(),
  /** Delay after sending, in the world's time; none when left out, an hour for `delayed`. */
  after: Duration.optional(),
  /** Maximum number of messages; no limit when left out. */
  times: z.int().positive().optional(),
  /** Which opens and clicks the service tracks; all when left out. */
  tracking: z.enum(trackings).optional(),
  /** True if a scanner opens delivered messages and follows their links; these do not count. */
  bot: z.boolean().optional(),
})

/** @internal */
export const outcomeControls = {
  add: defineControl({ method: "POST", path: "/outcomes", status: 201, body: NewOutcome }, ({ world }, { body }) => {
    const { to, outcome = "delivered", after, times, tracking = "all", bot = false } = body
    if (to.startsWith("+") && !smsOutcomes.has(outcome))
      throw invalid({ outcome: ["is only for e-mail: to is a phone number"] })
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
