import { UsageError } from "../errors/cli-error.ts"
import type { Io } from "../io.ts"

type Env = Io["env"]

/** The process with our variables trimmed: one that was read from a file may end with a line break. */
export function withTrimmedVariables(io: Io): Io {
  const trimmed = Object.entries(io.env).flatMap(([name, value]) =>
    name.startsWith("MAS_") && value !== value?.trim() ? [[name, value?.trim()] as const] : [],
  )
  return trimmed.length === 0
    ? io
    : Object.create(io, { env: { value: { ...io.env, ...Object.fromEntries(trimmed) } } })
}

/** The value of a variable; undefined when it is not set. An empty value is an error, for example of a script. */
export function variableOf(env: Env, variable: string): string | undefined {
  const value = env[variable]
  if (value?.trim() === "") throw new UsageError(`${variable} is set and empty`, "Give it a value, or unset it.")
  return value
}
