import { getEventListeners } from "node:events"

/** What a signal holds on to: listeners, and the signals that `AbortSignal.any` and `new Request` made of it. */
export function keptBy(signal: AbortSignal): number {
  const joined = Object.getOwnPropertySymbols(signal)
    .filter(({ description }) => description === "kDependantSignals")
    .map((symbol): unknown => Reflect.get(signal, symbol))
    // Node's own set is no `Set` of ours.
    .map((set): unknown => Reflect.get(Object(set), "size"))
  return getEventListeners(signal, "abort").length + Number(joined[0] ?? 0)
}
