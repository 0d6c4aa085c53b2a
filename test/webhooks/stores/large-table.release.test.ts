import { Pool } from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { postgresStore } from "../../../sdk/stores/index.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { skipped } from "../../support/skipped.ts"

const rows = 2_000_000

/** A statement as the store sends it. */
interface Statement {
  readonly text: string
  readonly values: unknown[]
}

describe.skipIf(noPostgres)(`with ${rows} ids in the table of postgresStore${skipped(noPostgres)}`, () => {
  it("the first claim of a process reads as few pages as the next, and its sweep only expired rows", async () => {
    const server = await startPostgres({ fsync: "off", synchronous_commit: "off" })
    const pool = new Pool({ connectionString: server.url })
    onTestFinished(async () => {
      await pool.end()
      await server.stop()
    })
    await postgresStore(pool).migrate()
    await pool.query(`insert into mas_webhooks (id, owner, until)
      select 'evt_' || md5(n::text), null, now() + interval '1 day' from generate_series(1, ${rows}) as n`)
    await pool.query("vacuum analyze mas_webhooks")

    let claimed = 0
    /** The pages that the statements of a new process's claims read, by the statements' first words. */
    async function pagesOf(claims: number): Promise<[verb: string, pages: number][]> {
      const statements: Statement[] = []
      const query = (statement: string | Statement, values: unknown[] = []) => {
        const sent = typeof statement === "string" ? { text: statement, values } : statement
        statements.push(sent)
        return pool.query(sent)
      }
      const store = postgresStore({ query, connect: pool.connect.bind(pool) } as never)
      for (let claim = 0; claim < claims; claim++) await store.claim(`evt_new_${++claimed}`, { lease: 60_000 })
      const pages: [string, number][] = []
      for (const { text, values } of statements) {
        const client = await pool.connect()
        await client.query("begin")
        const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values)
        await client.query("rollback")
        client.release()
        const { Plan } = rows[0]["QUERY PLAN"][0]
        pages.push([text.slice(0, 6), Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"]])
      }
      return pages
    }

    const [[sweep, swept], [, first], [, second]] = (await pagesOf(2)) as [
      [string, number],
      [string, number],
      [string, number],
    ]
    expect(sweep).toBe("delete")
    expect(swept).toBeLessThan(20)
    expect(first).toBeLessThan(100)
    expect(second).toBeLessThan(100)
    // A backlog is deleted in parts.
    await pool.query("update mas_webhooks set until = now() - interval '1 hour' where id like 'evt_0%'")
    await pool.query("vacuum analyze mas_webhooks")
    const [[, part]] = (await pagesOf(1)) as [[string, number]]
    expect(part).toBeGreaterThan(1_000)
    expect(part).toBeLessThan(20_000)
  })
})
