import { LateChannel, type TracedWebhook, traced } from "../tracing.ts"
import type { Receiver } from "./receiver.ts"

const channel = /* @__PURE__ */ new LateChannel<TracedWebhook>("webhook")

/** The same receiver, with its trace told where somebody listens. */
export function traceReceiver(receive: Receiver): Receiver {
  return (request, readBody) => {
    if (!channel.listened) return receive(request, readBody)
    return traced(channel, {}, (trace) =>
      receive(request, readBody, ({ id, type }) => Object.assign(trace, { id, type })),
    )
  }
}
