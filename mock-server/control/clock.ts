import * as z from "zod"
import {
  type ClockMode,
  clockModes,
  lastNow,
  pastLastNow,
  rates,
  type WebhookTime,
  webhookTimes,
} from "../base/clock.ts"
import { invalid } from "../base/mock-error.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"
import { ClockMoment, Duration, Moment } from "./moments.ts"
import { runText } from "./run-text.ts"

/** A world's time. */
export interface ClockView {
  /** The clock mode. */
  readonly mode: ClockMode
  /** ISO 8601. */
  readonly now: string
  /** The speed relative to real time; only with `scaled`. */
  readonly rate?: number
  /** Milliseconds by which a `real` clock that was moved is ahead of the machine's; negative if it is behind. */
  readonly ahead_ms?: number
  /** `real` when webhooks are signed with the machine's clock. */
  readonly webhook_time?: WebhookTime
  /** The number of pending timers. */
  readonly pending: number
}

/** The result of moving time. */
export interface AdvanceResult {
  /** ISO 8601. */
  readonly now: string
  /** The number of timers that ran. */
  readonly fired: number
  /** What they did: `2 webhooks sent, 1 webhook sent again`; absent if none ran. */
  readonly happened?: string
}

/** @internal */
export const clockView = ({ clock, timers, webhookTime }: World): ClockView => ({
  mode: clock.mode,
  now: clock.timestamp(),
  ...(clock.rate === undefined ? {} : { rate: clock.rate }),
  ...(clock.mode === "real" && clock.ahead !== 0 ? { ahead_ms: clock.ahead } : {}),
  ...(webhookTime === "real" ? { webhook_time: webhookTime } : {}),
  pending: timers.size,
})

/** The mode and time of a clock. */
export const ClockChange = z
  .strictObject({
    /** The clock mode; when left out, `scaled` with a rate, else as before. */
    mode: z.enum(clockModes).optional(),
    /** The speed of `scaled` relative to real time. */
    rate: z.number().min(rates.least).max(rates.most).optional(),
    /** The new time; unchanged when left out. */
    now: ClockMoment.optional(),
    /** The clock that signs webhooks from now on: the world's, or the machine's. */
    webhook_time: z.enum(webhookTimes).optional(),
  })
  .refine(({ mode, rate }) => mode !== "scaled" || rate !== undefined, {
    error: "is required with the mode scaled",
    path: ["rate"],
  })
  .refine(({ mode = "scaled", rate }) => mode === "scaled" || rate === undefined, {
    error: "is allowed only with the mode scaled",
    path: ["rate"],
  })

/** @internal The mode that a change asks for: a rate alone means `scaled`. */
export const modeOf = ({ mode, rate }: z.output<typeof ClockChange>): ClockMode | undefined =>
  mode ?? (rate === undefined ? undefined : "scaled")

/** How far to move time: by a duration, to a time, or to the next due work, at most to `until`. */
export const Advance = z
  .strictObject({
    /** A duration: milliseconds, or text such as `5m`. */
    by: Duration.optional(),
    /** The time to move to, or `next`. */
    to: z.union([ClockMoment, z.literal("next")]).optional(),
    /** Only with `to: "next"`: the latest time to move to. */
    until: Moment.optional(),
  })
  .refine(({ by, to }) => (by === undefined) !== (to === undefined), {
    error: "or to is required, and not both",
    path: ["by"],
  })
  .refine(({ to, until }) => until === undefined || to === "next", {
    error: "is allowed only with to: next",
    path: ["until"],
  })

/** @internal */
export const clockControls = {
  get: defineControl({ method: "GET", path: "/clock" }, ({ world }) => clockView(world)),

  /** Moving to a later `now` runs due work, as an advance does; moving to an earlier one only sets the time. */
  set: defineControl(
    { method: "PUT", path: "/clock", body: ClockChange },
    async ({ world }, { body }): Promise<ClockView> => {
      const { webhook_time, now, rate } = body
      const { clock, scheduler } = world
      world.webhookTime = webhook_time ?? world.webhookTime
      const mode = modeOf(body) ?? clock.mode
      const at = await scheduler.setClock({ mode, rate: mode === "scaled" ? (rate ?? clock.rate) : undefined, now })
      return { ...clockView(world), now: new Date(at).toISOString() }
    },
  ),

  advance: defineControl(
    { method: "POST", path: "/clock/advance", body: Advance, movesTime: true },
    async ({ world }, { body: { by = 0, to, until } }): Promise<AdvanceResult> => {
      if (typeof to === "number" && to < world.now()) {
        throw invalid({ to: [`is before ${world.timestamp()}: an advance only moves forward`] })
      }
      if (world.now() + by > lastNow) throw invalid({ by: [`leads ${pastLastNow}`] })
      const { scheduler } = world
      const advanced = await (to === undefined
        ? scheduler.advanceBy(by)
        : to === "next"
          ? scheduler.advanceToNext(until)
          : scheduler.advance(to))
      const { ran } = advanced
      const fired = [...ran.values()].reduce((sum, count) => sum + count, 0)
      return { now: new Date(advanced.now).toISOString(), fired, ...(fired > 0 ? { happened: runText(ran) } : {}) }
    },
  ),
}
