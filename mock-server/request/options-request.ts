import { methodNotAllowed } from "../base/service-error.ts"
import type { WireResponse } from "./wire.ts"

/** A method that a path does not have: OPTIONS asks which it has, any other is refused. Who has GET has HEAD. */
export function answerOtherMethod(method: string, methods: readonly string[]): WireResponse {
  const allow = [...methods.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : each)), "OPTIONS"].join(", ")
  if (method !== "OPTIONS") throw methodNotAllowed(method, allow)
  return { status: 204, headers: { Allow: allow }, body: null }
}
