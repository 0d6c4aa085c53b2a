import type { Timer } from "../base/timers.ts"
import type { World } from "./world.ts"

/** Takes in what came of work that went out over the network; run in the order in which the work was due. */
export type Settle = () => void

/** How work that leaves the process is to be settled; a promise of it while the work is under way. */
export type Outcome = undefined | Settle | Promise<Settle>

/** What a timer does at its due time. Work that stays in the process answers nothing. */
export type Task = (world: World, subject: number) => Outcome

/** The kinds of timer. */
export const taskKinds = [
  "affiliate.link",
  "invite.expire",
  "launch.expire",
  "campaign.complete",
  "campaign.start",
  "checkout.expire",
  "import.read",
  "message.dispatch",
  "message.deliver",
  "provisioning.expire",
  "provisioning.notice",
  "provisioning.remind",
  "purchase.expire",
  "suppression.expire",
  "validation.run",
  "webhook.attempt",
] as const
export type TaskKind = (typeof taskKinds)[number]

/** A kind without an entry does not compile. */
export type Tasks = Readonly<Record<TaskKind, Task>>

/** Runs a timer's task. */
export type RunTimer = (timer: Timer) => Outcome
