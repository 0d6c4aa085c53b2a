// Sends messages endlessly at the pace of a store, many at a time. The addresses of service and store come from the
// environment.
import { Redis } from "ioredis"
import { Pool } from "pg"
import { Mas, RequestError } from "../../../sdk/index.ts"
import { type PaceOptions, postgresPace, redisPace } from "../../../sdk/stores/index.ts"

const { NAME = "", STORE = "", PER_SECOND = "" } = process.env

function paceOf(options: PaceOptions) {
  if (STORE.startsWith("redis")) {
    const redis = new Redis(STORE)
    redis.on("error", () => {})
    return redisPace(redis, options)
  }
  const pool = new Pool({ connectionString: STORE, max: 2 })
  pool.on("error", () => {})
  return postgresPace(pool, options)
}

const mas = new Mas({ pace: paceOf({ perSecond: Number(PER_SECOND) }), maxRetries: 5 })
const message = { channel: "email", from: "hello@acme.test", to: "ana@example.test", html: "<p>Hi" } as const
let count = 0

async function work(): Promise<never> {
  for (;;) {
    const key = `${NAME}-${count++}`
    try {
      await mas.messages.send({ ...message, subject: NAME }, { idempotencyKey: key })
    } catch (error) {
      // The service or the store refuses for now; any other error is a bug.
      if (!(error instanceof RequestError) || error.disposition === "final") throw error
      console.error(String(error))
    }
  }
}

console.log("Working")
await Promise.all(Array.from({ length: 20 }, work))
