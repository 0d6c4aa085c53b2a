/** Bytes in memory of their own, as WebCrypto asks for: `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 cannot read. */
export type OwnBytes = ReturnType<Uint8Array["slice"]>

/** The parts one after the other, in memory of their own. */
export function concat(parts: readonly Uint8Array[]): OwnBytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
