import { lateChannel, type TracedWebhook, traced } from "../base/tracing.ts"
import type { Receiver } from "./receiver.ts"

const channel = /* @__PURE__ */ lateChannel<TracedWebhook>("webhook")

/** The receiver with tracing, if there is a subscriber. */
export function traceReceiver(receive: Receiver): Receiver {
  return (request, readBody) => {
    if (!channel()?.hasSubscribers) return receive(request, readBody)
    return traced(channel(), {}, (trace) =>
      receive(request, readBody, ({ id, type }) => Object.assign(trace, { id, type })),
    )
  }
}
