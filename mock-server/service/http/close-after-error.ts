import type { Socket } from "node:net"
import type { HostClock } from "../../base/host.ts"

/** How long a refused client may continue to send before its connection is closed. Milliseconds. */
export const closeDelayMs = 2_000

/**
 * Closes a connection after an error response: sends it, ends the server's half, and destroys the socket after a while. Closing
 * both halves at once could lose the response on its way.
 */
export class CloseAfterError {
  readonly #lingering = new WeakSet<Socket>()

  constructor(private readonly host: HostClock) {}

  /** True for a connection that is being closed: later bytes are ignored. */
  isClosing(socket: Socket): boolean {
    return this.#lingering.has(socket)
  }

  send(socket: Socket, text: string): void {
    if (this.isClosing(socket)) return
    this.#lingering.add(socket)
    // Errors of a disconnecting client are ignored.
    socket.on("error", () => socket.destroy())
    socket.end(text)
    socket.resume()
    const cancel = this.host.after(closeDelayMs, () => socket.destroy())
    socket.once("close", cancel)
  }
}
