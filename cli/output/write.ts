import type { Sink } from "../io.ts"

/** Writes to a stream no faster than it is read. */
export async function write(sink: Sink, chunk: string | Uint8Array): Promise<void> {
  if (sink.write(chunk)) return
  await new Promise<void>((resolve) => {
    const go = () => {
      sink.off?.("drain", go)
      sink.off?.("close", go)
      resolve()
    }
    sink.once("drain", go)
    // A stream that is gone never drains.
    sink.once("close", go)
  })
}
