import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import type { Outcome } from "../../base/models.gen.ts"
import type { OutcomeKind, Tracking } from "../../world/outcomes.ts"
import type { TimelineStep } from "./contents-table.ts"

/** The outcome of a message: events at once, and later ones. */
interface Script {
  readonly steps: readonly TimelineStep[]
  /** The events after `delay` milliseconds. */
  readonly later?: { readonly delay: number; readonly steps: readonly TimelineStep[] }
  /** The events that the service does not track. */
  readonly untracked?: readonly ("opened" | "clicked")[]
}

/** Mail to this domain scripts its own outcome, in every brand. */
const simulatorDomain = "@simulator.test"
const hour = 3_600_000

/** The steps to each outcome; the last may come later. */
const timelines: Readonly<
  Record<OutcomeKind, readonly [before: readonly TimelineStep[], end: readonly TimelineStep[]]>
> = {
  delivered: [["sent"], ["delivered"]],
  bounced: [["sent"], ["hard_bounced"]],
  soft_bounced: [["sent"], ["soft_bounced"]],
  complained: [["sent", "delivered"], ["complained"]],
  opened: [["sent", "delivered"], ["opened"]],
  clicked: [["sent", "delivered"], ["clicked"]],
  delayed: [["sent"], ["delivered"]],
  failed: [[], ["failed"]],
  unknown: [["sent"], []],
}

/** Outcomes by the part of a simulator address before `+` or `@`. */
const simulated: Readonly<Record<string, OutcomeKind>> = {
  delivered: "delivered",
  bounced: "bounced",
  "soft-bounced": "soft_bounced",
  complained: "complained",
  opened: "opened",
  clicked: "clicked",
  failed: "failed",
  delayed: "delayed",
}

const unseen: Readonly<Record<Tracking, Script["untracked"]>> = {
  all: undefined,
  opens: ["clicked"],
  clicks: ["opened"],
  none: ["opened", "clicked"],
}

/** The outcome that a simulator address requests; case and a `+label` are ignored. Undefined for any other address. */
export function simulatedOutcome(address: string): OutcomeKind | undefined {
  const lower = mailboxKey(address)
  const name = lower.endsWith(simulatorDomain) ? lower.slice(0, -simulatorDomain.length).split("+", 1)[0] : undefined
  return name !== undefined && Object.hasOwn(simulated, name) ? simulated[name] : undefined
}

export const scriptFor = (address: string): Script => scriptTo(simulatedOutcome(address) ?? "delivered", null)

export function scriptOf({ outcome, after_ms, tracking, bot }: Outcome): Script {
  const { steps, later } = scriptTo(outcome, after_ms)
  const scanned = (all: readonly TimelineStep[]) =>
    bot ? all.flatMap((step) => (step === "delivered" ? ([step, "bot_opened", "bot_clicked"] as const) : [step])) : all
  const untracked = unseen[tracking]
  return {
    steps: scanned(steps),
    ...(later && { later: { ...later, steps: scanned(later.steps) } }),
    ...(untracked && { untracked }),
  }
}

function scriptTo(outcome: OutcomeKind, after: number | null): Script {
  const [before, end] = timelines[outcome]
  const delay = after ?? (outcome === "delayed" ? hour : 0)
  if (delay === 0 || end.length === 0) return { steps: [...before, ...end] }
  // A message that fails later was sent first.
  return { steps: before.length === 0 ? ["sent"] : before, later: { delay, steps: end } }
}
