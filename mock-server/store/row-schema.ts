import * as z from "zod"
import type { StateMachine } from "../base/state-machine.ts"

const lastDate = 8.64e15

/** A time in milliseconds since 1970, within the range of Date. */
export const DateMs = z.int().min(-lastDate).max(lastDate)

/** A signing secret with complete Base64: other secrets cannot sign. */
export const SigningSecret = z
  .string()
  .regex(/^whsec_(?=.)(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/, "must be whsec_ and Base64")

/** A schema for the states of a machine. */
export function statusOf<S extends string>({ moves }: StateMachine<S, string>) {
  return z.enum(Array.from(new Set(moves.flatMap(([from, , to]) => [from, to]))))
}
