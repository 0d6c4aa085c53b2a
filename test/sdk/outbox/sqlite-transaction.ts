import type { OutboxSqlite } from "../../../sdk/outbox/index.ts"

/** Runs work in a transaction of the database. */
export const sqliteTransaction =
  <Db extends Pick<OutboxSqlite, "exec">>(db: Db) =>
  async (work: (tx: Db) => Promise<unknown>): Promise<void> => {
    db.exec("begin immediate")
    try {
      await work(db)
      db.exec("commit")
    } catch (error) {
      db.exec("rollback")
      throw error
    }
  }
