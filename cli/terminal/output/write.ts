import type { Sink } from "../io.ts"
import type { TerminalText } from "./safe-text.ts"

/** Writes to a stream, with backpressure. */
export async function write(sink: Sink, chunk: TerminalText | Uint8Array): Promise<void> {
  if (sink.write(chunk)) return
  await new Promise<void>((resolve) => {
    const goOn = () => {
      sink.off?.("drain", goOn)
      sink.off?.("close", goOn)
      resolve()
    }
    sink.once("drain", goOn)
    // A closed stream never drains.
    sink.once("close", goOn)
  })
}
