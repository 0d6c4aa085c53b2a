import { isListenedTo, type TracedWebhook, traced, tracingChannel } from "../tracing.ts"
import type { Receiver } from "./receiver.ts"

const channel = /* @__PURE__ */ tracingChannel<TracedWebhook>("webhook")

/** The same receiver, with its trace told where somebody listens. */
export function traceReceiver(receive: Receiver): Receiver {
  return (request, readBody) => {
    if (!(channel && isListenedTo(channel))) return receive(request, readBody)
    const begun: TracedWebhook = {}
    return traced(channel, begun, (trace) =>
      receive(request, readBody, ({ id, type }) => Object.assign(trace, { id, type })),
    )
  }
}
