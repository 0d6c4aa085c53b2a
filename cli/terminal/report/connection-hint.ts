import { type ConnectionError, TimeoutError } from "../../../sdk/client/errors.ts"
import { type Address, isLoopback, originOf } from "../../connection/profile/address.ts"
import type { Io } from "../io.ts"
import { brokenProxy, causeOf, proxyHint } from "./connection-cause.ts"

interface Way {
  readonly address?: Address | undefined
  readonly env?: Io["env"]
}

/** What to do when there was no response, with the source of the address; undefined when unknown. */
export function connectionHint(error: ConnectionError, { address, env = {} }: Way): string | undefined {
  const url = address?.url ?? ""
  if (/\bproxy\b/.test(error.message) && error.disposition !== "final") return brokenProxy(url)
  const advice = wayOf(error, url)
  if (advice === undefined) return undefined
  const origin = address && originOf(address)
  const proxy = proxyHint(env, url)
  return [advice, origin, proxy].filter(Boolean).join(" ")
}

function wayOf(error: ConnectionError, url: string): string | undefined {
  if (error instanceof TimeoutError) return "Allow more time with --timeout."
  // An unknown address may be local.
  if (error.code === "ECONNREFUSED" && (url === "" || isLoopback(url)))
    return "Is the service running there? For the mock server: mas mock."
  return causeOf(error, url)?.advice
}
