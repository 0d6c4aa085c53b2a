import { isTransportError } from "./transport.ts"

/**
 * Error codes of `node:zlib` for a body that is not in the encoding that its header names. A body that only ends early was cut.
 */
const codes = /^(Z_DATA_ERROR|ERR_\w*ERROR_FORMAT|ZSTD_error)/

/** A text in place of such a body, so that the response's status is kept; other errors are rethrown. */
export const undecodableText = (error: unknown): { readonly text: string } => {
  if (isTransportError(error) && codes.test(error.code ?? "")) return { text: "(not in the coding that it names)" }
  throw error
}
