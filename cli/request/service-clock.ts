import { headerOf, mockTimeIn } from "../../sdk/transport/headers.ts"
import type { Transport, TransportResponse } from "../../sdk/transport/transport.ts"

/** The service's time: the machine's time, or the mock server's clock. */
export class ServiceClock {
  #told: number | undefined

  constructor(private readonly hostNow: () => number) {}

  /** Milliseconds since 1970. */
  now(): number {
    return this.#told ?? this.hostNow()
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
