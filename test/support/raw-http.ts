import { connect, type Socket } from "node:net"
import { longest } from "./until.ts"

/** A raw connection: a test sends exact bytes and reads the response. */
export interface RawConnection {
  readonly socket: Socket
  /** Everything received so far. */
  received(): string
  write(text: string | Uint8Array): void
  /** Resolves once `pattern` was received. */
  until(pattern: string | RegExp): Promise<string>
  /** Resolves with everything once the server has ended the connection. */
  closed(): Promise<string>
}

export function rawConnection(port: number): Promise<RawConnection> {
  let text = ""
  let isClosed = false
  const waiting = new Set<() => void>()
  const check = () => {
    for (const each of waiting) each()
  }
  const waitFor = (isThere: () => boolean, what: string) =>
    new Promise<string>((resolve, reject) => {
      const tooLong = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`${what} did not come in time; this did: ${text}`))
      }, longest)
      const look = () => {
        if (!isThere()) return
        clearTimeout(tooLong)
        waiting.delete(look)
        resolve(text)
      }
      waiting.add(look)
      look()
    })
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () =>
      resolve({
        socket,
        received: () => text,
        write: (data) => {
          socket.write(data)
        },
        until: (pattern) => waitFor(() => text.search(pattern) >= 0, `${pattern}`),
        closed: () => waitFor(() => isClosed, "the end"),
      }),
    )
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
      check()
    })
    socket.on("close", () => {
      isClosed = true
      check()
    })
    // Has no effect after connecting: then the end of the connection is enough.
    socket.on("error", reject)
  })
}

/** The statuses of the responses in raw HTTP. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
