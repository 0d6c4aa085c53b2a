import type { Pool } from "pg"
import type { PaceStore } from "../limiter.ts"

const take = `
  update pace set next_at = greatest(next_at, paused_until, clock_timestamp()) + $1 * interval '1 ms'
  where greatest(next_at, paused_until) <= clock_timestamp() + interval '1 s'
  returning extract(epoch from next_at - clock_timestamp()) * 1000 - $1 as wait`
const look = "select extract(epoch from greatest(next_at, paused_until) - clock_timestamp()) * 1000 as wait from pace"
const pause = "update pace set paused_until = greatest(paused_until, clock_timestamp() + $1 * interval '1 ms')"

/** The pace of all senders in the one row of the table `pace`. */
export function postgresPace(pool: Pool): PaceStore {
  const ask = async (text: string, values: number[]): Promise<number | undefined> => {
    const { rows } = await pool.query<{ wait: string }>(text, values)
    return rows[0] && Number(rows[0].wait)
  }
  return {
    async take(count, spacing) {
      const first = await ask(take, [count * spacing])
      return first === undefined ? { given: false, wait: (await ask(look, [])) ?? 0 } : { given: true, wait: first }
    },
    async pause(ms) {
      await pool.query(pause, [ms])
    },
  }
}
