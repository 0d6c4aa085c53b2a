import type { Socket } from "node:net"
import type { HostClock } from "../base/host.ts"

/** How long a client that is refused may go on sending before its connection ends. Milliseconds. */
export const lingerTime = 2_000

/**
 * Refuses clients of which nothing more is wanted: answers, ends the server's half of the connection, and after a while all of
 * it, whether or not the client ends its own. To end all of it at once could lose the answer on its way.
 */
export class CloseAfterError {
  readonly #host: HostClock
  readonly #lingering = new WeakSet<Socket>()

  constructor(host: HostClock) {
    this.#host = host
  }

  /** True for a connection that has been refused: what still comes on it does not count. */
  isClosing(socket: Socket): boolean {
    return this.#lingering.has(socket)
  }

  send(socket: Socket, text: string): void {
    if (this.isClosing(socket)) return
    this.#lingering.add(socket)
    // A client that breaks off is no concern of anybody's.
    socket.on("error", () => socket.destroy())
    socket.end(text)
    socket.resume()
    const cancel = this.#host.after(lingerTime, () => socket.destroy())
    socket.once("close", cancel)
  }
}
