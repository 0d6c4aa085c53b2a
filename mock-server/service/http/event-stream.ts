import { once } from "node:events"
import type { ServerResponse } from "node:http"
import type { Feed } from "../request/wire.ts"

/** Sends an event stream after the head. Waits for a slow reader; ends when the reader disconnects. */
export async function sendFeed(outgoing: ServerResponse, feed: Feed): Promise<void> {
  const gone = new AbortController()
  outgoing.once("close", () => {
    feed.end()
    gone.abort()
  })
  outgoing.flushHeaders()
  for (let text = await feed.next(); text !== undefined; text = await feed.next()) {
    if (!outgoing.write(text)) await once(outgoing, "drain", { signal: gone.signal }).catch(() => {})
  }
  outgoing.end()
}

/** The same as the body of a `Response`. */
export const streamFeed = (feed: Feed): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        const text = await feed.next()
        if (text === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(text))
      },
      cancel: () => feed.end(),
    },
    { highWaterMark: 0 },
  )
