/** Why no connection is possible until a person has corrected something. */
export interface LastingCause {
  /** A few words. */
  readonly reason: string
  /** What is wrong and the way out, as a clause. */
  readonly advice: string
  /** True when a certificate was checked and rejected. */
  readonly isCertificate?: boolean
}

const trust =
  "the certificate is not trusted here: if it is the right one, set NODE_EXTRA_CA_CERTS to its issuer's certificate (a PEM file)"
const httpTwo = "the server speaks only HTTP/2: give the client undici's `dispatcher: new Agent({ allowH2: true })`"

const proxyPassword: LastingCause = {
  reason: "no password for the proxy",
  advice: "the proxy asks for a password (407): put user and password into its address",
}

/** By error code and message; the first match applies. */
const causes: readonly (readonly [pattern: RegExp, cause: LastingCause])[] = [
  [/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)\b/, certificate("self-signed certificate", trust)],
  [/^(UNABLE_TO_|CERT_UNTRUSTED|INVALID_CA)/, certificate("certificate of an unknown issuer", trust)],
  [
    /^CERT_HAS_EXPIRED\b/,
    certificate("certificate expired", "the certificate has expired: renew it, or correct this machine's clock"),
  ],
  [
    /^CERT_NOT_YET_VALID\b/,
    certificate("certificate not valid yet", "the certificate is not valid yet: correct this machine's clock"),
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID\b/,
    certificate("certificate of another host", "the certificate is for another host: use a host name that it covers"),
  ],
  [/^CERT_/, certificate("certificate refused", "the certificate there is not accepted: have it replaced")],
  [
    /(wrong.version.number|packet.length.too.long|\bhttp.request\b)/i,
    { reason: "no HTTPS there", advice: "that port speaks plain HTTP: should the address begin with http://?" },
  ],
  [/alert.no.application.protocol/i, { reason: "only HTTP/2 there", advice: httpTwo }],
  [
    /(alert.protocol.version|unsupported.protocol|alert.handshake.failure|no.protocols.available|unrecognized.name)/i,
    {
      reason: "no secure connection",
      advice: "no secure connection is possible there: check host, port and the server's TLS versions",
    },
  ],
  [
    /(alert.(bad.certificate|unknown.ca|certificate.required|certificate.unknown))/i,
    {
      reason: "no client certificate accepted",
      advice: "the server wants a client certificate that it trusts: give a `dispatcher` or an agent with one",
    },
  ],
  [/(Proxy response \(407\)|^ proxy authentication required$)/, proxyPassword],
  [
    /Proxy response \(403\)/,
    {
      reason: "refused by the proxy",
      advice: "the proxy refuses this host (403): have it allowed there, or add the host to NO_PROXY",
    },
  ],
]

function certificate(reason: string, advice: string): LastingCause {
  return { reason, advice, isCertificate: true }
}

/** The lasting cause of a network error; undefined when it may pass, or is unknown. */
export function lastingCause({
  code = "",
  message = "",
  stack = "",
}: {
  code?: unknown
  message?: string
  stack?: string
}): LastingCause | undefined {
  // Node's `fetch` hides a 407 behind an error without words.
  if (message === "" && code === "" && stack.includes("makeNetworkError")) return proxyPassword
  const text = `${code} ${message}`
  const isOfTls = /^(EPROTO|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_|SELF_|UNABLE_|INVALID_)/.test(text)
  return causes.find(([pattern]) => pattern.test(text) && (isOfTls || /proxy (response|auth)/i.test(text)))?.[1]
}

/** What a server that does not speak HTTP/1.1 sent first: a TLS alert, a frame of HTTP/2, or a greeting. */
export function lastingCauseOf(firstBytes: unknown): LastingCause | undefined {
  const bytes = typeof firstBytes === "string" ? [...firstBytes].map(byteOf) : [...bytesOf(firstBytes)]
  const [a, b, , d] = bytes
  // SSH, SMTP and FTP, POP3, IMAP.
  if (/^(SSH-|220[ -]|\+OK|\* OK)/.test(String.fromCharCode(...bytes.slice(0, 4))))
    return { reason: "no HTTP there", advice: "that port speaks another protocol than HTTP: check host and port" }
  if (a === 0x15 && b === 0x03)
    return { reason: "only HTTPS there", advice: "that port speaks HTTPS: begin the address with https://" }
  if (a === 0 && b === 0 && (d === 0x04 || d === 0x07)) return { reason: "only HTTP/2 there", advice: httpTwo }
  return undefined
}

const byteOf = (character: string) => character.charCodeAt(0)
const bytesOf = (bytes: unknown): Iterable<number> => (bytes instanceof Uint8Array ? bytes.subarray(0, 4) : [])
