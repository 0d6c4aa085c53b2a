import type { Fetch } from "./fetch-send.ts"
import { lazyTransport } from "./lazy.ts"
import type { Transport } from "./transport.ts"

/** Sends with a `fetch` function: the platform's, MSW's, an in-process service's. */
export const fetchTransport = (fetch: Fetch): Transport =>
  lazyTransport("fetch", async () => (await import("./fetch-send.ts")).openFetch(fetch))
