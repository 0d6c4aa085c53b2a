import type { Receiver } from "./receiver.ts"

/** Off Node there is nobody to tell. */
export function traceReceiver(receive: Receiver): Receiver {
  return receive
}
