import { readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createOutbox } from "../../sdk/outbox/index.ts"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { sqlites } from "../webhooks/stores/sqlite.ts"

/** The bytes of a SQLite database whose outbox has a message that was refused; undefined where there is no SQLite. */
async function makeShop(): Promise<Buffer | undefined> {
  const path = join(temporaryFolder(), "shop.db")
  const db = (sqlites["better-sqlite3"] ?? sqlites["node:sqlite"])?.(path)
  if (db === undefined) return undefined
  const outbox = createOutbox({ db })
  await outbox.migrate()
  const message = { channel: "email", to: "ada@", subject: "Your receipt", body: "Thank you" } as const
  const id = outbox.add(db, message, { key: ["receipt", 17] })
  db.exec(`update mas_outbox set due_at = null, error = 'to must be an e-mail address' where id = '${id}'`)
  db.close()
  return readFileSync(path)
}

const shop = await makeShop()

/** Why an example cannot be run here; undefined where it can. */
export const hindranceOf = (example: string): string | undefined =>
  shop === undefined && example.includes("shop.db")
    ? "Node has no SQLite here, and better-sqlite3 is not built"
    : undefined

/** Writes what examples of the help take from a user: the days that `mas simulate` is to live through, an outbox. */
export function writeExampleFiles(folder: string): void {
  writeFileSync(join(folder, "shop-day.mjs"), 'export default (day) => day.sleep("1h")')
  if (shop === undefined) return
  writeFileSync(join(folder, "shop.db"), shop)
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
}
