import * as z from "zod"
import type { MountedWorld } from "../../world/mounted-world.ts"
import { validate } from "../input/validate.ts"
import { answerOtherMethod } from "../options-request.ts"
import type { WireRequest, WireResponse } from "../wire.ts"
import { LiveFeed } from "./live-feed.ts"

const LiveQuery = z.strictObject({
  /** The cursor of the reader's last event; later events follow. */
  since: z.string().optional(),
})

/** Answers `GET /_mock/live`: changes in a world as server-sent events. See `LiveFeed`. */
export function answerLive(mounted: MountedWorld, { method, url, headers }: WireRequest): WireResponse {
  if (method !== "GET" && method !== "HEAD") return answerOtherMethod(method, ["GET"])
  const { since } = validate(LiveQuery, Object.fromEntries(new URLSearchParams(url.split("?")[1])))
  const answer = {
    status: 200,
    headers: { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store" },
    body: null,
  }
  return method === "HEAD" ? answer : { ...answer, feed: new LiveFeed(mounted, headers["last-event-id"] ?? since) }
}
