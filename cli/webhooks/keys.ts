import { ReadStream } from "node:tty"
import type { Io } from "../io.ts"

/** Does what single keys say, on a terminal; answers how to give the terminal back. Ctrl-C stays what it is. */
export function onKeys({ stdin }: Io, keys: Readonly<Record<string, () => void>>): () => void {
  if (!(stdin instanceof ReadStream)) return () => {}
  const terminal = stdin
  const onData = (data: Buffer) => {
    for (const key of data.toString()) {
      // In raw mode the terminal makes no signal of it.
      if (key === "\u0003") process.kill(process.pid, "SIGINT")
      else keys[key.toLowerCase()]?.()
    }
  }
  terminal.setRawMode(true)
  terminal.on("data", onData)
  return () => {
    terminal.off("data", onData)
    terminal.setRawMode(false)
    terminal.pause()
  }
}
