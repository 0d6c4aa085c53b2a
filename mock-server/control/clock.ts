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

/** A world's time. */
export interface ClockView {
  /** How the clock goes. */
  readonly mode: ClockMode
  /** ISO 8601. */
  readonly now: string
  /** How many times as fast as real time; of `scaled` alone. */
  readonly rate?: number
  /** `real` where webhooks are signed by the machine's clock. */
  readonly webhook_time?: WebhookTime
  /** How much work waits for its time. */
  readonly pending: number
}

/** The result of moving time. */
export interface Advanced {
  /** ISO 8601. */
  readonly now: string
  /** How many pieces of work ran on the way. */
  readonly fired: number
}

/** @internal */
export const clockView = ({ clock, timers, webhookTime }: World): ClockView => ({
  mode: clock.mode,
  now: clock.timestamp(),
  ...(clock.rate === undefined ? {} : { rate: clock.rate }),
  ...(webhookTime === "real" ? { webhook_time: webhookTime } : {}),
  pending: timers.size,
})

/** How a clock goes, and where it begins. */
export const ClockChange = z
  .strictObject({
    /** How the clock goes. */
    mode: z.enum(clockModes),
    /** How many times as fast as real time `scaled` goes. */
    rate: z.number().min(rates.least).max(rates.most).optional(),
    /** The time that it shows from now on; as it is when left out. */
    now: ClockMoment.optional(),
    /** By which clock webhooks are signed from now on: the world's, or the machine's. */
    webhook_time: z.enum(webhookTimes).optional(),
  })
  .refine(({ mode, rate }) => mode !== "scaled" || rate !== undefined, {
    error: "is required with the mode scaled",
    path: ["rate"],
  })
  .refine(({ mode, rate }) => mode === "scaled" || rate === undefined, {
    error: "goes with the mode scaled, and with no other",
    path: ["rate"],
  })

/** How far time moves: by a span, to a moment, or to the next work that is due; the last not past `until`. */
export const Advance = z
  .strictObject({
    /** How far: milliseconds, or text such as `5m`. */
    by: Duration.optional(),
    /** The moment to move to, or `next`. */
    to: z.union([ClockMoment, z.literal("next")]).optional(),
    /** Goes with `to: "next"`: the moment that time stops at. */
    until: Moment.optional(),
  })
  .refine(({ by, to }) => (by === undefined) !== (to === undefined), {
    error: "or to is required, and not both",
    path: ["by"],
  })
  .refine(({ to, until }) => until === undefined || to === "next", { error: "goes with to: next", path: ["until"] })

/** @internal */
export const clockControls = {
  get: defineControl({ method: "GET", path: "/clock" }, ({ world }) => clockView(world)),

  /** Moving to a later `now` runs everything that is due on the way, as an advance does. An earlier one is only set. */
  set: defineControl(
    { method: "PUT", path: "/clock", body: ClockChange, waits: true },
    async ({ world }, { body }): Promise<ClockView> => {
      const { webhook_time, ...setting } = body
      world.webhookTime = webhook_time ?? world.webhookTime
      await world.scheduler.setClock(setting)
      return clockView(world)
    },
  ),

  advance: defineControl(
    { method: "POST", path: "/clock/advance", body: Advance, movesTime: true, waits: true },
    async ({ world }, { body: { by = 0, to, until } }): Promise<Advanced> => {
      if (typeof to === "number" && to < world.now()) {
        throw invalid({ to: [`is before ${world.timestamp()}: time moves on`] })
      }
      if (world.now() + by > lastNow) throw invalid({ by: [`leads ${pastLastNow}`] })
      const { scheduler } = world
      const fired = await (to === undefined
        ? scheduler.advanceBy(by)
        : to === "next"
          ? scheduler.advanceToNext(until)
          : scheduler.advance(to))
      return { now: world.timestamp(), fired }
    },
  ),
}
