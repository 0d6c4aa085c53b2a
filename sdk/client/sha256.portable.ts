const block = 64

/** SHA-256 of text as base64url (FIPS 180-4). WebCrypto is asynchronous, and a key is needed synchronously. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  // Padding: the bytes, a 1 bit, zeros, and the bit length at the end of the last block.
  const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / block) * block))
  new Uint8Array(padded.buffer).set(bytes)
  padded.setUint8(bytes.length, 0x80)
  padded.setBigUint64(padded.byteLength - 8, BigInt(bytes.length) * 8n)
  const roundConstants = primes(64).map((prime) => fraction(Math.cbrt(prime)))
  let hash = primes(8).map((prime) => fraction(Math.sqrt(prime)))
  for (let at = 0; at < padded.byteLength; at += block) {
    const words = schedule(padded, at)
    const mixed = roundConstants.reduce((state, constant, round) => mix(state, constant + of(words, round)), hash)
    hash = hash.map((word, index) => (word + of(mixed, index)) | 0)
  }
  const result = hash.flatMap((word) => [word >>> 24, (word >> 16) & 255, (word >> 8) & 255, word & 255])
  return btoa(String.fromCharCode(...result)).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "")
}

/** The message schedule: 16 words of the block and 48 derived from them. */
function schedule(padded: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, index) => padded.getInt32(at + index * 4))
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [of(words, index - 15), of(words, index - 2)]
    const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
    const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
    words.push((of(words, index - 16) + first + of(words, index - 7) + second) | 0)
  }
  return words
}

function mix([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: readonly number[], added: number): number[] {
  const first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + added
  const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
  return [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
}

const of = (words: readonly number[], index: number) => words[index] ?? 0
const rotated = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))
/** The first 32 fractional bits. */
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0

function primes(count: number): number[] {
  const words: number[] = []
  for (let next = 2; words.length < count; next += 1) if (words.every((prime) => next % prime !== 0)) words.push(next)
  return words
}
