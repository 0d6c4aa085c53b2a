import { InvalidArgumentError } from "../errors.ts"
import { fetchTransport } from "./fetch.ts"
import type { Transport } from "./transport.ts"

/** Sends with the platform's `fetch`; it is looked up for each request, so that what patches it is seen. */
export function defaultTransport(): Transport {
  return fetchTransport((url, init) => {
    const { fetch } = globalThis
    if (!fetch) throw new InvalidArgumentError("fetch", "must be given: this platform has none of its own")
    return fetch(url, init)
  })
}
