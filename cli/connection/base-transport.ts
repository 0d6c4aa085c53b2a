import { fetchTransport } from "../../sdk/client/transport/fetch.ts"
import { nodeHttpTransport } from "../../sdk/client/transport/node-http.ts"
import type { Transport } from "../../sdk/client/transport/transport.ts"
import type { Io } from "../terminal/io.ts"

/** Requests use `node:http`, which loads fastest, or the `fetch` provided by a test. */
export function baseTransport({ fetch }: Io): Transport {
  return fetch ? fetchTransport(fetch) : nodeHttpTransport()
}
