import type { Receiver } from "./receiver.ts"

/** Off Node there are no tracing channels. */
export function traceReceiver(receive: Receiver): Receiver {
  return receive
}
