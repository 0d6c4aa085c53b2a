import { InvalidArgumentError } from "../errors.ts"
import type * as onNode from "./from-stream.ts"

/** Of a stream that somebody else has read only Node knows. */
export const fromStream: typeof onNode.fromStream = (_, start) => {
  let isUsed = false
  return {
    size: undefined,
    get canOpen() {
      return !isUsed
    },
    async *open() {
      if (isUsed) throw new InvalidArgumentError("file", "is a stream that was read before")
      isUsed = true
      yield* start()
    },
  }
}
