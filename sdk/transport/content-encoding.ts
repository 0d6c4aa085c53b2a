import type { HeaderRecord } from "./headers.ts"

// For the transports on Node's own modules; elsewhere `fetch` decodes. Separate from `decode.ts`, which loads with the first
// encoded response.

export const hasZstd = globalThis.process?.versions?.zstd !== undefined

/** The accepted encodings; zstd where the runtime supports it. */
export const acceptEncoding = hasZstd ? "gzip, br, zstd" : "gzip, br"

/** The request headers with an `accept-encoding`, unless the caller has set one. */
export function askForCompression(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.keys(headers).some(isAcceptEncoding) ? headers : { ...headers, "Accept-Encoding": acceptEncoding }
}

/** True for the header's name in any case. */
export function isAcceptEncoding(name: string): boolean {
  return name.length === 15 && name.toLowerCase() === "accept-encoding"
}

/** True for a response with an encoded body. */
export function isCoded(headers: HeaderRecord): boolean {
  return headers["content-encoding"] !== undefined
}
