import type { ServerResponse } from "node:http"
import type { HostClock } from "../../base/host.ts"
import type { WireResponse } from "../request/wire.ts"

const maxPieces = 16

/** A body that a fault splits into pieces or truncates. */
export interface ThrottledBody {
  readonly pieces: readonly Uint8Array[]
  /** Real milliseconds before each piece. */
  readonly pause: number
  /** True when the connection is cut after the last piece. */
  readonly isCut: boolean
}

/** The pieces of a body for a fault that delays or cuts it; undefined without such a fault. */
export function throttledBody({ body, cutAt, dripMs = 0 }: WireResponse): ThrottledBody | undefined {
  if (cutAt === undefined && dripMs === 0) return undefined
  const fullBody = Buffer.from(body ?? "")
  const bytes = fullBody.subarray(
    0,
    cutAt === undefined ? undefined : Math.max(0, Math.min(cutAt, fullBody.length - 1)),
  )
  const size = dripMs === 0 ? bytes.length : Math.ceil(bytes.length / maxPieces)
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
  return { pieces, pause: dripMs, isCut: cutAt !== undefined }
}

/** Sends the pieces after the head has been written; stops when the client disconnects. */
export async function sendThrottled(
  host: HostClock,
  outgoing: ServerResponse,
  { pieces, pause, isCut }: ThrottledBody,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once("close", () => gone.abort())
  outgoing.flushHeaders()
  for (const piece of pieces) {
    if (pause > 0) await host.wait(pause, gone.signal)
    if (gone.signal.aborted) return
    outgoing.write(piece)
  }
  if (isCut) outgoing.req.socket.destroySoon()
  else outgoing.end()
}

/** The pieces as the body of a `Response`; if it is cut, reading it fails with a TypeError, as with `fetch`. */
export function streamThrottled(
  { host, ended }: { readonly host: HostClock; readonly ended: AbortSignal },
  { pieces, pause, isCut }: ThrottledBody,
): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces[at++]
      if (piece === undefined) {
        if (isCut) controller.error(new TypeError("terminated: the connection was cut"))
        else controller.close()
        return
      }
      if (pause > 0) await host.wait(pause, ended)
      controller.enqueue(piece)
    },
  })
}
