import { ReadStream } from "node:tty"
import { setRawMode } from "../ask/raw-mode.ts"
import type { Io } from "../io.ts"

/** Milliseconds until it is noticed that the shell has brought the process to the foreground: not each shell says so. */
const pause = 300

interface KeyOptions {
  readonly keys: Readonly<Record<string, () => void>>
  /** Says which keys there are, each time that they are taken. */
  readonly tell: () => void
}

/**
 * Does what single keys say, on a terminal; answers how to give the terminal back. Ctrl-C and Ctrl-Z stay what they are, and in
 * the background the keys are the shell's.
 */
export function onKeys({ stdin, job }: Io, { keys, tell }: KeyOptions): () => void {
  if (!(stdin instanceof ReadStream)) return () => {}
  const terminal = stdin
  let look: NodeJS.Timeout | undefined
  const onData = (data: Buffer) => {
    for (const key of data.toString()) {
      // In raw mode the terminal makes no signals of these.
      if (key === "\u0003") process.kill(process.pid, "SIGINT")
      else if (key === "\u001a") job?.stop()
      else keys[key.toLowerCase()]?.()
    }
  }
  const take = () => {
    if (job?.isInBackground()) {
      look = setTimeout(take, pause)
      return
    }
    if (!setRawMode(terminal, true)) return
    terminal.on("data", onData).resume()
    tell()
  }
  const giveBack = () => {
    clearTimeout(look)
    terminal.off("data", onData)
    setRawMode(terminal, false)
    terminal.pause()
  }
  take()
  const release = job?.hold({ leave: giveBack, back: take })
  return () => {
    release?.()
    giveBack()
  }
}
