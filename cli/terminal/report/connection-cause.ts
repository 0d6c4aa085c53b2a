import { usesEnvironmentProxy } from "../../../sdk/client/transport/environment-proxy.ts"
import { type LastingCause, lastingCause } from "../../../sdk/client/transport/lasting-causes.ts"
import { isLoopback } from "../../connection/profile/address.ts"

interface Cause {
  /** A few words; undefined when the error's own message is best. */
  readonly reason?: string
  /** A sentence or two. */
  readonly advice: string
  /** True when a certificate was checked and rejected. */
  readonly isCertificate?: boolean
}

const sentenceOf = ({ advice }: LastingCause) => `${advice[0]?.toUpperCase()}${advice.slice(1)}.`

/** By system error code; the first match applies. */
const causes: readonly (readonly [code: RegExp, cause: Cause])[] = [
  [/^ECONNREFUSED$/, { reason: "connection refused", advice: "Nothing listens there: check host and port." }],
  [/^ENOTFOUND$/, { reason: "no such host", advice: "There is no host of that name: check its spelling." }],
  [/^EAI_/, { advice: "The host's name cannot be looked up now: check the network (DNS)." }],
  [/^E(HOST|NET)(UNREACH|DOWN)$/, { advice: "That host is unreachable: check address and network." }],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, { advice: "Nothing responds there: check host, port and any firewall." }],
]

/** The lasting cause of an error, or of what caused it. */
const lastingOf = (error: { readonly code?: unknown; readonly message: string; readonly cause?: unknown }) =>
  lastingCause(error) ?? (error.cause instanceof Error ? lastingCause(error.cause) : undefined)

/** The message of an error without the way out, which the hint has. */
export function shortMessage(error: Error): string {
  const { advice, reason } = lastingOf(error) ?? {}
  return advice && reason ? error.message.replace(advice, reason) : error.message
}

/** The cause of a network error for an address; undefined when its code is unknown. */
export function causeOf(
  error: { readonly code?: unknown; readonly message: string; readonly cause?: unknown },
  url: string,
): Cause | undefined {
  const { code } = error
  if (typeof code !== "string") return undefined
  const cause = causes.find(([pattern]) => pattern.test(code))?.[1]
  if (cause) return cause
  const lasting = lastingOf(error)
  if (lasting) return { ...lasting, advice: sentenceOf(lasting) }
  if (/^HPE_/.test(code))
    return { reason: "no HTTP there", advice: "The server there does not speak HTTP: check scheme and port." }
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code)) {
    const advice = url.startsWith("http:")
      ? "The connection was cut. If that port speaks HTTPS, the address must begin with https://."
      : "The connection was cut: check the port, and any proxy or firewall on the way."
    return { reason: "connection cut", advice }
  }
  // Older versions of Node use one code for all OpenSSL errors.
  if (!/^(EPROTO|ERR_SSL_|ERR_TLS_)/.test(code)) return undefined
  return { advice: "No secure connection was established: check the port, and the server's TLS versions." }
}

const proxyVariable = (url: string) => (url.startsWith("http:") ? "HTTP_PROXY" : "HTTPS_PROXY")

/** What to do when the proxy itself fails. */
export const brokenProxy = (url: string): string =>
  `The proxy that ${proxyVariable(url)} names does not work: correct it, or add the host to NO_PROXY.`

/** A hint about proxies; undefined when no variable sets one. */
export function proxyHint(env: Readonly<Record<string, string | undefined>>, url: string): string | undefined {
  const name = proxyVariable(url)
  if (!(env[name] || env[name.toLowerCase()])) return undefined
  if (usesEnvironmentProxy())
    return `Requests go through the proxy that ${name} names, except for the hosts in NO_PROXY.`
  return isLoopback(url) ? undefined : `${name} is set, but only used with NODE_USE_ENV_PROXY=1.`
}
