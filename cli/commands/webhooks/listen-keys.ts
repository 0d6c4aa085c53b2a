import { Readable } from "node:stream"
import { APIError } from "../../../sdk/client/errors.ts"
import type { Context } from "../../connection/context.ts"
import { setRawMode } from "../../terminal/ask/raw-mode.ts"
import type { Io } from "../../terminal/io.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { drawnText } from "../../terminal/output/safe-text.ts"
import { screenFor } from "../../terminal/output/screen.ts"
import type { Endpoint } from "./endpoint.ts"
import { detailLines, responseLines } from "./event-line.ts"
import type { Received, Receiver } from "./receiver.ts"
import { redeliver } from "./resend.ts"

interface Listening {
  readonly context: Context
  readonly receiver: Receiver
  readonly endpoint: Endpoint | undefined
  quit(): void
}

/** Called for each event shown: the keys act on the last one. */
export type OnShown = (received: Received) => void

/** Handles keys on an interactive terminal while `work` runs: r resends the last event, d shows its details, q quits. */
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
  const tell = () => context.note("Keys: r resends the last event, d shows its details, q quits.")
  const giveBack = onKeys(context.io, keys, tell)
  try {
    return await work((received) => {
      last = received
    })
  } finally {
    giveBack()
  }
}

/** Resends by the service if it can; otherwise this command signs and sends the event. */
async function sendAgain({ context, receiver, endpoint }: Listening, { id, body }: Received): Promise<void> {
  const delivery = await endpoint?.deliveryOf(id)
  if (delivery !== undefined) {
    try {
      await redeliver(context, String(delivery))
      return context.note(`Event ${id} resent.`)
    } catch (error) {
      if (!(error instanceof APIError && error.status === 404)) throw error
    }
  }
  await receiver.resend({ id, body })
  context.note(`Event ${id} resent by this command: the service has no call that resends it.`)
}

function showWhole({ io, globals }: Context, received: Received): void {
  const screen = screenFor(io.stderr, io, globals)
  const { forwarded } = received
  const forwardResult = forwarded
    ? [`  → ${forwarded.url} ${forwarded.status ?? forwarded.error} ${countText(forwarded.duration)} ms`]
    : []
  const lines = detailLines(received, screen, { headers: true, body: true })
  io.stderr.write(drawnText(`${[...lines, ...forwardResult, ...responseLines(received, screen)].join("\n")}\n`))
}

/** Milliseconds between checks whether the process is in the foreground: not every shell signals it. */
const pause = 300

/**
 * Runs the action of each key pressed on a terminal; returns a function that releases the terminal. Ctrl-C and Ctrl-Z
 * keep their meaning; in the background the shell gets the keys. Calls `tell` to list the keys each time it takes the
 * terminal.
 */
function onKeys({ stdin, job }: Io, keys: Readonly<Record<string, () => void>>, tell: () => void): () => void {
  if (!(stdin instanceof Readable)) return () => {}
  const terminal = stdin
  let look: NodeJS.Timeout | undefined
  const onData = (data: Buffer) => {
    for (const key of data.toString()) {
      // In raw mode the terminal does not turn these into signals.
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
