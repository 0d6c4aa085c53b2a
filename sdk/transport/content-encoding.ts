import type { HeaderRecord } from "./headers.ts"

// For the transports on Node's own modules; elsewhere `fetch` decodes. Apart from `decode.ts`, which loads with what is coded.

export const hasZstd = globalThis.process?.versions?.zstd !== undefined

/** What to ask for; zstd where the runtime has it. */
export const acceptEncoding = hasZstd ? "gzip, br, zstd" : "gzip, br"

/** The headers of a request, asking for what can be decoded unless the caller asks for something else. */
export function askForCompression(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.keys(headers).some(isAcceptEncoding) ? headers : { ...headers, "Accept-Encoding": acceptEncoding }
}

/** True for the name of the header, in any case. */
export function isAcceptEncoding(name: string): boolean {
  return name.length === 15 && name.toLowerCase() === "accept-encoding"
}

/** True for an answer whose body is not sent as it is. */
export function isCoded(headers: HeaderRecord): boolean {
  return headers["content-encoding"] !== undefined
}
