import { getEventListeners } from "node:events"

/** The number of objects that a signal references: listeners, and signals derived by `AbortSignal.any` and `new Request`. */
export function keptBy(signal: AbortSignal): number {
  const joined = Object.getOwnPropertySymbols(signal)
    .filter(({ description }) => description === "kDependantSignals")
    .map((symbol): unknown => Reflect.get(signal, symbol))
    // Node's internal set is not an instance of `Set`.
    .map((set): unknown => Reflect.get(Object(set), "size"))
  return getEventListeners(signal, "abort").length + Number(joined[0] ?? 0)
}
