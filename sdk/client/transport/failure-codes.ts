import { type LastingCause, lastingCause, lastingCauseOf } from "./lasting-causes.ts"
import { isTransportError } from "./transport.ts"

/** System calls before the first byte of a request is sent. */
const connectCalls = new Set<unknown>(["connect", "getaddrinfo"])
/** Error codes of connection setup, from the DNS lookup to the end of the TLS handshake. */
const connectCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID|ERR_TLS_HANDSHAKE_TIMEOUT|ERR_SSL_WRONG_VERSION_NUMBER|ERR_PROXY_TUNNEL)$/
/** Messages of a proxy that opened no way to the service: those of undici, and of its pools here. */
const noTunnel = /^(Proxy response \(\d+\)|the proxy gave no connection)/

/** An error with a system error code. */
export interface SystemError extends Error {
  readonly code: string
  readonly syscall?: unknown
}

/** True when the service certainly received nothing. */
export function isBeforeSend(causes: readonly Error[]): boolean {
  return causes.some((error) => {
    const { code, syscall }: Partial<SystemError> = error
    return connectCodes.test(String(code)) || connectCalls.has(syscall) || noTunnel.test(error.message)
  })
}

/** A lasting cause among an error and its causes, and whether it is one of the connection: then nothing was sent. */
export function findLasting(
  causes: readonly Error[],
): { readonly cause: LastingCause; readonly code?: string; readonly isBeforeSend: boolean } | undefined {
  for (const error of causes) {
    const { code, data, rawPacket }: { code?: unknown; data?: unknown; rawPacket?: unknown } = Object(error)
    const { message, stack = "" } = error
    const codeField = typeof code === "string" ? { code } : {}
    const cause = lastingCause({ code, message, stack })
    if (cause) return { cause, isBeforeSend: message !== "", ...codeField }
    const ofResponse = lastingCauseOf(data ?? rawPacket)
    if (ofResponse) return { cause: ofResponse, isBeforeSend: false, ...codeField }
  }
  return undefined
}

/** Error codes of `node:zlib` for a body that is not in the encoding of its header. A body that only ends early was cut. */
const encodingCodes = /^(Z_DATA_ERROR|ERR_\w*ERROR_FORMAT|ZSTD_error)/

/** A text in place of such a body, so that the response's status is kept; other errors are rethrown. */
export const undecodableText = (error: unknown): { readonly text: string } => {
  if (isTransportError(error) && encodingCodes.test(error.code ?? ""))
    return { text: "(not in the encoding of its header)" }
  throw error
}
