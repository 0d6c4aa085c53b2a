import { AsyncLocalStorage } from "node:async_hooks"
import { conflict } from "../base/service-error.ts"

/** A webhook that a receiver in this process has been handed. */
interface ReceiverRun {
  /** Stands for the state of the world that sent it. */
  readonly sender: object
  /** The one whose receiver has brought this one about, as in another world. */
  readonly outer: ReceiverRun | undefined
  isAnswered: boolean
}

/** Node keeps it for everything that a receiver calls, however late. */
const current = new AsyncLocalStorage<ReceiverRun>()

/** Hands a webhook of `sender` to a receiver in this process. */
export function runReceiver<T>(sender: object, hand: () => T | Promise<T>): T | Promise<T> {
  const own: ReceiverRun = { sender, outer: current.getStore(), isAnswered: false }
  const answered = () => {
    own.isAnswered = true
  }
  let answer: T | Promise<T> | undefined
  try {
    answer = current.run(own, hand)
    return answer
  } finally {
    if (answer instanceof Promise) answer.then(answered, answered)
    else answered()
  }
}

/** True within a receiver that `sender` still waits for: what waits for `sender` in there would wait for itself. */
export function isInReceiverOf(sender: object): boolean {
  for (let each = current.getStore(); each !== undefined; each = each.outer) {
    if (each.sender === sender && !each.isAnswered) return true
  }
  return false
}

/** Refuses what waits for `sender` where one of its receivers asks for it. */
export function refuseReceivers(sender: object): void {
  if (!isInReceiverOf(sender)) return
  throw conflict(
    "A receiver of this world's webhooks asked for this, which waits until that receiver has answered. Answer first; advance, expect and close from the test",
  )
}
