/** Valid seeds: a random source starts with 32 bits. */
export const seeds = { least: 0, most: 0xffff_ffff } as const

/** The state of a random source: four 32-bit numbers. */
export type RandomState = readonly [number, number, number, number]

/** A world's only source of random numbers: the seed decides every id, secret and random choice. Not for real secrets. */
export class Random {
  #a = 0
  #b = 0
  #c = 0
  #d = 1

  constructor(seed: number) {
    this.load([seed >>> 0, 0x9e3779b9, 0x243f6a88, 1])
    // The first outputs still show the seed's pattern.
    for (let i = 0; i < 15; i++) this.uint32()
  }

  uint32(): number {
    const sum = (this.#a + this.#b + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    this.#c |= 0
    return sum >>> 0
  }

  /** At least 0, below 1. */
  fraction(): number {
    return this.uint32() / 2 ** 32
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length)
    for (let i = 0; i < length; i++) bytes[i] = this.uint32() >>> 24
    return bytes
  }

  /** Hexadecimal text of `length` random bytes. */
  hex(length: number): string {
    let text = ""
    for (const byte of this.bytes(length)) text += hexBytes[byte]
    return text
  }

  uuid(): string {
    return asUuid(this.bytes(16), 4)
  }

  /** A UUID of version 7: it begins with the moment, in milliseconds since 1970. */
  uuid7(moment: number): string {
    const bytes = this.bytes(16)
    for (let i = 0; i < 6; i++) bytes[i] = Math.floor(moment / 2 ** (8 * (5 - i))) & 0xff
    return asUuid(bytes, 7)
  }

  dump(): RandomState {
    return [this.#a, this.#b, this.#c, this.#d]
  }

  load(state: RandomState): void {
    ;[this.#a, this.#b, this.#c, this.#d] = state
  }
}

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))
const hexDigits = Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0))
const hyphen = 45

const uuidLength = 36
const codes = Buffer.alloc(uuidLength, hyphen)

/** Built from character codes at once: a concatenated string would keep its pieces, ten times the memory. */
function asUuid(bytes: Uint8Array, version: 4 | 7): string {
  for (let i = 0, at = 0; i < 16; i++) {
    const byte = bytes[i] ?? 0
    const value = i === 6 ? (byte & 0x0f) | (version << 4) : i === 8 ? (byte & 0x3f) | 0x80 : byte
    if (i === 4 || i === 6 || i === 8 || i === 10) at++
    codes[at++] = hexDigits[value >> 4] ?? 0
    codes[at++] = hexDigits[value & 15] ?? 0
  }
  return codes.toString("latin1")
}
