import type { CommandSpec, Flag } from "../../../cli/command.ts"
import { shellWord } from "../../../cli/line/shell-word.ts"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"

/** The contract's example of an endpoint as a command line, ready for a shell. */
export function exampleOf(command: CommandSpec, spec: EndpointSpec): string {
  const { params = {}, query, body, idempotencyKey } = spec.example ?? {}
  const request = { query, body }
  const words: string[] = ["mas", ...command.words.filter((word) => word !== undefined)]
  // What no command line should hold comes by stdin, a line each.
  let input = ""
  for (const { name, secret } of command.positionals) {
    const value = String(params[name.replaceAll("-", "_")] ?? "")
    if (secret) input += `${value}\\n`
    words.push(secret ? "-" : value)
  }
  for (const flag of command.flags) {
    const value = flag.at && valueAt(request, flag.at)
    if (value === undefined || hasLeaves(command, flag)) continue
    if (flag.format === "file") input += String(value).replaceAll("\n", "\\n")
    else if (flag.secret) input += `${value}\\n`
    words.push(...(flag.format === "file" || flag.secret ? [`--${flag.name}`, "-"] : written(flag, value)))
  }
  if (idempotencyKey !== undefined) words.push("--idempotency-key", idempotencyKey)
  if (spec.confirm) words.push("--yes")
  if (spec.download) words.push("--to", "attachment.bin")
  const line = words.map(shellWord).join(" ")
  return input === "" ? line : `printf '${input}' | ${line}`
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  return typeof value === "object" && value !== null ? valueAt(Reflect.get(value, key), rest) : undefined
}

/** An object that the example gives field by field. */
function hasLeaves({ flags }: CommandSpec, { name }: Flag): boolean {
  return flags.some(({ within }) => within === name)
}

function written({ name, type }: Flag, value: unknown): string[] {
  if (type === "boolean") return [value === true ? `--${name}` : `--no-${name}`]
  if (type === "map" && typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, text]) => [`--${name}`, `${key}=${text}`])
  }
  if (type !== "json" && Array.isArray(value)) return [`--${name}`, value.join(",")]
  return [`--${name}`, typeof value === "object" ? JSON.stringify(value) : String(value)]
}
