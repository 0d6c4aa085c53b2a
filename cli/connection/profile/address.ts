import { parseUrl } from "../../../sdk/contract/core/parse-url.ts"
import { profileCommand } from "../../line/command-text.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { isBuiltIn } from "./built-in-profiles.ts"

/** The target address and its source: `--base-url`, `MAS_BASE_URL`, `profile work`. */
export interface Address {
  readonly url: string
  readonly from: string | undefined
}

/** A sentence on the source of an address and how to change it; empty when unknown. */
export function originOf({ url, from }: Address): string {
  if (from === undefined) return ""
  const advice = otherAddress(from)
  return `The address ${url} came from ${from}${advice === undefined ? "" : `: ${advice}`}.`
}

function otherAddress(from: string): string | undefined {
  if (from.startsWith("MAS_")) return "correct or unset it"
  const [, name] = /^profile (.+)$/.exec(from) ?? []
  if (name === undefined || isBuiltIn(name)) return undefined
  return `\`${profileCommand("login", name)} --base-url <url>\` changes it`
}

/** The error for an invalid base URL; undefined for a valid one. Never repeats a part that may be a password. */
export function addressError({ url, from = "the address" }: Address): CliError | undefined {
  const problem = problemOf(url)
  if (problem === undefined) return undefined
  const label = from.startsWith("profile ") ? `the address of ${from}` : from
  const advice = otherAddress(from)
  const hint = [suggested(url), advice === undefined ? undefined : `${advice[0]?.toUpperCase()}${advice.slice(1)}.`]
  return new CliError(`${label} ${problem}`, exitCodes.validation, {
    hint: hint.filter(Boolean).join(" ") || undefined,
  })
}

function problemOf(url: string): string | undefined {
  const parsed = parseUrl(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    return "is not a service address: it must begin with http:// or https://"
  const { username, password, search, hash } = parsed
  return username || password || search || hash ? "cannot hold a user name, password, query or fragment" : undefined
}

/** Suggests an address for a bare host. */
function suggested(text: string): string | undefined {
  if (!/^(\[[\da-f:]+\]|[\w.-]+)(:\d+)?(\/[\w./-]*)?$/i.test(text)) return undefined
  const local = `http://${text}`
  return `Did you mean ${isLoopback(local) ? local : `https://${text}`}?`
}

/** The base URL without a copied `/v1` and what follows; undefined when it has no `/v1`. */
export function withoutApiPath(url: string): string | undefined {
  const at = `${url}/`.indexOf("/v1/")
  return at < 0 ? undefined : url.slice(0, at)
}

export function isLoopback(url: string): boolean {
  const { hostname } = parseUrl(url) ?? { hostname: "" }
  return /^(127(\.\d{1,3}){3}|localhost|.+\.localhost|\[::1\])$/.test(hostname)
}
