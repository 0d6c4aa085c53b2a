import type { Day } from "./day.ts"
import type { Move } from "./steps.ts"

/** Makes a move without an endpoint on one of the first few records of its kind; a refused move has no effect. */
export async function makeMove(day: Day, move: Move, dice: number): Promise<void> {
  const { world } = day
  const id = 1 + (dice % 5)
  const moves: Readonly<Record<Move, () => unknown>> = {
    pay: () => world.transitions.purchases.pay(id),
    fail: () => world.transitions.purchases.fail(id),
    "pay plan": () => world.transitions.checkouts.pay(1 + (dice % 2)),
    pause: () => world.transitions.campaigns.pause(1 + (dice % 2)),
    resume: () => world.transitions.campaigns.resume(1 + (dice % 2)),
    opened: () => world.messages.event(id, { type: "opened" }),
    clicked: () => world.messages.event(id, { type: "clicked" }),
    bounced: () => world.messages.event(id, { type: "bounced", bounce: { type: dice % 2 === 0 ? "hard" : "soft" } }),
    reply: () =>
      world.inbound({ from: "ann@people.test", to: "inbox@acme.test", subject: "Re: your order", text: "Thanks" }),
  }
  try {
    await moves[move]()
    day.note(`${move} ${id}`)
  } catch (error) {
    if (!isRefusal(error)) throw error
    day.note(`${move} ${id} cannot be: ${error.status}`)
  }
}

const isRefusal = (error: unknown): error is { readonly status: number } =>
  typeof error === "object" &&
  error !== null &&
  "status" in error &&
  typeof error.status === "number" &&
  error.status < 500
