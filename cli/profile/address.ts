import { parseUrl } from "../../sdk/contract/core/parse-url.ts"
import { CliError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import { profileCommand } from "../line/command-text.ts"
import { isBuiltIn } from "./built-in-profiles.ts"

/** Where requests go, and what said so: `--base-url`, `MAS_BASE_URL`, `profile work`. */
export interface Address {
  readonly url: string
  readonly from: string | undefined
}

/** A sentence that says where an address came from, and how to have another; none where that is not known. */
export function originOf({ url, from }: Address): string {
  if (from === undefined) return ""
  const advice = otherAddress(from)
  return `The address ${url} came from ${from}${advice === undefined ? "" : `: ${advice}`}.`
}

function otherAddress(from: string): string | undefined {
  if (from.startsWith("MAS_")) return "correct or unset it"
  const [, name] = /^profile (.+)$/.exec(from) ?? []
  if (name === undefined || isBuiltIn(name)) return undefined
  return `\`${profileCommand("login", name)} --base-url <url>\` gives it another`
}

/** The error for a base URL that is not valid; undefined for a valid one. It repeats nothing that may be a password. */
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
    return "is no address of a service: it has to begin with http:// or https://"
  const { username, password, search, hash } = parsed
  return username || password || search || hash ? "cannot hold a user name, password, query or fragment" : undefined
}

/** The address that a bare host is probably meant for. */
function suggested(text: string): string | undefined {
  if (!/^(\[[\da-f:]+\]|[\w.-]+)(:\d+)?(\/[\w./-]*)?$/i.test(text)) return undefined
  const local = `http://${text}`
  return `Did you mean ${isLoopback(local) ? local : `https://${text}`}?`
}

/** The base URL without `/v1` and what follows it, which was copied along; undefined without `/v1`. */
export function withoutApiPath(url: string): string | undefined {
  const at = `${url}/`.indexOf("/v1/")
  return at < 0 ? undefined : url.slice(0, at)
}

export function isLoopback(url: string): boolean {
  const { hostname } = parseUrl(url) ?? { hostname: "" }
  return /^(127(\.\d{1,3}){3}|localhost|.+\.localhost|\[::1\])$/.test(hostname)
}
