import { isTransportError } from "./transport.ts"

/** What `node:zlib` says of a body that is not in the coding which the answer names. One that only ends early was cut. */
const codes = /^(Z_DATA_ERROR|ERR_\w*ERROR_FORMAT|ZSTD_error)/

/** Words in place of such a body, so that the answer's status is kept; any other failure is thrown on. */
export const undecodableText = (error: unknown): { readonly text: string } => {
  if (isTransportError(error) && codes.test(error.code ?? "")) return { text: "(not in the coding that it names)" }
  throw error
}
