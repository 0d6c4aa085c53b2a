import type * as z from "zod"
import { validate } from "../request/input.ts"
import type { Place } from "../service.ts"

/** What a control call is made of besides what it does; each part has a schema, or the call does not have it. */
export interface ControlSpec {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  /** Path after `/_mock`; a parameter is written `{id}`. */
  readonly path: `/${string}`
  /** 200 when left out. */
  readonly status?: 200 | 201 | 204
  readonly params?: z.core.$ZodType
  readonly query?: z.core.$ZodType
  readonly body?: z.core.$ZodType
  /** True for a call that runs what is due itself, and counts it. */
  readonly movesTime?: true
}

type PartKey = "params" | "query" | "body"

/** What a caller gives: the input side of each part. */
export type ControlSent<S extends ControlSpec> = {
  readonly [K in PartKey & keyof S]: S[K] extends z.core.$ZodType ? z.input<S[K]> : never
}

/** What a call gets: the output side of each part. */
export type ControlInput<S extends ControlSpec> = {
  readonly [K in PartKey & keyof S]: S[K] extends z.core.$ZodType ? z.output<S[K]> : never
}

/** One call of the control interface: behind its path over HTTP, and behind a method of `MockWorld`. */
export interface Control<S extends ControlSpec = ControlSpec, R = unknown> {
  readonly spec: S
  run(place: Place, input: ControlInput<S>): R
}

export function defineControl<const S extends ControlSpec, R>(
  spec: S,
  run: (place: Place, input: ControlInput<S>) => R,
): Control<S, R> {
  return { spec, run }
}

/** The parts of a call before they are looked at. */
export type RawParts = Readonly<Partial<Record<PartKey, unknown>>>

/** Makes a control call with parts that may be wrong: then the 422 that names the field is thrown. */
export function callControl(control: Control, place: Place, raw: RawParts): unknown {
  const { spec } = control
  const input: Partial<Record<PartKey, unknown>> = {}
  for (const part of ["params", "query", "body"] as const) {
    const schema = spec[part]
    if (schema !== undefined) input[part] = validate(schema, raw[part] ?? {})
  }
  const validated: { run(place: Place, input: object): unknown } = control
  const { scheduler } = place.world
  if (!spec.movesTime) scheduler.catchUp()
  const answer = validated.run(place, input)
  scheduler.wake()
  return answer
}
