import { Pool } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createOutbox, type PostgresOutbox } from "../../../sdk/outbox/index.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { skipped } from "../../support/skipped.ts"

const sends = 2_000

describe.skipIf(noPostgres)(`a backlog of an outbox in Postgres${skipped(noPostgres)}`, () => {
  let server: Engine
  let pool: Pool
  beforeAll(async () => {
    server = await startPostgres({ fsync: "off" })
    pool = new Pool({ connectionString: server.url })
  })
  afterAll(async () => {
    await pool?.end()
    await server?.stop()
  })

  /** Fills a table, sends some of its messages and returns the statements and the number of updated rows. */
  async function sendSome(
    table: string,
    waiting: number,
    start: (outbox: PostgresOutbox, signal: AbortSignal) => Promise<unknown>,
  ) {
    const statements = new Set<string>()
    let [updated, sent] = [0, 0]
    const counted = {
      options: pool.options,
      connect: () => pool.connect(),
      async query(text: string, values?: unknown[]) {
        const result = await pool.query(text, values)
        if (/^\s*update/.test(text)) {
          updated += result.rows.length
          if (/skip locked/.test(text)) statements.add(text)
        }
        return result
      },
    }
    const stop = new AbortController()
    const send = async () => {
      sent++
      if (sent === Math.min(sends, waiting)) stop.abort()
      return { id: sent }
    }
    const outbox = createOutbox({ pool: counted as never, table, mas: { messages: { send } } })
    await outbox.migrate()
    const message = JSON.stringify({ channel: "email", to: "ana@example.test", subject: "s", body: "b" })
    await pool.query(
      `insert into ${table} (id, message, wanted_at, due_at)
        select 'k-' || n, $1, now(), now() - n * interval '1 millisecond' from generate_series(1, ${waiting}) as n`,
      [message],
    )
    await pool.query(`analyze ${table}`)
    await start(outbox, stop.signal)
    return { statements: [...statements], perMessage: updated / sent }
  }

  const poll = (outbox: PostgresOutbox, signal: AbortSignal) => outbox.poll({ signal, concurrency: 20 })
  const bullmq = (outbox: PostgresOutbox, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve())
      const work = outbox.bullmq(
        {
          async addBulk(jobs) {
            for (const { data } of jobs) if (!signal.aborted) await work({ data })
          },
        },
        { signal, every: 1 },
      )
    })

  it.each([
    ["poll", poll],
    ["bullmq", bullmq],
  ])("of a million rows costs no more a message than one of ten, by %s", { timeout: 600_000 }, async (name, start) => {
    const few = await sendSome(`few_${name}`, 10, start)
    const many = await sendSome(`many_${name}`, 1_000_000, start)
    expect(few.perMessage).toBeLessThanOrEqual(2)
    // Taken, sent; of the last ones a few are only taken.
    expect(many.perMessage).toBeLessThan(2.3)
    for (const statement of many.statements) {
      const client = await pool.connect()
      await client.query("begin")
      const { rows } = await client.query(`explain (analyze, format json) ${statement}`)
      await client.query("rollback")
      client.release()
      const plan = JSON.stringify(rows)
      expect(plan).toContain(`many_${name}_due`)
      expect(plan).not.toContain("Seq Scan")
      // No step reads more rows than are taken, but for those that were sent meanwhile.
      const most = Math.max(
        ...[...plan.matchAll(/"(?:Actual Rows|Rows Removed by \w+)":(\d+)/g)].map(([, n]) => Number(n)),
      )
      expect(most).toBeLessThanOrEqual(500)
    }
    expect(many.statements.length).toBeGreaterThan(0)
  })
})
