// Sends messages at the pace of a store, twenty at a time, and reads once a second. Reports how long each read took.
import { Redis } from "ioredis"
import { Mas } from "mas-sdk"
import { postgresPace, redisPace } from "mas-sdk/stores"
import { Pool } from "pg"

const [store, name, count, perSecond] = process.argv.slice(2)
const options = { perSecond: Number(perSecond), longestPause: 2_000 }

function makePace() {
  if (store.startsWith("redis"))
    return redisPace(
      new Redis(store).on("error", () => {}),
      options,
    )
  return postgresPace(
    new Pool({ connectionString: store, max: 2 }).on("error", () => {}),
    options,
  )
}

const mas = new Mas({ pace: makePace(), maxRetries: 5 })
const ids = Array.from({ length: Number(count) }, (_, id) => id).values()
const message = { channel: "email", to: "ana@example.test", subject: "News", html: "<p>Hi" }

async function work() {
  for (const id of ids) {
    for (let isSent = false; !isSent; ) {
      try {
        await mas.messages.send(message, { idempotencyKey: `news-${name}-${id}` })
        isSent = true
      } catch (error) {
        if (error.disposition === "final" || error.disposition === undefined) throw error
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(0, Math.min(error.retryAt - Date.now() || 0, 1_000))),
        )
      }
    }
  }
}

const reads = setInterval(async () => {
  const begin = performance.now()
  await mas.account.get({ priority: 1 })
  process.send(performance.now() - begin)
}, 1_000)

process.once("message", async () => {
  await Promise.all(Array.from({ length: 20 }, work))
  clearInterval(reads)
  await mas.close()
  process.exit()
})
process.send("ready")
