import { conflict } from "./service-error.ts"

/** One transition: in state `from`, the event `on` leads to state `to`. */
export type Move<S extends string, E extends string> = readonly [from: S, on: E, to: S]

/** The status transitions of one kind of record, as rows of data. */
export interface StateMachine<S extends string, E extends string> {
  /** The record's name in messages, for example `management grant`. */
  readonly name: string
  readonly initial: S
  readonly moves: readonly Move<S, E>[]
  /** The state after `event`; throws a 409 if the table has no such transition. */
  next(from: S, event: E): S
  can(from: S, event: E): boolean
}

/** Makes a state machine from its transitions; records start in the `from` of the first row. */
export function defineStateMachine<const S extends string, const E extends string>(
  name: string,
  moves: readonly [Move<S, E>, ...Move<S, E>[]],
): StateMachine<S, E> {
  const table = new Map<S, Map<E, S>>()
  for (const [from, on, to] of moves) table.set(from, (table.get(from) ?? new Map<E, S>()).set(on, to))
  return {
    name,
    initial: moves[0][0],
    moves,
    can: (from, event) => table.get(from)?.has(event) === true,
    next(from, event) {
      const to = table.get(from)?.get(event)
      if (to === undefined) throw conflict("8.1", `The ${name} is ${from}: it cannot ${event.replaceAll("_", " ")}`)
      return to
    },
  }
}

export type StateOf<M> = M extends StateMachine<infer S, string> ? S : never

export type EventOf<M> = M extends StateMachine<string, infer E> ? E : never
