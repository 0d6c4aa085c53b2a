import type { Transform } from "node:stream"
import { builtin } from "./builtin.ts"
import type { HeaderRecord } from "./headers.ts"

// For the transports on Node's own modules; elsewhere `fetch` decodes.

const hasZstd = globalThis.process?.versions?.zstd !== undefined

const acceptEncoding = hasZstd ? "gzip, br, zstd" : "gzip, br"

/** The request headers with an `accept-encoding`, unless the caller has set one. */
export function askForCompression(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const isAsked = Object.keys(headers).some((name) => name.toLowerCase() === "accept-encoding")
  return isAsked ? headers : { ...headers, "Accept-Encoding": acceptEncoding }
}

/** True for a response with an encoded body. */
export const isCoded = (headers: HeaderRecord): boolean => headers["content-encoding"] !== undefined

/** Maximum number of nested encodings: each can expand a small response a thousand times. */
const maxLayers = 3

interface Decoded {
  readonly headers: HeaderRecord
  readonly stream: AsyncIterable<Uint8Array>
}

/** Decodes while reading. A body in an unknown encoding stays as it is, and so do its headers. */
export function decode(headers: HeaderRecord, stream: AsyncIterable<Uint8Array>): Decoded {
  const { "content-encoding": coding, ...plain } = headers
  const names = String(coding ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== "" && name !== "identity")
  if (names.length === 0) return { headers: plain, stream }
  const layers = names.flatMap((name) => (Object.hasOwn(decoders, name) && decoders[name]) || [])
  if (layers.length < names.length || layers.length > maxLayers) return { headers, stream }
  // The encoding that was applied last is removed first.
  return { headers: { ...plain, "content-length": undefined }, stream: layers.reduceRight(through, stream) }
}

type Open = (first: Uint8Array) => Transform

const gzip: Open = () => builtin("node:zlib").createGunzip()
const decoders: Readonly<Record<string, Open | undefined>> = {
  gzip,
  "x-gzip": gzip,
  br: () => builtin("node:zlib").createBrotliDecompress(),
  // Some servers omit the zlib header; the first byte shows it.
  deflate: ([first = 0]) => builtin("node:zlib")[(first & 15) === 8 ? "createInflate" : "createInflateRaw"](),
  zstd: hasZstd ? openZstd : undefined,
}

function openZstd(): Transform {
  const zlib: object & { readonly createZstdDecompress?: () => Transform } = builtin("node:zlib")
  if (!zlib.createZstdDecompress) throw new Error("zstd is not available")
  return zlib.createZstdDecompress()
}

/** Passes a stream through one decoder. An empty body is empty in every encoding. */
async function* through(source: AsyncIterable<Uint8Array>, open: Open): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    const { done, value: first } = await iterator.next()
    if (done) return
    const rest = { [Symbol.asyncIterator]: () => iterator }
    async function* chunks() {
      yield first
      yield* rest
    }
    // An error of the source reaches the reader through the decoder.
    yield* builtin("node:stream").pipeline(chunks, open(first), () => {})
  } finally {
    // Not awaited: it may wait for bytes that never come.
    iterator.return?.().catch(() => {})
  }
}
