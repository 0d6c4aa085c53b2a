import { limits } from "../../../sdk/contract/core/limits.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import type {
  ValidationAudience,
  ValidationCounts,
  ValidationOperation,
  ValidationPricing,
} from "../../../sdk/contract/validations.ts"
import { notFound } from "../../base/service-error.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import { currency } from "../billing/billing-view.ts"
import { validationRateCents } from "../billing/prices.ts"
import { contactsOfSegment } from "../campaigns/audience.ts"
import { contactOfChannel } from "../contacts/contacts.ts"
import type { ContactRow } from "../contacts/table.ts"
import { suppressedAddress } from "../suppressions/table.ts"
import { type ValidationItemRow, type Verdict, validatedAddress } from "./table.ts"
import { resultLifetime } from "./validation-rules.ts"

/** The kind of an audience and its contacts, including duplicates. */
export interface Candidates {
  readonly kind: ValidationOperation["source_kind"]
  readonly contacts: Iterable<ContactRow>
}

export function candidatesOf(world: World, caller: Caller, audience: ValidationAudience): Candidates {
  const { lists, segments, contacts } = world.tables
  const { list_id, segment_id, contact_ids, contact_channel_ids } = audience
  if (list_id !== undefined) {
    return { kind: "list", contacts: contacts.in("list", lists.own(caller, list_id).id) }
  }
  if (segment_id !== undefined) {
    return { kind: "segment", contacts: contactsOfSegment(world, segments.own(caller, segment_id)) }
  }
  if (contact_ids !== undefined) {
    return { kind: "contacts", contacts: contact_ids.map((id) => contacts.own(caller, id)) }
  }
  const ofChannel = (id: number) => {
    const contact = contactOfChannel(world, id)
    if (contact === undefined || contact.brand_id !== caller.brand.id) throw notFound("26.2", `Contact channel ${id}`)
    return contact
  }
  return { kind: "contact_channels", contacts: (contact_channel_ids ?? []).map(ofChannel) }
}

interface Classification {
  readonly is: "eligible" | "cached" | "ineligible"
  /** The existing result. */
  readonly verdict: Verdict | null
}

export interface Assessed extends Classification {
  readonly contact: ContactRow
}

/** Classifies each address once: it has a valid result, is suppressed, or needs validation. */
export function assess(world: World, accountId: number, contacts: Iterable<ContactRow>) {
  const assessed: Assessed[] = []
  const keys = new Set<string>()
  const counts = { candidate_count: 0, deduplicated_count: 0, cached_count: 0, ineligible_count: 0, eligible_count: 0 }
  for (const contact of contacts) {
    counts.candidate_count++
    const address = mailboxKey(contact.email)
    if (keys.has(address)) {
      counts.deduplicated_count++
      continue
    }
    keys.add(address)
    const { is, verdict } = classify(world, accountId, address)
    counts[`${is}_count`]++
    assessed.push({ contact, is, verdict })
  }
  return { assessed, counts }
}

function classify(world: World, accountId: number, email: string): Classification {
  const { validationResults, suppressions } = world.tables
  const result = validationResults.find("email", validatedAddress(accountId, email))
  if (result !== undefined && isCurrent(world, result)) return { is: "cached", verdict: result.verdict }
  const isSuppressed = suppressions.count("holding", suppressedAddress(accountId, email)) > 0
  return { is: isSuppressed ? "ineligible" : "eligible", verdict: null }
}

/**
 * Skips an item that no longer needs validation: another operation was faster, or the address was suppressed. Updates
 * `counts`. False when it still needs validation.
 */
export function skipIfUnneeded(
  world: World,
  accountId: number,
  item: ValidationItemRow,
  counts: ValidationCounts,
): boolean {
  const email = contactOfChannel(world, item.contact_channel_id)?.email
  const { is, verdict } = classify(world, accountId, email ?? "")
  if (is === "eligible") return false
  counts.eligible_count--
  counts[`${is}_count`]++
  world.tables.validationItems.move(world, item, "waive", { verdict, completed_at: world.timestamp() })
  return true
}

export const isCurrent = (world: World, { validated_at }: { readonly validated_at: string }) =>
  Date.parse(validated_at) + resultLifetime > world.now()

/** The maximum price of validating a number of addresses, valid for an hour. */
export const pricingOf = (world: World, { eligible_count }: ValidationCounts): ValidationPricing => ({
  unit_rate_cents: validationRateCents,
  maximum_charge_cents: Math.ceil(eligible_count * validationRateCents),
  currency,
  expires_at: world.timestampIn(limits.quoteLifetime),
})
