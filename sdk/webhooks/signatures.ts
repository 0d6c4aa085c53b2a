import type { Signable } from "./hmac.ts"
import { loadNodeCrypto, signatures as streamed } from "./signatures.portable.ts"

const blockSize = 64
const hashSize = 32

/** The two blocks of one key, with room for the hash after the second. */
interface Blocks {
  readonly inner: Uint8Array
  readonly outer: Buffer
}

// Bounded by the key cache in `secret.ts`.
const known = new WeakMap<Uint8Array, Blocks>()

let nodeCrypto: typeof import("node:crypto") | undefined

/** A shared buffer for the hash input: allocating one costs more than filling it. */
let room: Buffer | undefined
const roomSize = 16_384

/**
 * One signature per key: base64 of HMAC-SHA256 by its definition (RFC 2104), a hash of a hash. Two one-shot hashes take less time
 * than creating one Hmac object of Node. Spec: Signature verification 3.
 */
export function signatures(message: Signable): string[] {
  const { keys, start, body } = message
  nodeCrypto ??= loadNodeCrypto()
  const { hash } = nodeCrypto
  const isText = typeof body === "string"
  const text = isText ? start + body : start
  // A character takes at most three bytes.
  const maxBytes = blockSize + text.length * 3 + (isText ? 0 : body.length)
  // Some runtimes that claim to be Node lack `hash`. A key longer than a block would have to be hashed first.
  if (!hash || maxBytes > roomSize || keys.some((key) => key.length > blockSize)) return streamed(message)
  room ??= Buffer.alloc(roomSize)
  let size = blockSize + room.write(text, blockSize)
  if (!isText) {
    room.set(body, size)
    size += body.length
  }
  const content = room.subarray(0, size)
  return keys.map((key) => {
    const { inner, outer } = known.get(key) ?? makeBlocks(key)
    content.set(inner)
    outer.write(hash("sha256", content, "binary"), blockSize, "latin1")
    return hash("sha256", outer, "base64")
  })
}

function makeBlocks(key: Uint8Array): Blocks {
  const block = (mask: number) => Uint8Array.from({ length: blockSize }, (_, index) => (key[index] ?? 0) ^ mask)
  const blocks = { inner: block(0x36), outer: Buffer.concat([block(0x5c)], blockSize + hashSize) }
  known.set(key, blocks)
  return blocks
}
