import type { LightAttempt, LightDelivery } from "../../webhooks/light-delivery.ts"

/** A point of a delivery's time, in milliseconds since 1970: an attempt that was made, one that is to come, or now. */
export type Point =
  | { readonly kind: "past"; readonly at: number; readonly attempt: LightAttempt }
  | { readonly kind: "next" | "later"; readonly at: number; readonly number: number }
  | { readonly kind: "now"; readonly at: number }

/** A delivery along its time: attempts that were made, now, and those to come at their due times, as if each failed. */
export function pointsOf(delivery: LightDelivery, now: number): Point[] {
  const points = [...pastOf(delivery), ...comingOf(delivery)].sort((a, b) => a.at - b.at)
  const at = points.findIndex((point) => point.kind !== "past" && point.at > now)
  if (at >= 0) points.splice(at, 0, { kind: "now", at: now })
  return points
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
