import type { Mas } from "../../../sdk/client/client.ts"
import { APIError } from "../../../sdk/client/errors.ts"
import type { Campaign } from "../../../sdk/contract/campaigns.ts"
import type { Template } from "../../../sdk/contract/templates.ts"
import type { ValidationAudience } from "../../../sdk/contract/validations.ts"
import type { RequestParts } from "../../connection/request/request-input.ts"
import { CliError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import { countText, moneyText } from "../output/numbers.ts"
import type { Screen } from "../output/output.ts"
import { longTime } from "../output/times.ts"
import { audienceMembers } from "./audience-members.ts"
import { mailWarnings, withTemplateTexts } from "./mail-warnings.ts"
import { contactOf, hasContactFields, type RenderedContact } from "./rendered-contact.ts"

type Facts = Readonly<Record<string, string>>

export interface ConfirmationDetails {
  readonly title: string
  readonly facts: Facts
  /** A name that must be typed, when a "yes" would be too easy. */
  readonly name?: string
  /** The texts of the template that is sent. */
  readonly template?: Pick<Template, "id" | "name" | "subject" | "html" | "body"> | undefined
  /** The recipient's contact, whose fields the texts are filled with. */
  readonly contact?: RenderedContact | undefined
  /** What would be sent, and to whom, as a value to compare: a confirmation is void once it has changed. Reads what the facts leave out. */
  readonly state?: () => Promise<unknown>
}

interface Asking {
  readonly client: Mas
  readonly parts: RequestParts
  readonly screen: Screen
  readonly signal: AbortSignal
  /** How often this session has changed what campaigns and flows send by. */
  readonly changes?: number
}

type Find = (asking: Asking) => Promise<ConfirmationDetails | undefined>

/** By command name. An error here would also be the error of the call. */
const finders: Readonly<Record<string, Find>> = {
  "validations.start": quoteOf,
  "campaigns.send": campaignOf,
  "messages.send": messageOf,
  "templates.sendTest": testMailOf,
  "webhooks.delete": webhookOf,
  "webhooks.test": webhookOf,
  "webhooks.update": webhookOf,
  "subscription.checkout": planOf,
  "oauth.subscribe": planOf,
  "fundingPurchases.create": purchaseOf,
  "memberships.update": memberOf,
  "memberships.remove": memberOf,
  "invites.revoke": inviteOf,
  "managementGrant.confirm": grantOf,
  "managementGrant.revoke": grantOf,
}

/** The effects of a command that asks for confirmation; undefined when the command's words already say everything. */
export const confirmationDetails = async (command: string, asking: Asking): Promise<ConfirmationDetails | undefined> =>
  finders[command]?.(asking)

async function quoteOf({ client, parts, signal }: Asking): Promise<ConfirmationDetails> {
  const { counts, pricing, funding } = await client.validations.quote({ ...parts.body } as ValidationAudience, {
    signal,
  })
  const { currency } = pricing
  const missing = funding.shortfall_cents
  return {
    title: "Validate addresses",
    facts: {
      Addresses: `${countText(counts.eligible_count)} of ${countText(counts.candidate_count)}${leftOut(counts)}`,
      Costs: `${moneyText(pricing.maximum_charge_cents, currency)} at most, ${moneyText(pricing.unit_rate_cents, currency)} each`,
      Funding: `${moneyText(funding.available_cents, currency)}${missing > 0 ? `: ${moneyText(missing, currency)} missing, it waits until there is enough` : ""}`,
    },
  }
}

function leftOut(counts: { cached_count: number; deduplicated_count: number; ineligible_count: number }): string {
  const parts = [
    [counts.cached_count, "known already"],
    [counts.deduplicated_count, "twice"],
    [counts.ineligible_count, "not eligible"],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${countText(Number(count))} ${what}`]))
  return parts.length > 0 ? ` (${parts.join(", ")})` : ""
}

async function campaignOf({ client, parts, screen, signal, changes }: Asking): Promise<ConfirmationDetails> {
  const campaign = await client.campaigns.get(Number(parts.params.id), { signal })
  const at = parts.body?.deliver_at
  const template = campaign.template_id ? await client.templates.get(campaign.template_id, { signal }) : undefined
  return {
    title: `Campaign ${campaign.id}: ${campaign.name}`,
    name: campaign.name,
    template: template && textsOf(template),
    state: async () => [
      campaign.audience,
      template,
      campaign.audience && (await audienceMembers(campaign.audience, { client, signal, changes })),
    ],
    facts: {
      Subject: campaign.subject ?? template?.subject ?? "none",
      ...(template && { Template: `${template.name} (${template.id})` }),
      Audience: await audienceOf(campaign, client, signal),
      ...(campaign.status !== "draft" && { Status: campaign.status }),
      ...(template &&
        hasContactFields(template, campaign.subject) && { "Filled in": "fields of each contact, as it goes out" }),
      "Goes out": goesOut(at, screen),
      ...(template && warningFacts({ ...template, subject: campaign.subject ?? template.subject })),
    },
  }
}

/** What waited for a yes leaves at once if its time is over. */
function goesOut(at: unknown, screen: Asking["screen"]): string {
  if (typeof at !== "string") return "now"
  return Date.parse(at) <= screen.now ? `now: ${longTime(at, screen)} has passed` : longTime(at, screen)
}

/** The audience and its size; a contact on two lists counts twice. */
async function audienceOf({ audience }: Campaign, client: Mas, signal: AbortSignal): Promise<string> {
  if (!audience) return "none"
  if (audience.type === "lists") {
    const listIds = new Set(audience.list_ids ?? [])
    const lists = (await client.lists.list({ limit: 100 }, { signal }).toArray()).filter(({ id }) => listIds.has(id))
    const count = lists.reduce((sum, list) => sum + list.contacts_count, 0)
    const most = lists.length > 1 ? " at most" : ""
    return `${contactsText(count)}${most}, of ${lists.map(({ name }) => name).join(", ")}`
  }
  if (audience.type === "segment") {
    const segments = await client.segments.list({ limit: 100 }, { signal }).toArray()
    const segment = segments.find(({ id }) => id === audience.segment_id)
    return segment ? `${contactsText(segment.cached_count ?? 0)}, by ${segment.name}` : `segment ${audience.segment_id}`
  }
  const { totalCount } = await client.contacts.list({ limit: 1 }, { signal })
  return `all contacts${totalCount === null ? "" : `: ${countText(totalCount)}`}`
}

const contactsText = (count: number) => `${countText(count)} contact${count === 1 ? "" : "s"}`

/** A message's own fields describe it; this adds its template and the problems found in it. */
async function messageOf({ client, parts, signal }: Asking): Promise<ConfirmationDetails | undefined> {
  const { template_id: id, ...mail } = { ...parts.body }
  const hasTemplate = id !== undefined && id !== null
  const template = hasTemplate ? await client.templates.get(Number(id), { signal }) : undefined
  const contact = await contactOf(mail, template, client, signal)
  const details = template ? templateOf(template, "Message", mail) : { title: "Message", facts: warningFacts(mail) }
  if (!template && !contact && details.facts.Warnings === undefined) return undefined
  return { ...details, contact, state: async () => [template ?? null, contact ?? null] }
}

const warningFacts = (mail: object): Facts => {
  const warnings = mailWarnings(mail)
  return warnings.length > 0 ? { Warnings: warnings.join("\n") } : {}
}

async function testMailOf({ client, parts, signal }: Asking): Promise<ConfirmationDetails> {
  const template = await client.templates.get(Number(parts.params.id), { signal })
  return templateOf(template, "Test mail")
}

/** A mail as it will be sent: the template's texts, and those that the mail has instead. */
function templateOf(template: Template, what: string, mail: object = {}): ConfirmationDetails {
  const { subject, html, body } = textsOf(template)
  const sent = withTemplateTexts(mail, { subject, html, body })
  return {
    title: `${what} of template ${template.id}: ${template.name}`,
    template: textsOf(template),
    state: async () => template,
    facts: { Subject: String(Object(sent).subject ?? "none"), ...warningFacts(sent) },
  }
}

const textsOf = ({ id, name, subject, html, body }: Template) => ({ id, name, subject, html, body })

async function webhookOf({ client, parts, signal }: Asking): Promise<ConfirmationDetails> {
  const { id, url, status, events } = await client.webhooks.get(Number(parts.params.id), {}, { signal })
  return {
    title: `Webhook endpoint ${id}`,
    facts: { URL: url, Status: status, Events: events.join(", ") },
  }
}

async function planOf({ client, parts, signal }: Asking): Promise<ConfirmationDetails> {
  const { billing } = await client.account.get({ signal })
  const id = Number(parts.body?.plan_id)
  return {
    title: `Plan ${id}`,
    facts: { Costs: await priceOf(id, client, signal), "Plan now": billing.plan_name },
  }
}

/** Prices are only visible with a session. */
async function priceOf(id: number, client: Mas, signal: AbortSignal): Promise<string> {
  const plans = await client.oauth.me({ signal }).then(
    (context) => context.plans,
    (error: unknown) => {
      if (error instanceof APIError) return []
      throw error
    },
  )
  const plan = plans.find((one) => one.id === id)
  if (!plan && plans.length > 0) throw notFound("plan on sale", id)
  if (!plan) return "shown on the payment page; nothing is charged until it is paid"
  return `${moneyText(plan.base_price_cents)} a ${plan.interval} (${plan.name})`
}

async function purchaseOf({ client, parts, signal }: Asking): Promise<ConfirmationDetails> {
  const funding = await client.funding.get({ signal })
  const { amount_cents: amount, currency = funding.currency } = { ...parts.body }
  return {
    title: "Prepaid funding",
    facts: {
      Costs: moneyText(Number(amount), String(currency)),
      "Funding now": moneyText(funding.available_cents, funding.currency),
    },
  }
}

async function memberOf({ client, parts, signal }: Asking): Promise<ConfirmationDetails> {
  const members = await client.memberships.list({ limit: 100 }, { signal }).toArray()
  const member = members.find(({ id }) => id === Number(parts.params.id))
  if (!member) throw notFound("membership", parts.params.id)
  return {
    title: `Membership ${member.id}: ${member.name}`,
    facts: {
      "E-mail": member.email,
      Role: member.role,
      ...(parts.body?.role === undefined ? {} : { "Role then": String(parts.body.role) }),
    },
  }
}

async function inviteOf({ client, parts, signal }: Asking): Promise<ConfirmationDetails> {
  const invites = await client.invites.list({ limit: 100 }, { signal }).toArray()
  const invite = invites.find(({ id }) => id === Number(parts.params.id))
  if (!invite) throw notFound("invitation", parts.params.id)
  return {
    title: `Invitation ${invite.id}: ${invite.email}`,
    facts: { Role: invite.role, Status: invite.status },
  }
}

/** Replaces the 404 of the service, which has no endpoint for a single one of these records. */
const notFound = (what: string, id: unknown) =>
  new CliError(`there is no ${what} ${id}`, exitCodes.notFound, {
    hint: "Check the id, and the account that the profile selects.",
  })

async function grantOf({ client, parts, signal }: Asking): Promise<ConfirmationDetails> {
  const { id, status, manager_account, permission_set } = await client.managementGrant.get({ signal })
  const grantId = parts.body?.management_grant_id
  if (grantId !== undefined && Number(grantId) !== id) throw notFound("management grant", grantId)
  return {
    title: `Management grant ${id}: ${manager_account.name}`,
    facts: { Status: status, "May do": permission_set },
  }
}
