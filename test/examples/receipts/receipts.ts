import type { ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { MockServer } from "../../../mock-server/index.ts"
import { type Crash, type Killed, runThroughCrashes } from "../../support/crash.ts"
import { lineOf } from "../../support/example.ts"

export interface LifeOptions {
  readonly server: MockServer
  /** The bundled service. */
  readonly program: string
  readonly orders: readonly string[]
  readonly crashes: readonly Crash[]
}

/** An order's receipt in a response of the service. */
interface Receipt {
  readonly status: string
  readonly problem?: string
  readonly messageId?: number
}

/** A message for an order. */
interface Sent {
  readonly id: number
  readonly order: string | undefined
}

/** The result: the steps at which the service was killed, all messages, and those known to its database. */
export interface Life {
  readonly killed: Killed
  readonly messages: readonly Sent[]
  readonly sentRecords: readonly Sent[]
}

/** Places orders at a service, repeats unanswered ones, and restarts the service after each crash until all is sent. */
export async function live({ server, program, orders, crashes }: LifeOptions): Promise<Life> {
  const world = server.world.worlds.create()
  const folder = mkdtempSync(join(tmpdir(), "mas-receipts-"))
  const database = join(folder, "orders.db")
  const sentById = new Map<string, Sent>()

  async function shop(child: ChildProcess): Promise<void> {
    const port = await portOf(child)
    for (const id of orders) {
      await placeOrder(port, id)
      const { messageId } = await receiptOf(port, id, "sent")
      if (messageId) sentById.set(id, { id: messageId, order: id })
    }
  }

  try {
    const env = { MAS_BASE_URL: world.url, MAS_API_KEY: world.apiKey, PORT: "0", LEASE: "0.1" }
    const killed = await runThroughCrashes({ program, args: [database], env, folder, crashes, use: shop })
    const messages = world.messages.list().map(({ id, subject }) => ({ id, order: subject?.split(" ").at(-1) }))
    return { killed, messages, sentRecords: [...sentById.values()] }
  } finally {
    world.worlds.remove(world.id)
    rmSync(folder, { recursive: true })
  }
}

export const portOf = async (child: ChildProcess) => Number((await lineOf(child, /on port (\d+)/))[1])

export async function placeOrder(port: number, id: string): Promise<Receipt> {
  const body = JSON.stringify({ customer: `${id}@example.test`, totalCents: 1_200 })
  const response = await fetch(`http://127.0.0.1:${port}/orders/${id}`, { method: "PUT", body })
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()).receipt
}

/** Waits until an order's receipt has the status, or a problem; rejects when the service ends. */
export async function receiptOf(
  port: number,
  id: string,
  expectedStatus: "sent" | "failed" | "problem",
): Promise<Receipt> {
  for (;;) {
    const { receipt } = await (await fetch(`http://127.0.0.1:${port}/orders/${id}`)).json()
    if (receipt.status === expectedStatus || (expectedStatus === "problem" && receipt.problem)) return receipt
    await setTimeout(100)
  }
}
