import { fetchTransport } from "../sdk/transport/fetch.ts"
import { nodeHttpTransport } from "../sdk/transport/node-http.ts"
import type { Transport } from "../sdk/transport/transport.ts"
import type { Io } from "./io.ts"

/** Requests use `node:http`, which loads fastest, or the `fetch` provided by a test. */
export function baseTransport({ fetch }: Io): Transport {
  return fetch ? fetchTransport(fetch) : nodeHttpTransport()
}
