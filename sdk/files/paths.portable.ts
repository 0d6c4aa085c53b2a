import { InvalidArgumentError } from "../client/errors.ts"
import type * as onNode from "./paths.ts"

/** Replaces Node's file functions on other platforms with an error that names the alternative. */
export const openPath: typeof onNode.openPath = async () => {
  throw new InvalidArgumentError("file", "as a path is for Node: here give a Blob, bytes or a stream")
}

export const save: typeof onNode.save = async () => {
  throw new InvalidArgumentError("saveTo()", "is for Node: here take stream() or bytes()")
}
