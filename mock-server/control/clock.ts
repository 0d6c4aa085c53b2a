import * as z from "zod"
import { type ClockMode, lastMoment } from "../base/clock.ts"
import { invalid } from "../base/service-error.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"
import { Duration, Moment } from "./moments.ts"

/** A world's time. */
export interface ClockView {
  readonly mode: ClockMode
  /** ISO 8601. */
  readonly now: string
  /** How much work waits for its time. */
  readonly pending: number
}

/** What came of moving time. */
export interface Advanced {
  /** ISO 8601. */
  readonly now: string
  /** How many pieces of work ran on the way. */
  readonly fired: number
}

export const clockView = ({ clock, timers }: World): ClockView => ({
  mode: clock.mode,
  now: clock.timestamp(),
  pending: timers.size,
})

/** Another mode, and another time if wanted. */
export const ClockChange = z.strictObject({ mode: z.enum(["real", "frozen"]), now: Moment.optional() })
export interface ClockChange extends z.input<typeof ClockChange> {}

/** How far time moves: by a span, or to a moment. */
export const Advance = z
  .strictObject({ by: Duration.optional(), to: Moment.optional() })
  .refine(({ by, to }) => (by === undefined) !== (to === undefined), { error: "must be either by or to", path: ["by"] })
export interface Advance extends z.input<typeof Advance> {}

export const clockControls = {
  get: defineControl({ method: "GET", path: "/clock" }, ({ world }) => clockView(world)),

  /** A later `now` is reached as an advance does, running what is due on the way; an earlier one is just set. */
  set: defineControl(
    { method: "PUT", path: "/clock", body: ClockChange, waits: true },
    async ({ world }, { body }): Promise<ClockView> => {
      await world.scheduler.setClock({ mode: body.mode, now: body.now })
      return clockView(world)
    },
  ),

  advance: defineControl(
    { method: "POST", path: "/clock/advance", body: Advance, movesTime: true, waits: true },
    async ({ world }, { body: { by = 0, to } }): Promise<Advanced> => {
      if (to !== undefined && to < world.now()) throw invalid({ to: [`is before ${world.timestamp()}: time moves on`] })
      const moment = to ?? world.now() + by
      if (moment > lastMoment) throw invalid({ by: ["leads past the year 9999"] })
      const fired = await (to === undefined ? world.scheduler.advanceBy(by) : world.scheduler.advance(to))
      return { now: world.timestamp(), fired }
    },
  ),
}
