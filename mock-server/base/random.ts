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
    return Buffer.from(this.bytes(length)).toString("hex")
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

function asUuid(bytes: Uint8Array, version: 4 | 7): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
