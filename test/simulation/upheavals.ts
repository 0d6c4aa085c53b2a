import type { MockWorld } from "../../mock-server/index.ts"
import { snapshotOf } from "../support/snapshot-of.ts"
import type { Day } from "./day.ts"
import { clients, type Fault } from "./steps.ts"

/** Applies a day's faults. */
export class Upheavals {
  readonly #day: Day
  /** The saved world and memory, for the fault that goes back to them. */
  readonly #kept = new Map<Fault, { readonly world: string; readonly memory: string }>()

  constructor(day: Day) {
    this.#day = day
  }

  /** Applies the part of a fault that belongs to the step with this position. */
  async befall(fault: Fault, at: number): Promise<void> {
    if ("saved" in fault && fault.saved === at) await this.#save(fault)
    if (fault.on === "endpoint off" && fault.until === at) await this.switchEndpoint(fault.webhook, true)
    if (fault.on === "secret rotated" && fault.until === at) this.#day.receivers.restart(fault.webhook)
    if (fault.at !== at) return
    switch (fault.on) {
      case "request":
      case "delivery":
        this.#day.world.faults.add(fault.rule)
        return
      case "receiver":
        this.#day.receivers.lapses.push(fault)
        return
      case "endpoint off":
        if (fault.until > at) await this.switchEndpoint(fault.webhook, false)
        return
      case "secret rotated":
        this.#rotateSecret(fault.webhook)
        return
      case "key revoked":
        return this.#revokeKey(fault.client)
      case "rewind":
        return this.#rewind(fault)
      case "kill":
        return this.#kill(fault)
    }
  }

  /** Disables or enables an endpoint, and records exactly when. */
  async switchEndpoint(webhook: number, enabled: boolean): Promise<void> {
    const open = this.#day.memory.pauses.find((pause) => pause.webhook === webhook && pause.on === undefined)
    if (enabled === (open === undefined)) return
    const client = clients.findIndex(({ brand }) => brand === this.#day.plan.receivers[webhook - 1]?.brand)
    const requestMoment = this.#day.moment()
    await this.#day.callers.of(client).webhooks.update(webhook, { enabled })
    const switched = { asked: requestMoment, answered: this.#day.moment() }
    const { pauses } = this.#day.memory
    this.#day.memory.pauses =
      open === undefined
        ? [...pauses, { webhook, off: switched }]
        : pauses.map((pause) => (pause === open ? { ...open, on: switched } : pause))
    this.#day.happened(`endpoint ${webhook} is turned ${enabled ? "on" : "off"}`)
  }

  #rotateSecret(webhook: number): void {
    const { secret } = this.#day.world.webhooks.rotate(webhook, { grace: "30d" })
    this.#day.receivers.learn(webhook, secret)
    this.#day.happened(`endpoint ${webhook} has another secret`)
  }

  #revokeKey(client: number): void {
    const { credentials } = this.#day.world
    credentials.revoke(this.#day.memory.tokens[client] ?? "")
    this.#day.memory.tokens[client] = credentials.mint({ kind: "api_key" }).token
    this.#day.happened(`the key of client ${client} is revoked, it has another`)
  }

  /** Saves the world and the memory, whatever is in progress; a world restored from it has the same bytes. */
  async #save(fault: Fault): Promise<void> {
    await this.#day.advanced()
    if (fault.on === "rewind") sameBytes(this.#day.world)
    await this.#day.answered()
    const world =
      fault.on === "kill" ? await this.#day.reached.keep() : JSON.stringify(this.#day.world.state.snapshot())
    if (fault.on === "rewind") this.#day.world.checkpoints.save("kept")
    this.#kept.set(fault, { world, memory: JSON.stringify(this.#day.memory) })
    this.#day.note("the world is kept")
  }

  async #rewind(fault: Fault): Promise<void> {
    const savedState = this.#kept.get(fault)
    if (savedState === undefined) return
    await this.#day.answered()
    const underWay = this.#day.overlaps ? this.#day.world.advance("10m") : undefined
    if (this.#day.plan.seed % 2 === 0 && this.#day.world.checkpoints.list().length > 0)
      this.#day.world.checkpoints.rewind("kept")
    else this.#day.world.state.restore(JSON.parse(savedState.world))
    this.#goBack(savedState.memory)
    await underWay
    this.#day.happened("the world goes back to what was kept")
  }

  async #kill(fault: Fault): Promise<void> {
    const savedState = this.#kept.get(fault)
    if (savedState === undefined) return
    await this.#day.answered()
    await this.#day.reached.kill(savedState.world)
    this.#goBack(savedState.memory)
    this.#day.happened("the server was killed, and loads what was kept")
  }

  /** Work in progress writes into the old memory, which nothing reads any longer. */
  #goBack(memory: string): void {
    this.#day.memory = JSON.parse(memory)
    this.#day.receivers.goBack()
    this.#day.callers.begin()
  }
}

/**
 * A world restored from a snapshot has the same bytes, whatever is in progress. Its delivery faults are removed first: attempts
 * in progress are made again and would meet them.
 */
function sameBytes(world: MockWorld): void {
  const { faults, ...rest } = snapshotOf(world)
  const requests = faults.faults.filter(({ on }) => on === "request")
  const snapshot = JSON.stringify({ ...rest, faults: { ...faults, faults: requests } })
  const copy = world.worlds.create()
  copy.state.restore(JSON.parse(snapshot))
  const { faults: again, ...others } = copy.state.snapshot()
  copy.worlds.remove(copy.id)
  if (JSON.stringify({ ...others, faults: again }) !== snapshot)
    throw new Error("a restored snapshot is not the same bytes")
}
