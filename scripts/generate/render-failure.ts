import { relative } from "node:path"
import { fileURLToPath } from "node:url"

/** The error for a file that could not be generated, which names it. */
export const renderFailure = (path: string, error: unknown): Error =>
  new Error(`${path} was not written: ${failureText(error)}`, { cause: error })

/** The message of an error; for one without a sentence of its own, with the source file to change. */
export function failureText(error: unknown): string {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error))
  const isCrash = error instanceof TypeError || error instanceof ReferenceError
  const source = isCrash ? sourceFiles(stack)[0] : undefined
  return source === undefined ? message : `${message}, in ${source}`
}

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The project's files in a stack, innermost first, each with its line. */
function sourceFiles(stack: string): string[] {
  const frames = [...stack.matchAll(/^ +at .*?((?:file:\/\/)?\/[^()\n]*?:\d+):\d+\)?$/gm)]
  return frames
    .map(([, frame = ""]) => relative(root, frame.replace(/^file:\/\//, "")))
    .filter((file) => !/^\.\.|node_modules/.test(file))
}
