import { Mas } from "mas-sdk"
import { createOutbox, type PostgresOutbox } from "mas-sdk/outbox"
import { type Pace, postgresPace, type SqlPace } from "mas-sdk/stores"
import type { Pool } from "pg"
import { settings } from "./settings.ts"

const { perSecond, longestPause } = settings

/** The outbox that sends, at a pace that all workers share. Who only adds messages needs no more than `createOutbox({ pool })`. */
export function sendingOutbox(pool: Pool, pace: Pace = paceIn(pool)): PostgresOutbox {
  return createOutbox({ mas: new Mas({ pace }), pool, longestWait: longestPause })
}

export const paceIn = (pool: Pool): SqlPace => postgresPace(pool, { perSecond, longestPause })
