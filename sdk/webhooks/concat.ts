/** Bytes with their own buffer, as WebCrypto requires: `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 cannot read. */
export type OwnBytes = ReturnType<Uint8Array["slice"]>

/** Joins the parts in a new buffer. */
export function concat(parts: readonly Uint8Array[]): OwnBytes {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}
