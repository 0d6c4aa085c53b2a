import { nearest } from "../../line/suggest.ts"
import { UsageError } from "../../terminal/errors/cli-error.ts"
import type { Io } from "../../terminal/io.ts"

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

/** A question about a set variable whose name is near to that of a missing one; undefined when there is none. */
export function misspeltVariable(env: Env, missing: (typeof settings)[number]): string | undefined {
  const variable = Object.keys(env).find((name) => {
    const isKnown = settings.some((setting) => setting === name)
    const near = nearest(
      name,
      settings.map((setting) => setting.toLowerCase()),
    )
    return !isKnown && /^MAS_/i.test(name) && near === missing.toLowerCase()
  })
  return variable === undefined ? undefined : `${variable} is set: did you mean ${missing}?`
}

const settings = [
  "MAS_API_KEY",
  "MAS_BASE_URL",
  "MAS_BRAND_SID",
  "MAS_ACCOUNT_ID",
  "MAS_PROFILE",
  "MAS_CONFIG_DIR",
] as const

/** The value of a variable; undefined when it is not set. An empty value is an error, for example of a script. */
export function variableOf(env: Env, variable: string): string | undefined {
  const value = env[variable]
  if (value?.trim() === "") throw new UsageError(`${variable} is set and empty`, "Give it a value, or unset it.")
  return value
}
