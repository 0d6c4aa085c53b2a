import { InvalidArgumentError } from "../errors.ts"
import type { undiciTransport as onNode } from "./undici.ts"

/** Replaces undici off Node with an error that names the alternative. */
export const undiciTransport: typeof onNode = () => {
  throw new InvalidArgumentError("dispatcher", "is for Node: here give fetch")
}
