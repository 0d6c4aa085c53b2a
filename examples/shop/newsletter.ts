import { ConflictError, type Mas } from "mas-sdk"
import type { Pool } from "pg"
import { addJob, inTransaction } from "./transaction.ts"

export interface Newsletter {
  readonly name: string
  readonly subject: string
  readonly html: string
}

/** Keeps a newsletter, and has a worker send it. One of the same name is the same. */
export function takeNewsletter(pool: Pool, { name, subject, html }: Newsletter): Promise<{ newsletter: string }> {
  return inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      "insert into newsletters (name, subject, html) values ($1, $2, $3) on conflict do nothing",
      [name, subject, html],
    )
    if (rowCount) await addJob(tx, "newsletter", { name })
    return { newsletter: name }
  })
}

interface Row extends Newsletter {
  readonly template_id: string | null
  readonly campaign_id: string | null
}

/**
 * Sends a newsletter to all contacts, a step at a time. A worker that dies after a step has done it and before that is written
 * leaves a draft behind, which nobody gets; sending is refused the second time.
 */
export async function sendNewsletter(pool: Pool, mas: Mas, name: string): Promise<void> {
  const { rows } = await pool.query<Row>("select * from newsletters where name = $1 and sent_at is null", [name])
  const [row] = rows
  if (!row) return
  const { subject, html } = row
  const keep = (column: "template_id" | "campaign_id", id: number) =>
    pool.query(`update newsletters set ${column} = $2 where name = $1`, [name, id])
  let template_id = Number(row.template_id)
  if (!template_id) {
    ;({ id: template_id } = await mas.templates.create({ name, subject, html }))
    await keep("template_id", template_id)
  }
  let campaign = Number(row.campaign_id)
  if (!campaign) {
    const audience = { type: "all_contacts" } as const
    ;({ id: campaign } = await mas.campaigns.create({ name, channel: "email", subject, template_id, audience }))
    await keep("campaign_id", campaign)
  }
  try {
    await mas.campaigns.send(campaign)
  } catch (error) {
    // An earlier attempt sent it, and its answer was lost.
    if (!(error instanceof ConflictError && error.errorCode === "duplicate_campaign_send")) throw error
  }
  await pool.query("update newsletters set sent_at = now() where name = $1", [name])
}
