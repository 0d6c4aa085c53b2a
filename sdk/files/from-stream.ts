import type { Readable } from "node:stream"
import { InvalidArgumentError } from "../errors.ts"
import { builtin } from "../transport/builtin.ts"
import type { Content } from "./paths.ts"

/** Streams that an upload has begun to read. */
const begun = new WeakSet()

/** A stream's content, once: refused where anybody has read from it before, since what it has left is no file. */
export function fromStream(stream: object, start: () => AsyncIterable<unknown>): Content {
  let isUsed = false
  const refuseUsed = () => {
    if (isUsed || isSpent(stream)) throw new InvalidArgumentError("file", "is a stream that was read before")
  }
  refuseUsed()
  return {
    size: undefined,
    get canOpen() {
      return !isUsed
    },
    async *open() {
      refuseUsed()
      isUsed = true
      if (isStream(stream)) begun.add(stream)
      yield* start()
    },
  }
}

/** Node tells of streams of either kind, once something was read; of generators nobody does. */
function isSpent(stream: object): boolean {
  return begun.has(stream) || builtin("node:stream").Readable.isDisturbed(stream as Readable)
}

/** Anything else that can be looped over begins anew each time. */
const isStream = (value: object) => ["next", "pipe", "getReader"].some((name) => name in value)
