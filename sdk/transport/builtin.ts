type Builtins = NonNullable<typeof process>["getBuiltinModule"]

/**
 * One of Node's own modules, asked for at run time: bundlers for other platforms then find no import that they cannot
 * resolve, and what patches such a module (as tests do) is seen.
 */
export const builtin = ((name: string) => {
  const module = globalThis.process?.getBuiltinModule?.(name)
  if (module === undefined) throw new Error(`${name} is needed for this, which this platform does not have`)
  return module
}) as Builtins
