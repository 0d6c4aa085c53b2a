import { createMockService, type MockService, type MockWorld } from "../../mock-server/index.ts"
import { Chance } from "./chance.ts"
import { type Answer, isDefinite, newWrite, request, type Write } from "./clients.ts"
import { takeStock } from "./stock.ts"

const start = Date.parse("2026-03-01T00:00:00.000Z")
const clients = 3

/** When an endpoint was off, in milliseconds since 1970; still off where `to` is missing. */
export interface Pause {
  readonly webhookId: number
  readonly from: number
  readonly to?: number
}

/** What the clients know; it goes back with the world when a snapshot is restored. */
export interface Memory {
  readonly writes: readonly Write[]
  readonly pauses: readonly Pause[]
  readonly tokens: readonly string[]
}

/** One run: a world, its clients, and what befalls them, all from one seed. */
export class Day {
  readonly #chance: Chance
  readonly service: MockService
  /** A world beside, which nobody touches. */
  readonly beside: MockWorld
  readonly log: string[] = []
  memory: Memory = { writes: [], pauses: [], tokens: [] }
  #saved: { readonly memory: string; readonly snapshot: string } | undefined
  #underWay: Promise<unknown>[] = []
  #advances: Promise<unknown>[] = []
  #answering: "well" | "badly" | "at times" = "well"
  #writes = 0

  constructor(readonly seed: number) {
    this.#chance = new Chance(seed)
    const receiver = new Chance(seed ^ 0x5eed)
    this.service = createMockService({
      clock: "frozen",
      now: start,
      seed,
      messageLatency: this.#chance.pick([0, 0, 2_000]),
      deliver: async () => {
        for (let turn = receiver.int(0, 3); turn > 0; turn--) await new Promise(setImmediate)
        const fails = this.#answering === "badly" || (this.#answering === "at times" && receiver.in100(50))
        if (!fails) return { status: 200, duration: 1 }
        return receiver.in100(50) ? { status: 500, duration: 1 } : { error: "no answer within 10 s", duration: 10_000 }
      },
    })
    this.beside = this.service.world.createWorld()
  }

  get world(): MockWorld {
    return this.service.world
  }

  now(): number {
    return Date.parse(this.world.clock().now)
  }

  call(client: number, method: string, path: string, body?: object, key?: string): Promise<Answer> {
    const token = this.memory.tokens[client] ?? this.service.apiKey
    return request(this.service, { method, path, token, ...(key && { key }), ...(body && { body }) })
  }

  async run(steps: number): Promise<void> {
    const tokens = Array.from({ length: clients }, () => this.world.credentials.mint({ kind: "api_key" }).token)
    this.memory = { ...this.memory, tokens }
    const events = ["email.sent", "email.delivered", "email.bounced", "email.failed", "email.complained"]
    for (const name of ["one", "two"]) {
      await this.call(0, "POST", "/v1/my/webhooks", { url: `https://${name}.example.com/hook`, events })
    }
    for (let step = 0; step < steps; step++) await this.#step()
    await this.#calmDown()
  }

  async #step(): Promise<void> {
    const roll = this.#chance.int(1, 100)
    if (roll <= 30) await this.#write(this.#newWrite())
    else if (roll <= 50) await this.#write(this.#chance.one(this.memory.writes))
    else if (roll <= 58) await new Promise(setImmediate)
    else if (roll <= 74) await this.#advance()
    else if (roll <= 80) this.#changeReceivers()
    else if (roll <= 83) await this.#switchEndpoint()
    else if (roll <= 86) await this.#takeStock()
    else if (roll <= 89) this.#rotateKey()
    else if (roll <= 94) await this.#payPurchase()
    else if (roll <= 98) await this.#save()
    else await this.#goBack()
  }

  #newWrite(): Write {
    const write = newWrite(this.#chance, clients, ++this.#writes)
    this.memory = { ...this.memory, writes: [...this.memory.writes, write] }
    return write
  }

  /** Makes a write, or makes it again; something may befall it. Some are not waited for. */
  async #write(write: Write | undefined): Promise<void> {
    if (write === undefined) return
    const { client, path, body, key, answers } = write
    const befalls = this.#chance.int(1, 100)
    const fault =
      befalls <= 10
        ? { drop: "before" }
        : befalls <= 25
          ? { drop: "after" }
          : befalls <= 32
            ? { status: 429 }
            : befalls <= 40
              ? { status: 503 }
              : undefined
    if (fault) this.world.faults.add({ path, times: 1, ...fault } as Parameters<MockWorld["faults"]["add"]>[0])
    const made = this.call(client, "POST", path, body, key).then((answer) => {
      this.#note(`${key} ${answer.status}`)
      if (isDefinite(answer)) answers.push(answer)
    })
    if (this.#chance.in100(60)) await made
    else this.#underWay.push(made)
  }

  async #advance(): Promise<void> {
    const by = this.#chance.pick([0, 1_000, 60_000, 61_000, 300_000, 3_600_000, 7 * 3_600_000, 26 * 3_600_000])
    const advance = this.world.advance(by).then(({ fired }) => this.#note(`advanced ${by}, ${fired} ran`))
    if (this.#chance.in100(50)) return advance
    this.#advances.push(advance)
    // What comes in the very next instant finds the clock owned already.
    await null
    this.#underWay.push(this.call(this.#chance.int(0, clients - 1), "GET", "/v1/my/webhooks"))
  }

  #changeReceivers(): void {
    this.#answering = this.#chance.pick(["well", "badly", "at times"])
    this.#note(`receivers answer ${this.#answering}`)
  }

  /** Turns an endpoint off or on, while nothing else is under way: when it was off is known to the millisecond. */
  async #switchEndpoint(): Promise<void> {
    await this.#quiet()
    const webhookId = this.#chance.int(1, 2)
    const { enabled } = (await this.call(0, "GET", `/v1/my/webhooks/${webhookId}`)).body
    const { status } = await this.call(0, "PATCH", `/v1/my/webhooks/${webhookId}`, { enabled: !enabled })
    this.#note(`endpoint ${webhookId} ${enabled ? "off" : "on"} ${status}`)
    const pauses = enabled
      ? [...this.memory.pauses, { webhookId, from: this.now() }]
      : this.memory.pauses.map((pause) =>
          pause.webhookId === webhookId && pause.to === undefined ? { ...pause, to: this.now() } : pause,
        )
    this.memory = { ...this.memory, pauses }
  }

  /** In the midst of everything, once what was begun has ended. */
  async #takeStock(): Promise<void> {
    await this.#quiet()
    await takeStock(this)
    this.#note("took stock")
  }

  /** A client gets another key; the old one must not work any more, which the next request with it would show. */
  #rotateKey(): void {
    const client = this.#chance.int(0, clients - 1)
    const old = this.memory.tokens[client]
    if (old) this.world.credentials.revoke(old)
    const { token } = this.world.credentials.mint({ kind: "api_key" })
    this.memory = { ...this.memory, tokens: this.memory.tokens.map((each, at) => (at === client ? token : each)) }
    this.#note(`client ${client} has another key`)
  }

  async #payPurchase(): Promise<void> {
    const purchases = this.memory.writes.filter(({ key, answers }) => key.startsWith("fund") && answers.length > 0)
    const id = this.#chance.one(purchases)?.answers[0]?.body.purchase?.id
    if (id === undefined) return
    const move = this.#chance.pick(["pay", "pay", "fail"] as const)
    try {
      this.world.purchases[move](id)
      this.#note(`purchase ${id} ${move}`)
    } catch {
      this.#note(`purchase ${id} cannot ${move}`)
    }
  }

  /**
   * Keeps the world and what the clients know, whatever is in flight; a world made of it says the same bytes. In the midst of
   * an advance it would go on by itself, since a world that is asked runs what is due.
   */
  async #save(): Promise<void> {
    await Promise.all(this.#advances.splice(0))
    const snapshot = JSON.stringify(this.world.snapshot())
    const copy = this.world.createWorld()
    copy.restore(JSON.parse(snapshot))
    const again = JSON.stringify(copy.snapshot())
    copy.delete()
    if (again !== snapshot) throw new Error("a restored snapshot is not the same bytes")
    await Promise.all(this.#underWay.splice(0))
    this.#saved = { memory: JSON.stringify(this.memory), snapshot: JSON.stringify(this.world.snapshot()) }
    this.#note("saved")
  }

  async #goBack(): Promise<void> {
    if (this.#saved === undefined) return
    const advance = this.world.advance("10m")
    this.world.restore(JSON.parse(this.#saved.snapshot))
    this.memory = JSON.parse(this.#saved.memory)
    await Promise.all([advance, ...this.#advances.splice(0), ...this.#underWay.splice(0)])
    this.#note("went back")
  }

  /** Everything that was begun has ended; deliveries that were tried are back. */
  async #quiet(): Promise<void> {
    await Promise.all([...this.#advances.splice(0), ...this.#underWay.splice(0)])
    await this.world.advance(0)
  }

  /** Every write is repeated until its answer is definite, and all time that anything needs goes by. */
  async #calmDown(): Promise<void> {
    this.world.faults.clear()
    await this.#quiet()
    for (const write of this.memory.writes) {
      for (let left = 40; write.answers.length === 0; left--) {
        if (left === 0) throw new Error(`${write.key} gets no answer`)
        const answer = await this.call(write.client, "POST", write.path, write.body, write.key)
        if (isDefinite(answer)) write.answers.push(answer)
        else await this.world.advance("1h")
      }
    }
    for (let days = 0; days < 4; days++) await this.world.advance("1d")
    this.#note("calm")
  }

  #note(text: string): void {
    this.log.push(`${this.world.clock().now} ${text}`)
  }
}
