import { headerOf, mockTimeIn } from "../../sdk/transport/headers.ts"
import type { Transport, TransportResponse } from "../../sdk/transport/transport.ts"

/** What time it is where records are kept: the machine's, unless a mock server says that its own clock stands elsewhere. */
export class ServiceClock {
  readonly #hostNow: () => number
  #told: number | undefined

  constructor(hostNow: () => number) {
    this.#hostNow = hostNow
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#told ?? this.#hostNow()
  }

  /** The transport, listened to. */
  watching<T extends Transport>(transport: T): Transport {
    return {
      name: transport.name,
      send: async (request) => {
        const answer = await transport.send(request)
        this.#hear(answer)
        return answer
      },
      close: async () => transport.close?.(),
    }
  }

  #hear({ headers }: TransportResponse): void {
    this.#told = mockTimeIn(headerOf(headers, "x-mas-mock"))
  }
}
