import { TransportError } from "./transport.ts"

/** Codes of failures that come before the first byte of a request is sent. */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/

/** The system's code of a failure, looked for in its causes too. */
export function failureCode(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === "string" && code !== "") return code
    at = at instanceof AggregateError ? at.errors[0] : at.cause
  }
  return undefined
}

/** A failure of the platform as one of ours; `neverSent` where the transport knows, else as the code says. */
export function transportError(error: unknown, neverSent?: boolean): TransportError {
  if (error instanceof TransportError) return error
  const code = failureCode(error)
  const message = error instanceof Error && error.message !== "" ? error.message : (code ?? String(error))
  return new TransportError(message, neverSent ?? beforeSending.test(code ?? ""), code, { cause: error })
}
