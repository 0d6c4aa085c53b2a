import { ReadStream } from "node:tty"
import { APIError } from "../../sdk/errors.ts"
import { setRawMode } from "../ask/raw-mode.ts"
import type { Context } from "../context.ts"
import type { Io } from "../io.ts"
import { countText } from "../output/numbers.ts"
import { screenFor } from "../output/screen.ts"
import type { Endpoint } from "./endpoint.ts"
import { answerLines, detailLines } from "./event-line.ts"
import type { Received, Receiver } from "./receiver.ts"
import { redeliver } from "./resend.ts"

interface Listening {
  readonly context: Context
  readonly receiver: Receiver
  readonly endpoint: Endpoint | undefined
  quit(): void
}

/** Told of each event that is shown: the keys are about the last one. */
export type OnShown = (received: Received) => void

/** Listens for keys while something runs, where somebody can press them: r sends the last event again, d shows it whole, q ends. */
export async function withKeys<T>(listening: Listening, work: (onShown: OnShown) => Promise<T>): Promise<T> {
  const { context, quit } = listening
  if (!context.isInteractive) return work(() => {})
  let last: Received | undefined
  const onLast = (act: (received: Received) => Promise<void> | void) => () => {
    if (last === undefined) context.note("No event has come yet.")
    else Promise.resolve(act(last)).catch((error: Error) => context.note(`That did not work: ${error.message}`))
  }
  const keys = {
    r: onLast((received) => sendAgain(listening, received)),
    d: onLast((received) => showWhole(context, received)),
    q: quit,
  }
  const tell = () => context.note("Keys: r sends the last event again, d shows it whole, q ends.")
  const giveBack = onKeys(context.io, keys, tell)
  try {
    return await work((received) => {
      last = received
    })
  } finally {
    giveBack()
  }
}

/** By the service, where it can; otherwise by this command, signed anew. */
async function sendAgain({ context, receiver, endpoint }: Listening, { id, body }: Received): Promise<void> {
  const delivery = await endpoint?.deliveryOf(id)
  if (delivery !== undefined) {
    try {
      await redeliver(context, String(delivery))
      return context.note(`Event ${id} is sent again.`)
    } catch (error) {
      if (!(error instanceof APIError && error.status === 404)) throw error
    }
  }
  await receiver.replay({ id, body })
  context.note(`Event ${id} was given to this command again; the service has no call for that.`)
}

function showWhole({ io, globals }: Context, received: Received): void {
  const screen = screenFor(io.stderr, io, globals)
  const { forwarded } = received
  const answer = forwarded
    ? [`  → ${forwarded.url} ${forwarded.status ?? forwarded.error} ${countText(forwarded.duration)} ms`]
    : []
  io.stderr.write(
    `${[...detailLines(received, screen, { headers: true, body: true }), ...answer, ...answerLines(received, screen)].join("\n")}\n`,
  )
}

/** Milliseconds until it is noticed that the shell has brought the process to the foreground: not each shell says so. */
const pause = 300

/**
 * Does what single keys say, on a terminal; answers how to give the terminal back. Ctrl-C and Ctrl-Z stay what they are, and in
 * the background the keys are the shell's. `tell` says which keys there are, each time that they are taken.
 */
function onKeys({ stdin, job }: Io, keys: Readonly<Record<string, () => void>>, tell: () => void): () => void {
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
