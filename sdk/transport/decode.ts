import type { Transform } from "node:stream"
import { builtin } from "./builtin.ts"
import { hasZstd } from "./content-encoding.ts"
import type { HeaderRecord } from "./headers.ts"

/** Codings on top of one another, at most: each can make a small answer a thousand times larger. */
const maxLayers = 3

/** An answer's body without its codings, and its headers without what spoke of them. */
interface Decoded {
  readonly headers: HeaderRecord
  readonly stream: AsyncIterable<Uint8Array>
}

/** Decodes as it is read. In a coding that is unknown here the body stays as it is, and so do its headers. */
export function decode(headers: HeaderRecord, stream: AsyncIterable<Uint8Array>): Decoded {
  const { "content-encoding": coding, ...plain } = headers
  const names = String(coding ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== "" && name !== "identity")
  if (names.length === 0) return { headers: plain, stream }
  const layers = names.flatMap((name) => (Object.hasOwn(decoders, name) && decoders[name]) || [])
  if (layers.length < names.length || layers.length > maxLayers) return { headers, stream }
  // What was applied last comes off first.
  return { headers: { ...plain, "content-length": undefined }, stream: layers.reduceRight(through, stream) }
}

/** Makes a decoder for a body that begins so. */
type Open = (first: Uint8Array) => Transform

const gzip: Open = () => builtin("node:zlib").createGunzip()
const decoders: Readonly<Record<string, Open | undefined>> = {
  gzip,
  "x-gzip": gzip,
  br: () => builtin("node:zlib").createBrotliDecompress(),
  // Some servers leave out the frame around it, which the first byte tells.
  deflate: ([first = 0]) => builtin("node:zlib")[(first & 15) === 8 ? "createInflate" : "createInflateRaw"](),
  zstd: hasZstd ? openZstd : undefined,
}

function openZstd(): Transform {
  const zlib: object & { readonly createZstdDecompress?: () => Transform } = builtin("node:zlib")
  if (!zlib.createZstdDecompress) throw new Error("zstd is not here after all")
  return zlib.createZstdDecompress()
}

/** A stream through one decoder. An empty body is empty in every coding. */
async function* through(source: AsyncIterable<Uint8Array>, open: Open): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    const { done, value: first } = await iterator.next()
    if (done) return
    const rest = { [Symbol.asyncIterator]: () => iterator }
    async function* whole() {
      yield first
      yield* rest
    }
    // A failure on the way reaches the reader through the decoder.
    yield* builtin("node:stream").pipeline(whole, open(first), () => {})
  } finally {
    // Not awaited: it may itself wait for bytes that nobody sends.
    iterator.return?.().catch(() => {})
  }
}
