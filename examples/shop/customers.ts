import type { Mas } from "mas-sdk"
import { contactsCsv } from "mas-sdk/contacts-csv"
import { inTransaction } from "mas-sdk/outbox"
import type { Pool } from "pg"

/** Imports another service's export: into the shop's own table at once, into the service by a worker. */
export function takeCustomers(pool: Pool, csv: Uint8Array): Promise<{ customers: number; refused: number }> {
  return inTransaction(pool, async (tx) => {
    const contacts = contactsCsv(csv)
    for await (const row of contacts.rows()) {
      if (!("contact" in row)) continue
      const { email, first_name } = row.contact
      await tx.query("insert into customers (email, name) values ($1, $2) on conflict do nothing", [email, first_name])
    }
    const text = "insert into uploads (csv) values ($1) on conflict (digest) do nothing returning id"
    const { rows } = await tx.query<{ id: string }>(text, [csv])
    if (rows[0]) await tx.query("select graphile_worker.add_job('contacts', $1)", [{ upload: rows[0].id }])
    return { customers: contacts.counts.importable, refused: contacts.counts.invalid }
  })
}

/** Imports a file. If a worker dies, another repeats it; importing twice gives the same contacts. */
export async function importContacts(pool: Pool, mas: Mas, upload: string, signal?: AbortSignal): Promise<void> {
  const { rows } = await pool.query<{ csv: Buffer }>("select csv from uploads where id = $1 and imported is null", [
    upload,
  ])
  if (!rows[0]) return
  const { id } = await mas.imports.create({ file: contactsCsv(rows[0].csv), resource: "contacts" }, { signal })
  const { success_rows } = await mas.imports.waitUntilDone(id, { signal, pollInterval: 100 })
  await pool.query("update uploads set imported = $2 where id = $1", [upload, success_rows])
}
