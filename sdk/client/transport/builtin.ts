import { builtinOrNone } from "../../base/platform.ts"

/**
 * A built-in module of Node, looked up at run time: bundlers for other platforms find no import that they cannot
 * resolve, and patches of the module (as in tests) take effect.
 */
export const builtin = ((name: string) => {
  const module = builtinOrNone(name)
  if (module === undefined) throw new Error(`This needs ${name}, which this platform does not have`)
  return module
}) as typeof builtinOrNone
