import type * as z from "zod"
import { atOnce, inPieces, type Steps } from "../base/event-loop.ts"
import type { MountedWorld } from "../world/mounted-world.ts"

/** The definition of a control call; parts without a schema are absent. */
export interface ControlSpec {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  /** Path after `/_mock`; a parameter is written `{id}`. */
  readonly path: `/${string}`
  /** 200 when left out. */
  readonly status?: 200 | 201 | 202 | 204
  readonly params?: z.core.$ZodType
  readonly query?: z.core.$ZodType
  readonly body?: z.core.$ZodType
  /** True for a call that runs due work itself and counts it. */
  readonly movesTime?: true
}

type PartKey = "params" | "query" | "body"

/** The input that a caller passes, for each part. */
export type ControlSent<S extends ControlSpec> = {
  readonly [K in PartKey & keyof S]: S[K] extends z.core.$ZodType ? z.input<S[K]> : never
}

/** The parsed input that a call gets, for each part. */
export type ControlInput<S extends ControlSpec> = {
  readonly [K in PartKey & keyof S]: S[K] extends z.core.$ZodType ? z.output<S[K]> : never
}

/** One call of the control API: a path over HTTP, and a method of `MockWorld`. */
export interface Control<S extends ControlSpec = ControlSpec, R = unknown> {
  readonly spec: S
  run(mounted: MountedWorld, input: ControlInput<S>): R
  /** The same over HTTP, where other requests are answered while it takes long. */
  runInPieces(mounted: MountedWorld, input: ControlInput<S>): R | Promise<R>
}

/** A call that can take seconds in a large world: at once in process, in pieces over HTTP. */
export function defineLongControl<const S extends ControlSpec, R>(
  spec: S,
  act: (mounted: MountedWorld, input: ControlInput<S>) => Steps<R>,
): Control<S, R> {
  return {
    spec,
    run: calling(spec, (mounted, input) => atOnce(act(mounted, input)), true),
    runInPieces: calling(spec, (mounted, input) => inPieces(mounted.world.clock.host, act(mounted, input))),
  }
}

/** A call that first runs due work, and afterwards wakes the work that it has scheduled. */
export function defineControl<const S extends ControlSpec, R>(
  spec: S,
  act: (mounted: MountedWorld, input: ControlInput<S>) => R,
): Control<S, R> {
  return { spec, run: calling(spec, act, true), runInPieces: calling(spec, act) }
}

/** Without `isWhole` the due work may continue after the call. */
function calling<I, R>(spec: ControlSpec, act: (mounted: MountedWorld, input: I) => R, isWhole?: true) {
  return (mounted: MountedWorld, input: I): R => {
    const { world } = mounted
    const { scheduler } = world
    if (!spec.movesTime) scheduler.catchUp(isWhole)
    const result = act(mounted, input)
    scheduler.wake()
    world.watchers.changed()
    // Remaining work is finished before the caller continues.
    const notify = () => world.watchers.changed()
    if (result instanceof Promise) result.then(notify, notify)
    return result
  }
}
