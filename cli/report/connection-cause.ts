import { usesEnvironmentProxy } from "../../sdk/transport/environment-proxy.ts"
import { isLoopback } from "../profile/address.ts"

interface Cause {
  /** A few words; undefined where the error's own say it best. */
  readonly reason?: string
  /** A sentence or two. */
  readonly advice: string
  /** True where a certificate was looked at and refused. */
  readonly isCertificate?: boolean
}

const trust =
  "The certificate is not trusted here. If it is the right one, name its issuer's certificate, a PEM file, in NODE_EXTRA_CA_CERTS."

/** By the system's code, the first that fits. */
const causes: readonly (readonly [code: RegExp, cause: Cause])[] = [
  [/^ECONNREFUSED$/, { reason: "connection refused", advice: "Nothing listens there: check host and port." }],
  [/^ENOTFOUND$/, { reason: "no such host", advice: "There is no host of that name: check its spelling." }],
  [/^EAI_/, { advice: "The host's name cannot be looked up now: check the network (DNS)." }],
  [/^E(HOST|NET)(UNREACH|DOWN)$/, { advice: "There is no way to that host: check address and network." }],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, { advice: "Nobody answers there: check host, port and any firewall." }],
  [/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/, certificate("self-signed certificate", trust)],
  [/^(UNABLE_TO_|CERT_UNTRUSTED|INVALID_CA)/, certificate("certificate of an unknown issuer", trust)],
  [
    /^CERT_HAS_EXPIRED$/,
    certificate("certificate expired", "The certificate has expired: renew it, or set this machine's clock right."),
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    certificate("certificate not valid yet", "The certificate is not valid yet: is this machine's clock right?"),
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    certificate("certificate of another host", "The certificate is for another host: use a name that it is for."),
  ],
  [/^CERT_/, certificate("certificate refused", "The certificate there is not accepted: see the message.")],
]

function certificate(reason: string, advice: string): Cause {
  return { reason, advice, isCertificate: true }
}

/** The cause of an error of the network on the way to an address; undefined where its code says nothing. */
export function causeOf(
  { code, message }: { readonly code?: unknown; readonly message: string },
  url: string,
): Cause | undefined {
  if (typeof code !== "string") return undefined
  const known = causes.find(([pattern]) => pattern.test(code))?.[1]
  if (known) return known
  if (/^HPE_/.test(code))
    return { reason: "no HTTP there", advice: "What answers there speaks no HTTP: check scheme and port." }
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code)) {
    const advice = url.startsWith("http:")
      ? "The connection was cut. If that port speaks HTTPS, the address has to begin with https://."
      : "The connection was cut: check the port, and any proxy or firewall on the way."
    return { reason: "connection cut", advice }
  }
  // Older versions of Node have the one code for all that OpenSSL says.
  if (!/^(EPROTO|ERR_SSL_|ERR_TLS_)/.test(code)) return undefined
  if (/wrong.version.number|packet.length.too.long|http.request/i.test(`${code} ${message}`))
    return {
      reason: "no HTTPS there",
      advice: "That port speaks plain HTTP: should the address begin with http://?",
    }
  return { advice: "No secure connection came about: check the port, and which TLS versions that side takes." }
}

const proxyVariable = (url: string) => (url.startsWith("http:") ? "HTTP_PROXY" : "HTTPS_PROXY")

/** What to do where the proxy itself leads nowhere. */
export const brokenProxy = (url: string): string =>
  `The proxy that ${proxyVariable(url)} names let nothing through: correct it, or name the host in NO_PROXY.`

/** What a proxy may have to do with it; undefined where no variable names one. */
export function proxyHint(env: Readonly<Record<string, string | undefined>>, url: string): string | undefined {
  const name = proxyVariable(url)
  if (!(env[name] || env[name.toLowerCase()])) return undefined
  if (usesEnvironmentProxy()) return `Requests go through the proxy that ${name} names, but for the hosts in NO_PROXY.`
  return isLoopback(url) ? undefined : `${name} is set, but only used with NODE_USE_ENV_PROXY=1.`
}
