import { InvalidArgumentError } from "../errors.ts"
import { fetchTransport } from "./fetch.ts"
import type { Transport } from "./transport.ts"

/** Sends with the platform's `fetch`. It is looked up for each request, so that patches take effect. */
export function defaultTransport(): Transport {
  return fetchTransport((url, init) => {
    const { fetch } = globalThis
    if (!fetch) throw new InvalidArgumentError("fetch", "must be given: this platform has none of its own")
    return fetch(url, init)
  })
}
