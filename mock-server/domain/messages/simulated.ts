/** What can become of a message on its way, in the provider's words. */
export type Step =
  | "sent"
  | "delivered"
  | "hard_bounced"
  | "soft_bounced"
  | "complained"
  | "opened"
  | "clicked"
  | "failed"

/** What an address makes happen: at once when the message goes out, and later. */
interface Script {
  readonly steps: readonly Step[]
  /** What follows after `delay` milliseconds. */
  readonly later?: { readonly delay: number; readonly step: Step }
}

/** Mail to this domain scripts its own outcome, in every brand. */
const simulatorDomain = "@simulator.test"

const delivered: Script = { steps: ["sent", "delivered"] }

/** The outcome by the address's part before `+` or `@`. */
const scripts: Readonly<Record<string, Script>> = {
  delivered,
  bounced: { steps: ["sent", "hard_bounced"] },
  "soft-bounced": { steps: ["sent", "soft_bounced"] },
  complained: { steps: ["sent", "delivered", "complained"] },
  opened: { steps: ["sent", "delivered", "opened"] },
  clicked: { steps: ["sent", "delivered", "clicked"] },
  failed: { steps: ["failed"] },
  delayed: { steps: ["sent"], later: { delay: 3_600_000, step: "delivered" } },
}

/** What becomes of a message to an address; capital letters and a `+label` do not matter. All others are delivered. */
export function scriptFor(address: string): Script {
  const lower = address.toLowerCase()
  if (!lower.endsWith(simulatorDomain)) return delivered
  const name = lower.slice(0, -simulatorDomain.length).split("+", 1)[0] ?? ""
  return Object.hasOwn(scripts, name) ? (scripts[name] ?? delivered) : delivered
}
