type Builtins = NonNullable<typeof process>["getBuiltinModule"]

/**
 * A built-in module of Node, looked up at run time. So bundlers for other platforms find no import that they cannot resolve, and
 * patches of the module (as tests make) take effect.
 */
export const builtin = ((name: string) => {
  const module = globalThis.process?.getBuiltinModule?.(name)
  if (module === undefined) throw new Error(`${name} is needed for this, which this platform does not have`)
  return module
}) as Builtins
