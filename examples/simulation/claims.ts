// npx mas simulate claims.ts --runs 10000: stands. Who has claimed an event books it and marks it done in one transaction.
import type { Day } from "mas-sdk/mock-server"
import { verifyWebhook, WebhookVerificationError } from "mas-sdk/webhooks"
import { bookkeeping, Database } from "./bookkeeping.ts"

interface Claim {
  readonly owner: number
  /** Milliseconds since 1970, after which another may take over what a crash has left behind. */
  readonly until: number
  readonly isDone: boolean
}

const lease = 30_000

export default async function (day: Day): Promise<void> {
  const database = new Database(day)
  const claims = new Map<string, Claim>()
  let owners = 0

  const claim = (id: string): number | "done" | "busy" => {
    const known = claims.get(id)
    if (known?.isDone) return "done"
    if (known && known.until > Date.now()) return "busy"
    claims.set(id, { owner: ++owners, until: Date.now() + lease, isDone: false })
    return owners
  }
  const book = (id: string, owner: number): boolean => {
    if (claims.get(id)?.owner !== owner) return false
    claims.set(id, { owner, until: 0, isDone: true })
    database.booked.push(id)
    return true
  }

  await bookkeeping(day, database, ({ secret }) => async (request) => {
    try {
      const { id } = verifyWebhook(await request.text(), request.headers, secret)
      const claimed = await database.query(() => claim(id))
      if (claimed === "busy") return new Response("Another is at it", { status: 503 })
      if (claimed === "done") return new Response("OK, again")
      const isBooked = await database.query(() => book(id, claimed))
      return new Response("", { status: isBooked ? 200 : 503 })
    } catch (error) {
      return new Response("", { status: error instanceof WebhookVerificationError ? 400 : 500 })
    }
  })
}
