import type { HeaderRecord } from "./headers.ts"
import { TransportError } from "./transport.ts"

/** True for a body of known length within the limit. Node decodes nothing silently and reads no more than announced. */
export const hasFixedLengthWithin = (maxBytes: number, headers: HeaderRecord): boolean =>
  Number(headers["content-length"]) <= maxBytes

/** The first bytes of a body that is encoded as zstd. */
const frame = [0x28, 0xb5, 0x2f, 0xfd]

/** Node 20 and 22 pass on an unrequested zstd body as if it had no encoding. */
export async function* refuseZstd(
  body: AsyncIterable<Uint8Array>,
  { headers }: Response,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isFirst = /zstd/i.test(headers?.get?.("content-encoding") ?? "")
  for await (const chunk of body) {
    if (isFirst && frame.every((byte, at) => chunk[at] === byte))
      throw new TransportError("its body is encoded as zstd, which this fetch does not decode", false, "ZSTD_error")
    isFirst = false
    yield chunk
  }
}
