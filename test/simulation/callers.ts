import { APIError, type ClientOptions, Mas, type ResponseEvent } from "../../sdk/index.ts"
import type { Day } from "./day.ts"
import { type HandledHost, isDefinite } from "./memory.ts"
import { clients, type MadeWrite, markOf } from "./steps.ts"
import { type Actor, writes } from "./writes.ts"

const fixedTokens: Readonly<Partial<Record<Actor, string>>> = {
  provisioning: "maspc_live_mock",
  public: "maspk_live_mock",
}

/** The clients of a day, each using the SDK. */
export class Callers {
  readonly #day: Day
  #clients: Mas[] = []
  /** The milliseconds that a service asked a client to wait, until the client's pause begins. */
  #retryAfter: number | undefined

  constructor(day: Day) {
    this.#day = day
  }

  /** Restarts every client. */
  begin(): void {
    const { reached, memory } = this.#day
    this.#clients = clients.map(({ brand }, client) => {
      // After a rewind, a client uses the key that it had at that time.
      const token = () => memory.tokens[client]
      return new Mas({ ...this.#options(client), ...reached.clientOptions(client), token, brandSid: brand })
    })
  }

  of(client: number): Mas {
    const mas = this.#clients[client]
    if (mas === undefined) throw new Error(`there is no client ${client}`)
    return mas
  }

  /** Makes a write, and records its result. */
  async make(write: MadeWrite): Promise<void> {
    const { endpoint, client, number, key, dice } = write
    const kind = writes[endpoint]
    if (kind === undefined) throw new Error(`nothing writes to ${endpoint}`)
    const { memory } = this.#day
    const responses = memory.responses[number] ?? []
    memory.responses[number] = responses
    const mark = markOf(write)
    const name = `${mark} ${endpoint}`
    const caller = this.#as(kind.actor ?? "key", client)
    // Observing responses costs time: only if there may be something to see.
    const isOdd = this.#day.plan.faults.some(({ on, at }) => on === "request" && at === write.at)
    const mas = isOdd ? caller.withOptions({ onResponse: (event) => this.#observe(name, event) }) : caller
    const isMain = clients[client]?.brand === "brand_main"
    const response = await outcomeOf(kind.make({ mas, mark, number, dice, isMain, key }))
    responses.push(response)
    this.#day.note(`${name}: client ${client} ${isDefinite(response) ? `has ${response.status}` : "knows nothing"}`)
  }

  #as(actor: Actor, client: number): Mas {
    const mas = this.of(client)
    if (actor === "key") return mas
    const token = this.#day.memory.actors[actor] ?? fixedTokens[actor]
    return new Mas({ ...this.#options(client), ...this.#day.reached.clientOptions(client), token: () => token })
  }

  #options(client: number): ClientOptions {
    // No timeout, which would run in real time.
    return {
      timeout: 0,
      maxRetries: 2 + (client % 2),
      clock: { now: () => this.#day.now(), after: (ms, run) => this.#pause(ms, run) },
    }
  }

  /** A pause takes no time: only its length is checked. */
  #pause(ms: number, run: () => void): () => void {
    if (this.#retryAfter !== undefined && ms < this.#retryAfter)
      throw new Error(`a client waits ${ms} ms, asked for ${this.#retryAfter}`)
    this.#retryAfter = undefined
    const immediate = setImmediate(run)
    return () => clearImmediate(immediate)
  }

  #observe(name: string, { attempt, status, headers, willRetry }: ResponseEvent): void {
    const after = Number(headers?.["retry-after"])
    this.#retryAfter = willRetry && after > 0 ? after * 1_000 : undefined
    if (willRetry || status === undefined) this.#day.note(`${name}: attempt ${attempt} ${status ?? "is cut"}`)
  }
}

async function outcomeOf(call: PromiseLike<unknown>): Promise<HandledHost> {
  try {
    return { status: 200, id: idOf(await call) }
  } catch (error) {
    if (error instanceof APIError) return { status: error.status, code: error.code }
    if (error instanceof Error && error.name === "ConnectionError") return { status: 0 }
    throw error
  }
}

/** The id in a response, under any of its names. */
function idOf(response: unknown): string | number | undefined {
  if (typeof response !== "object" || response === null) return undefined
  if ("purchase" in response) return idOf(response.purchase)
  for (const name of ["operation_id", "purchase_id", "id"]) {
    const id: unknown = Reflect.get(response, name)
    if (typeof id === "string" || typeof id === "number") return id
  }
  return undefined
}
