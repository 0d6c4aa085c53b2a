import type * as z from "zod"
import type { MountedWorld } from "../world/mounted-world.ts"

/** What a control call is made of besides what it does; each part has a schema, or the call does not have it. */
export interface ControlSpec {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  /** Path after `/_mock`; a parameter is written `{id}`. */
  readonly path: `/${string}`
  /** 200 when left out. */
  readonly status?: 200 | 201 | 202 | 204
  readonly params?: z.core.$ZodType
  readonly query?: z.core.$ZodType
  readonly body?: z.core.$ZodType
  /** True for a call that runs what is due itself, and counts it. */
  readonly movesTime?: true
  /** True for a call that answers a promise. */
  readonly waits?: true
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

/** One call of the control API: behind its path over HTTP, and behind a method of `MockWorld`. */
export interface Control<S extends ControlSpec = ControlSpec, R = unknown> {
  readonly spec: S
  run(mounted: MountedWorld, input: ControlInput<S>): R
}

const notifyWatchers = ({ watchers }: MountedWorld["world"]) =>
  [() => watchers.changed(), () => watchers.changed()] as const

/** A call that does what is due by now first, and afterwards wakes what it has made due. */
export function defineControl<const S extends ControlSpec, R>(
  spec: S,
  act: (mounted: MountedWorld, input: ControlInput<S>) => R,
): Control<S, R> {
  return {
    spec,
    run(mounted, input) {
      const { world } = mounted
      const { scheduler } = world
      if (!spec.movesTime) scheduler.catchUp()
      const answer = act(mounted, input)
      scheduler.wake()
      world.watchers.changed()
      // What it is still to do is done by the time that its caller goes on.
      if (answer instanceof Promise) answer.then(...notifyWatchers(world))
      return answer
    },
  }
}
