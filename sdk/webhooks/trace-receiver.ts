import { type TracedWebhook, traced, tracingChannel } from "../tracing.ts"
import type { Receiver } from "./receiver.ts"

const channel = /* @__PURE__ */ tracingChannel<TracedWebhook>("webhook")

/** The same receiver, with its trace told where somebody listens. */
export function traceReceiver(receive: Receiver): Receiver {
  return (request, readBody) =>
    traced(
      channel,
      (): TracedWebhook => ({}),
      (trace) => receive(request, readBody, trace && (({ id, type }) => Object.assign(trace, { id, type }))),
    )
}
