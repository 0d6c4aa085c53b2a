import { AsyncLocalStorage } from "node:async_hooks"
import { conflict } from "../base/mock-error.ts"

/** A webhook that a receiver in this process is handling. */
interface ReceiverRun {
  /** Identifies the world that sent it. */
  readonly sender: object
  /** The receiver run that caused this webhook, for example in another world. */
  readonly outer: ReceiverRun | undefined
  hasResponded: boolean
}

/** Node propagates it to everything that a receiver calls, even later. */
const current = new AsyncLocalStorage<ReceiverRun>()

export function runReceiver<T>(sender: object, hand: () => T | Promise<T>): T | Promise<T> {
  const run: ReceiverRun = { sender, outer: current.getStore(), hasResponded: false }
  const responded = () => {
    run.hasResponded = true
  }
  let response: T | Promise<T> | undefined
  try {
    response = current.run(run, hand)
    return response
  } finally {
    if (response instanceof Promise) response.then(responded, responded)
    else responded()
  }
}

/** True inside a receiver that `sender` waits for: waiting for `sender` there would be a deadlock. */
export function isInReceiverOf(sender: object): boolean {
  for (let each = current.getStore(); each !== undefined; each = each.outer) {
    if (each.sender === sender && !each.hasResponded) return true
  }
  return false
}

/** Refuses to wait for `sender` inside one of its receivers. */
export function refuseReceivers(sender: object): void {
  if (!isInReceiverOf(sender)) return
  throw conflict(
    "A webhook receiver of this world made this call, which waits for that receiver's response. Respond first; advance, expect and close from the test",
  )
}
