import { InvalidArgumentError } from "../errors.ts"
import type { undiciTransport as onNode } from "./undici.ts"

/** What stands for undici off Node: a word on what to do instead. */
export const undiciTransport: typeof onNode = () => {
  throw new InvalidArgumentError("dispatcher", "is for Node: here give fetch")
}
