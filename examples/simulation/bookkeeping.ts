import { Mas } from "mas-sdk"
import type { Day, ReceiverSetup } from "mas-sdk/mock-server"

/** A database that the processes of a day share. A query takes time, and is atomic. */
export class Database {
  readonly #day: Day
  /** The booked events. */
  readonly booked: string[] = []

  constructor(day: Day) {
    this.#day = day
  }

  async query<T>(run: () => T): Promise<T> {
    await this.#day.sleep(10)
    const answer = run()
    await this.#day.sleep(10)
    return answer
  }
}

type Receiver = (request: Request) => Promise<Response>

/** A shop that sends, two processes that book its webhooks, and the checks of the books. */
export async function bookkeeping(
  day: Day,
  database: Database,
  receive: (setup: ReceiverSetup) => Receiver,
): Promise<void> {
  const { booked } = database
  const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
  day.receiver("books", receive, { processes: 2 })
  day.always("no event is booked twice", () => new Set(booked).size === booked.length)
  day.eventually("every event that was taken is booked", () => {
    const taken = day.world.deliveries.list().filter(({ response_status }) => response_status === 200)
    return taken.every(({ event_id }) => booked.includes(event_id))
  })
  await day.times(10, (number) =>
    shop.call((mas) =>
      mas.messages
        .send({ channel: "email", to: `customer${number}@example.test`, subject: "Hello", body: "Hi" })
        .catch(() => {}),
    ),
  )
}
