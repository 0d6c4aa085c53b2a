import { Mas } from "mas-sdk"
import { createOutbox, type PostgresOutbox } from "mas-sdk/outbox"
import { type Pace, postgresPace, type SqlPace } from "mas-sdk/stores"
import type { Pool } from "pg"
import { settings } from "./settings.ts"

const { perSecond, longestPause } = settings

/** The sending outbox, with a pace shared by all workers. Programs that only add messages use `createOutbox({ pool })`. */
export function sendingOutbox(pool: Pool, pace: Pace = paceIn(pool)): PostgresOutbox {
  return createOutbox({ mas: new Mas({ pace }), pool, longestWait: longestPause })
}

export const paceIn = (pool: Pool): SqlPace => postgresPace(pool, { perSecond, longestPause })
