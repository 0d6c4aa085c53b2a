import { setTimeout } from "node:timers/promises"
import type { Engine } from "../../../support/engines/engine.ts"
import { mock } from "../../../support/mock.ts"
import { Balancer } from "./balancer.ts"
import { ReceiverProcess } from "./processes.ts"

export interface Storm {
  /** The receivers' program, and the Node to run it. */
  readonly program: string
  readonly node?: string | undefined
  readonly args: readonly [kind: string, address: string, file: string]
  readonly events: number
  /** How often a receiver is killed. */
  readonly kills: number
  /** A database server that is also killed and restarted, `restarts` times. */
  readonly engine?: Engine | undefined
  readonly restarts: number
}

export interface AfterStorm {
  /** How often each event was handled. */
  readonly done: ReadonlyMap<string, number>
  /** How often a crash hit each event while it was being handled. */
  readonly crashes: ReadonlyMap<string, number>
  readonly deliveries: number
  /** How often a receiver was killed while deliveries came. */
  readonly kills: number
}

/** A seeded random generator. */
function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Sends events to two receivers in a storm of lost, duplicate, late and reordered deliveries, and kills receivers and
 * their store at random, until each event is acknowledged or given up. Then redelivers each once without faults.
 */
export async function runStorm({
  program,
  node = process.execPath,
  args,
  events,
  kills,
  engine,
  restarts,
}: Storm): Promise<AfterStorm> {
  const chance = chanceOf(7)
  const service = mock({ deliver: (request) => balancer.deliver(request) })
  const url = "https://hooks.example.com/mas"
  const { body: webhook } = await service.call("POST", "/v1/my/webhooks", {
    body: { url, events: ["email.delivered"] },
  })
  const receivers = [1, 2].map(() => new ReceiverProcess(node, [program, ...args], webhook.secret))
  const balancer = new Balancer(receivers, chance)
  await Promise.all(receivers.map((receiver) => receiver.start()))
  await balancer.control("prepare")

  let isOver = false
  let killed = 0
  /** Kills receivers, each after some deliveries and at a moment that the machine decides. */
  async function killAtRandom() {
    while (killed < kills) {
      const moment = balancer.count + (events / kills) * chance()
      while (balancer.count < moment && !isOver) await setTimeout(1)
      if (isOver) return
      killed++
      const receiver = receivers[killed % 2]
      balancer.crashed((await receiver?.kill()) ?? [])
      if (engine !== undefined && killed % Math.ceil(kills / restarts) === 0) {
        balancer.crashed(balancer.allInFlight())
        await engine.kill()
        await engine.start()
      }
      await receiver?.start()
    }
  }
  /** Waits for all deliveries to end, and advances the store's clock with the service's. */
  async function settle() {
    const { tables, scheduler } = service.world
    while ([...tables.webhookDeliveries.all()].some(({ status }) => status === "pending")) {
      const before = service.world.now()
      await scheduler.advanceToNext()
      const passed = service.world.now() - before
      if (passed > 0) await balancer.control(`pass/${passed}`)
    }
  }

  for (let event = 0; event < events; event++) await service.call("POST", `/v1/my/webhooks/${webhook.id}/test`)
  service.control.faults.profile({ name: "storm", seed: 7 })
  await Promise.all([
    killAtRandom(),
    settle().finally(() => {
      isOver = true
    }),
  ])
  service.control.faults.profile("calm")
  for (const { id } of [...service.world.tables.webhookDeliveries.all()]) service.control.deliveries.redeliver(id)
  await settle()

  const effects = await balancer.control("effects")
  const done = new Map([...balancer.ids].map((id) => [id, 0]))
  for (const id of Array.isArray(effects) ? effects : []) done.set(id, (done.get(id) ?? 0) + 1)
  await Promise.all(receivers.map((receiver) => receiver.kill()))
  await service.service.close()
  return { done, crashes: balancer.crashes, deliveries: balancer.count, kills: killed }
}
