import { fetchTransport } from "../sdk/transport/fetch.ts"
import { nodeHttpTransport } from "../sdk/transport/node-http.ts"
import type { Transport } from "../sdk/transport/transport.ts"
import type { Io } from "./io.ts"

/** Requests go by `node:http`, which loads quickest, or by the `fetch` that a test hands in. */
export function baseTransport({ fetch }: Io): Transport {
  return fetch ? fetchTransport(fetch) : nodeHttpTransport()
}
