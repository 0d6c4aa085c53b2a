import type { Readable } from "node:stream"
import { InvalidArgumentError } from "../client/errors.ts"
import { builtin } from "../client/transport/builtin.ts"

const begun = new WeakSet()

/**
 * Refuses a stream that was read before: the rest of it is not the file. Node can detect this for both kinds of
 * streams, but not for generators.
 */
export function refuseConsumed(stream: object): void {
  if (begun.has(stream) || builtin("node:stream").Readable.isDisturbed(stream as Readable))
    throw new InvalidArgumentError("file", "is a stream that was read before")
}

/** Marks a stream as consumed. Other iterables start again each time. */
export function markConsumed(stream: object): void {
  if (["next", "pipe", "getReader"].some((name) => name in stream)) begun.add(stream)
}
