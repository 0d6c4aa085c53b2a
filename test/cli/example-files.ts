import { readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createOutbox } from "../../sdk/outbox/index.ts"
import { addInTransaction } from "../sdk/outbox/outbox-checks.ts"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { sqlites } from "../webhooks/stores/sqlite.ts"

/** A SQLite database whose outbox has a refused message; undefined if SQLite is not available. */
async function makeShop(): Promise<Buffer | undefined> {
  const path = join(temporaryFolder(), "shop.db")
  const db = (sqlites["better-sqlite3"] ?? sqlites["node:sqlite"])?.(path)
  if (db === undefined) return undefined
  const outbox = createOutbox({ db })
  await outbox.migrate()
  const message = {
    channel: "email",
    to: "ada@example.test",
    from: "shop@acme.test",
    subject: "Your receipt",
    body: "Thank you",
  } as const
  const id = addInTransaction(db, outbox, message, { key: ["receipt", 17] })
  db.exec(
    `update mas_outbox set due_at = null, error = 'from is not a verified sender', failed_at = '2026-03-01T12:00:00.000Z' where id = '${id}'`,
  )
  db.close()
  return readFileSync(path)
}

const shop = await makeShop()

/** Why an example cannot run here; undefined if it can. */
export const hindranceOf = (example: string): string | undefined =>
  shop === undefined && example.includes("shop.db")
    ? "Node has no SQLite here, and better-sqlite3 is not built"
    : undefined

/** Writes the files that examples in help expect: the days for `mas simulate`, an outbox. */
export function writeExampleFiles(folder: string): void {
  writeFileSync(join(folder, "shop-day.mjs"), 'export default (day) => day.sleep("1h")')
  if (shop === undefined) return
  writeFileSync(join(folder, "shop.db"), shop)
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
}

/** The exit code of an example: the outbox in these files has a refused message, which `mas outbox status` reports, and no call is held. */
export const codeOfExample = (example: string): number => {
  if (/^mas approvals (show|approve|refuse|edit)/.test(example)) return 4
  if (example === "mas sending health") return 10
  return example.startsWith("mas outbox status") ? 9 : 0
}
