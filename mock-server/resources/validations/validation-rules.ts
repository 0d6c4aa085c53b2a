import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import type { Standing } from "../account/table.ts"
import type { Verdict } from "./table.ts"

const day = 24 * 3_600_000

/** How long a result is valid. Milliseconds. */
export const resultLifetime = 30 * day

/** Conclusive results: kept for the next validation, charged for, and counted for the standing. */
export const isQualifying = (verdict: Verdict) => verdict !== "unknown"

/** Role mailboxes, which do not belong to a person. */
const roles: ReadonlySet<string> = new Set(["abuse", "admin", "info", "noreply", "no-reply", "postmaster", "support"])

/** Addresses at simulator.test that name their own result; `error` cannot be validated at all. A `+label` is ignored. */
const simulated: ReadonlyMap<string, Verdict | "error"> = new Map([
  ["bounced", "undeliverable"],
  ["failed", "undeliverable"],
  ["soft-bounced", "risky"],
  ["complained", "risky"],
  ["unknown", "unknown"],
  ["error", "error"],
])

export function verdictOf(email: string): Verdict | "error" {
  const [local = "", domain = ""] = mailboxKey(email).split("@")
  const name = local.split("+", 1)[0] ?? ""
  if (domain === "simulator.test") return simulated.get(name) ?? "deliverable"
  // RFC 2606: no domain under .invalid exists.
  if (domain.endsWith(".invalid")) return "undeliverable"
  return roles.has(name) ? "risky" : "deliverable"
}

/** Deliverable addresses that an account must have current results for to reach a standing. */
const deliverableFor = { standard: 100, trusted: 10_000 }

/** An account's standing, given how many of its addresses are known to be deliverable. Validation raises it, never lowers it. */
export function standingWith(deliverable: number, current: Standing): Standing {
  if (deliverable >= deliverableFor.trusted || current === "trusted") return "trusted"
  return deliverable >= deliverableFor.standard || current === "standard" ? "standard" : "probation"
}
