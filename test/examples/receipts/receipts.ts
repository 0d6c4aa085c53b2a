import type { ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Journal } from "../../../examples/receipts/journal.ts"
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

/** What the service says of an order's receipt. */
interface Receipt {
  readonly status: string
  readonly messageId?: number
}

/** A message for an order. */
interface Sent {
  readonly id: number
  readonly order: string | undefined
}

/** How it went: where the service was killed, the messages that there are, and those that its journal knows of. */
export interface Life {
  readonly killed: Killed
  readonly messages: readonly Sent[]
  readonly known: readonly Sent[]
}

/** Customers place orders, and repeat what was not answered, at a service that is killed and started again until all is sent. */
export async function live({ server, program, orders, crashes }: LifeOptions): Promise<Life> {
  const world = server.world.createWorld()
  const folder = mkdtempSync(join(tmpdir(), "mas-receipts-"))
  const journal = join(folder, "orders.ndjson")

  async function shop(child: ChildProcess): Promise<void> {
    const sent = orders.map((id) => lineOf(child, new RegExp(`Order ${id} is sent`)))
    // It may be killed before anybody waits for these.
    for (const line of sent) line.catch(() => {})
    const port = await portOf(child)
    for (const [index, id] of orders.entries()) {
      const { status } = await place(port, id)
      if (status !== "sent") await sent[index]
    }
  }

  try {
    const env = { MAS_BASE_URL: world.url, MAS_API_KEY: world.apiKey, PORT: "0" }
    const killed = await runThroughCrashes({ program, args: [journal], env, folder, crashes, use: shop })
    const messages = world.messages.list().map(({ id, subject }) => ({ id, order: subject?.split(" ").at(-1) }))
    const lines = new Journal<{ readonly id?: string; readonly receipt?: Receipt }>(journal).entries
    const known = lines.flatMap(({ id, receipt }) => (receipt?.messageId ? [{ id: receipt.messageId, order: id }] : []))
    return { killed, messages, known }
  } finally {
    world.delete()
    rmSync(folder, { recursive: true })
  }
}

export const portOf = async (child: ChildProcess) => Number((await lineOf(child, /on port (\d+)/))[1])

export async function place(port: number, id: string): Promise<Receipt> {
  const body = JSON.stringify({ customer: `${id}@example.test`, totalCents: 1_200 })
  const response = await fetch(`http://127.0.0.1:${port}/orders/${id}`, { method: "PUT", body })
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()).receipt
}
