import { usesEnvironmentProxy } from "../../sdk/transport/environment-proxy.ts"
import { isLoopback } from "../profile/address.ts"

interface Cause {
  /** A few words; undefined when the error's own message is best. */
  readonly reason?: string
  /** A sentence or two. */
  readonly advice: string
  /** True when a certificate was checked and rejected. */
  readonly isCertificate?: boolean
}

const trust =
  "The certificate is not trusted here. If it is the right one, set NODE_EXTRA_CA_CERTS to its issuer's certificate (a PEM file)."

/** By system error code; the first match applies. */
const causes: readonly (readonly [code: RegExp, cause: Cause])[] = [
  [/^ECONNREFUSED$/, { reason: "connection refused", advice: "Nothing listens there: check host and port." }],
  [/^ENOTFOUND$/, { reason: "no such host", advice: "There is no host of that name: check its spelling." }],
  [/^EAI_/, { advice: "The host's name cannot be looked up now: check the network (DNS)." }],
  [/^E(HOST|NET)(UNREACH|DOWN)$/, { advice: "That host is unreachable: check address and network." }],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, { advice: "Nothing responds there: check host, port and any firewall." }],
  [/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/, certificate("self-signed certificate", trust)],
  [/^(UNABLE_TO_|CERT_UNTRUSTED|INVALID_CA)/, certificate("certificate of an unknown issuer", trust)],
  [
    /^CERT_HAS_EXPIRED$/,
    certificate("certificate expired", "The certificate has expired: renew it, or correct this machine's clock."),
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    certificate("certificate not valid yet", "The certificate is not valid yet: is this machine's clock right?"),
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    certificate("certificate of another host", "The certificate is for another host: use a host name that it covers."),
  ],
  [/^CERT_/, certificate("certificate refused", "The certificate there is not accepted: see the message.")],
]

function certificate(reason: string, advice: string): Cause {
  return { reason, advice, isCertificate: true }
}

/** The cause of a network error for an address; undefined when its code is unknown. */
export function causeOf(
  { code, message }: { readonly code?: unknown; readonly message: string },
  url: string,
): Cause | undefined {
  if (typeof code !== "string") return undefined
  const known = causes.find(([pattern]) => pattern.test(code))?.[1]
  if (known) return known
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
  if (/wrong.version.number|packet.length.too.long|http.request/i.test(`${code} ${message}`))
    return {
      reason: "no HTTPS there",
      advice: "That port speaks plain HTTP: should the address begin with http://?",
    }
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
