type Builtins = NonNullable<typeof process>["getBuiltinModule"]

/**
 * A built-in module of Node, looked up at run time; undefined on other platforms. Some have the function all the same: in the
 * edge runtime of Next.js it throws.
 */
export const builtinOrNone = ((name: string) => {
  try {
    return globalThis.process?.getBuiltinModule?.(name)
  } catch {
    return undefined
  }
}) as Builtins

/** A warning of the process; on the console where the process has a function that throws. Never throws. */
export function warnProcess(text: string): void {
  try {
    globalThis.process?.emitWarning?.(text)
  } catch {
    // biome-ignore lint/suspicious/noConsole: without a warning of the process nobody would be told
    globalThis.console?.warn(text)
  }
}
