import type { Readable } from "node:stream"
import { InvalidArgumentError } from "../errors.ts"
import { builtin } from "../transport/builtin.ts"

/** Streams that an upload has begun to read. */
const begun = new WeakSet()

/**
 * Refuses a stream that anybody has read from: what it has left is no file. Node tells of streams of either kind; of
 * generators nobody does.
 */
export function refuseConsumed(stream: object): void {
  if (begun.has(stream) || builtin("node:stream").Readable.isDisturbed(stream as Readable))
    throw new InvalidArgumentError("file", "is a stream that was read before")
}

/** Keeps in mind that a stream is being read. Anything else that can be looped over begins anew each time. */
export function markConsumed(stream: object): void {
  if (["next", "pipe", "getReader"].some((name) => name in stream)) begun.add(stream)
}
