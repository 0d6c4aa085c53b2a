import * as z from "zod"
import type { StateMachine } from "../base/state-machine.ts"

const lastDate = 8.64e15

/** A moment in milliseconds since 1970 that a Date can hold. */
export const DateMs = z.int().min(-lastDate).max(lastDate)

/** A signing secret, of a key that is whole: with any other nothing can be signed. */
export const SigningSecret = z
  .string()
  .regex(/^whsec_(?=.)(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/, "must be whsec_ and Base64")

/** The states that a machine knows. */
export function statusOf<S extends string>({ moves }: StateMachine<S, string>) {
  return z.enum(Array.from(new Set(moves.flatMap(([from, , to]) => [from, to]))))
}
