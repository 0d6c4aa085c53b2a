import { parseDuration } from "../../sdk/contract/core/duration.ts"
import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import type { AccountFixture, SuppressionFixture } from "../base/models.gen.ts"
import { affiliateOf, linkAccount, lookUpAffiliate } from "../resources/affiliate/affiliate.ts"
import { usageOf } from "../resources/billing/usage.ts"
import { emailKey } from "../resources/contacts/table.ts"
import { providerName } from "../resources/messages/report.ts"
import { suppress } from "../resources/suppressions/suppressions.ts"
import type { World } from "../world/world.ts"
import type { SeededAccount } from "./accounts.ts"
import { at, problem } from "./fixture-problem.ts"

export function seedUsageAndStats(world: World, account: SeededAccount): void {
  seedUsage(world, account)
  seedSent(world, account)
  const suppressed = new Set<string>()
  for (const [index, suppression] of (account.fixture.suppressions ?? []).entries()) {
    const { email, reason = "manual" } = suppression
    const key = `${mailboxKey(email)} ${reason}`
    if (suppressed.has(key)) throw problem(`${account.path}.suppressions.${index}.email`, "is there twice")
    suppressed.add(key)
    seedSuppression(world, account, suppression)
  }
  seedAffiliate(world, account)
}

function seedUsage(world: World, { path, id, fixture: { usage } }: SeededAccount): void {
  if (usage === undefined) return
  for (const [resource, used] of Object.entries(usage)) {
    const { month = 0, lifetime = month } = used ?? {}
    if (lifetime < month) throw problem(`${path}.usage.${resource}.lifetime`, `is less than the month's ${month}`)
  }
  const figures = (pick: "month" | "lifetime") => {
    const of = (resource: "email" | "sms" | "ai") => usage[resource]?.[pick] ?? usage[resource]?.month ?? 0
    return { email: of("email"), sms: of("sms"), ai: of("ai") }
  }
  world.tables.usage.insert({ ...usageOf(world, id), month: figures("month"), lifetime: figures("lifetime") })
}

/** The ledger requires entries in order of time. */
function seedSent(world: World, { path, id, fixture: { capacity_used: used = 0 } }: SeededAccount): void {
  const sent = (typeof used === "number" ? [{ recipients: used, ago: 0 }] : used).map(
    ({ recipients, ago = 0 }, index) => {
      const ms = typeof ago === "number" ? ago : parseDuration(ago)
      if (ms !== undefined) return { recipients, ms }
      throw problem(`${path}.capacity_used.${index}.ago`, "must be milliseconds, or text such as 30s, 5m, 2h or 3d")
    },
  )
  for (const { recipients, ms } of sent.sort((a, b) => b.ms - a.ms)) {
    if (recipients > 0) world.sends.add(id, world.now() - ms, recipients)
  }
}

function seedSuppression(world: World, { id, brands }: SeededAccount, fixture: SuppressionFixture): void {
  const { email, reason = "manual", source_provider, provider_diagnostic = null } = fixture
  const { contacts } = world.tables
  const contact = brands.map((brand) => contacts.find("email", emailKey(brand.id, email))).find(Boolean)
  const { bounce_subtype = reason === "hard_bounce" ? "general" : "mailbox_full" } = fixture
  const { complaint_feedback_type = "abuse" } = fixture
  suppress(world, id, {
    email,
    reason,
    source_provider: source_provider ?? (reason === "manual" ? null : providerName),
    contact_id: contact?.id ?? null,
    provider_diagnostic,
    ...(reason.endsWith("_bounce") && { bounce_subtype }),
    ...(reason === "complaint" && { complaint_feedback_type }),
  })
}

/** Reading the programme starts linking, and `link` links at once; the figures exist in both cases. */
function seedAffiliate(world: World, { path, id, fixture: { affiliate } }: SeededAccount): void {
  if (affiliate === undefined || !hasDetails(affiliate)) return
  at(`${path}.affiliate`, () => {
    const { affiliates, accounts } = world.tables
    const account = accounts.known(id)
    const row =
      affiliate.status === "active"
        ? linkAccount(world, account, {}).affiliate
        : affiliate.status === "pending"
          ? lookUpAffiliate(world, account)
          : affiliateOf(world, account)
    const { code, visitors = 0, leads = 0, conversions = 0, earnings_cents: earnings = 0 } = affiliate
    if (code !== undefined && row.code === null) throw problem("code", "belongs to an account that is not linked")
    affiliates.update(row, { code: code ?? row.code, figures: { visitors, leads, conversions, earnings } })
  })
}

/** Whether a document sets more than `entitled`. */
const hasDetails = ({ entitled: _, ...rest }: NonNullable<AccountFixture["affiliate"]>) =>
  Object.values(rest).some((value) => value !== undefined)
