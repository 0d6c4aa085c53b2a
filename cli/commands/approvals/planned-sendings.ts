import type { Mas } from "../../../sdk/client/client.ts"
import { APIError } from "../../../sdk/client/errors.ts"
import type { Campaign } from "../../../sdk/contract/campaigns.ts"
import type { Feed } from "../../../sdk/contract/core/endpoint.ts"
import type { Flow } from "../../../sdk/contract/flows.ts"

/** In these states nothing more is sent; a state that is not known counts as one in which something is. */
const idle: ReadonlySet<string> = new Set(["draft", "completed", "cancelled", "archived"])

/** Campaigns, and flows, that are looked through. */
const mostRows = 2_000

interface Call {
  /** What the call changes. */
  readonly feed: Feed
  readonly input: Readonly<Record<string, unknown>>
}

/**
 * The campaigns and flows that go out without another call, and send by what a call changes: the call counts as sending.
 * What cannot be read, or has too many rows, is named as well.
 */
export async function plannedSendings(call: Call, client: Mas, signal: AbortSignal): Promise<string[]> {
  const campaigns = await findRows(client.campaigns.list({ limit: 100 }, { signal }), "campaigns", (campaign) =>
    isCampaignFed(campaign, call) ? `campaign ${campaign.id}, ${campaign.name} (${campaign.status})` : undefined,
  )
  const flows = await findRows(client.flows.list({ limit: 100 }, { signal }), "flows", (flow) =>
    isFlowFed(flow, call) ? `flow ${flow.id}, ${flow.name} (${flow.status})` : undefined,
  )
  return [...campaigns, ...flows]
}

async function findRows<Row>(
  rows: AsyncIterable<Row>,
  what: string,
  nameOf: (row: Row) => string | undefined,
): Promise<string[]> {
  const names: string[] = []
  let remaining = mostRows
  try {
    for await (const row of rows) {
      if (remaining === 0) return [...names, `perhaps other ${what}: there are more than ${mostRows}`]
      const name = nameOf(row)
      if (name !== undefined) names.push(name)
      remaining -= 1
    }
  } catch (error) {
    if (!(error instanceof APIError) || error.status !== 403) throw error
    return [`perhaps ${what}: this credential cannot read them`]
  }
  return names
}

function isCampaignFed({ id, status, audience, template_id }: Campaign, { feed, input }: Call): boolean {
  if (idle.has(status)) return false
  if (feed === "campaign") return id === Number(input.id)
  if (feed === "template") return template_id === Number(input.id)
  if (feed === "event" || !audience || (feed === "list" && audience.type === "all_contacts")) return false
  // A segment may ask for a list, and any audience for the consent of a contact.
  if (feed === "contact" || audience.type !== "lists") return true
  return audience.list_ids?.includes(Number(input.id)) ?? true
}

/** The specification does not show the fields of a flow: it is not fed only where its own fields say so. */
function isFlowFed({ status, trigger, steps }: Flow, { feed, input }: Call): boolean {
  if (idle.has(status) || feed === "campaign") return false
  const event: unknown = trigger?.event
  const isForEvent = typeof event === "string"
  if (feed === "contact") return !isForEvent
  if (feed === "event") return !isForEvent || event === input.event
  const parts = [trigger, steps]
  const ids = idsNamed(parts, feed)
  if (ids.length > 0) return ids.includes(Number(input.id))
  return feed === "template" || !isForEvent || JSON.stringify(parts).toLowerCase().includes(feed)
}

/** The numbers in fields whose names have a word, such as `list_ids`. */
function idsNamed(value: unknown, word: string, isNamed = false): number[] {
  if (Array.isArray(value)) return value.flatMap((item) => idsNamed(item, word, isNamed))
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, item]) =>
      idsNamed(item, word, isNamed || name.toLowerCase().includes(word)),
    )
  return isNamed && /^\d+$/.test(String(value)) ? [Number(value)] : []
}
