import { ConflictError, type Mas } from "mas-sdk"
import { inTransaction } from "mas-sdk/outbox"
import type { Pool } from "pg"

export interface Newsletter {
  readonly name: string
  readonly subject: string
  readonly html: string
}

/** Stores a newsletter for a worker to send. The name identifies it. */
export function takeNewsletter(pool: Pool, { name, subject, html }: Newsletter): Promise<{ newsletter: string }> {
  return inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      "insert into newsletters (name, subject, html) values ($1, $2, $3) on conflict do nothing",
      [name, subject, html],
    )
    if (rowCount) await tx.query("select graphile_worker.add_job('newsletter', $1)", [{ name }])
    return { newsletter: name }
  })
}

/**
 * Sends a newsletter to all contacts. If a worker dies before it stores the campaign's id, an unsent draft remains. The service
 * refuses to send a campaign twice.
 */
export async function sendNewsletter(pool: Pool, mas: Mas, name: string): Promise<void> {
  const { rows } = await pool.query<Newsletter & { readonly campaign_id: string | null }>(
    "select * from newsletters where name = $1 and sent_at is null",
    [name],
  )
  if (!rows[0]) return
  const { subject, html, campaign_id } = rows[0]
  let campaign = Number(campaign_id)
  if (!campaign) {
    const { id: template_id } = await mas.templates.create({ name, subject, html })
    const audience = { type: "all_contacts" } as const
    ;({ id: campaign } = await mas.campaigns.create({ name, channel: "email", subject, template_id, audience }))
    await pool.query("update newsletters set campaign_id = $2 where name = $1", [name, campaign])
  }
  try {
    await mas.campaigns.send(campaign)
  } catch (error) {
    // An earlier attempt sent it, and its response was lost.
    if (!(error instanceof ConflictError && error.errorCode === "duplicate_campaign_send")) throw error
  }
  await pool.query("update newsletters set sent_at = now() where name = $1", [name])
}
