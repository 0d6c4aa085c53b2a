import type { LightAttempt, LightDelivery } from "../../webhooks/light-delivery.ts"

/** A point of a delivery's time: an attempt that was made, one that is to come, or now. */
export type Point =
  | { readonly kind: "past"; readonly at: number; readonly attempt: LightAttempt }
  | { readonly kind: "next" | "later"; readonly at: number; readonly number: number }
  | { readonly kind: "now"; readonly at: number }

/** The time between two points, to scale while it is short; where it is long, it is folded and its length is written. */
export interface Gap {
  readonly ms: number
  readonly isFolded: boolean
  /** How wide it is drawn, in parts. */
  readonly share: number
}

export interface Step {
  readonly point: Point
  /** From the point before; undefined for the first. */
  readonly gap: Gap | undefined
}

/** Idle time longer than this is folded: five minutes. */
export const foldedFrom = 5 * 60_000

/**
 * A delivery along its time: attempts that were made, now, and those to come at their due times, as if each failed. Moments
 * are milliseconds since 1970.
 */
export function stepsOf(delivery: LightDelivery, now: number): Step[] {
  const points = [...pastOf(delivery), ...comingOf(delivery)].sort((a, b) => a.at - b.at)
  const hasFuture = points.some(({ kind }) => kind !== "past")
  const at = points.findIndex((point) => point.kind !== "past" && point.at > now)
  if (hasFuture && at >= 0) points.splice(at, 0, { kind: "now", at: now })
  return points.map((point, place) => ({ point, gap: gapBetween(points[place - 1], point) }))
}

const pastOf = ({ attempts }: LightDelivery): Point[] =>
  attempts.map((attempt) => ({ kind: "past", at: Date.parse(attempt.sent_at), attempt }))

function comingOf({ attempts, due }: LightDelivery): Point[] {
  const next = (attempts.at(-1)?.attempt ?? 0) + 1
  return due.map((at, place) => ({
    kind: place === 0 ? "next" : "later",
    at: Date.parse(at),
    number: next + place,
  }))
}

function gapBetween(before: Point | undefined, point: Point): Gap | undefined {
  if (before === undefined) return undefined
  const ms = point.at - before.at
  const isFolded = ms > foldedFrom
  return { ms, isFolded, share: isFolded ? 1 : ms / foldedFrom }
}
