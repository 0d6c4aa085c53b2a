// The shop's API and its receivers; start any number behind one address:
//
//   DATABASE_URL=postgres://… MAIL_SECRET=whsec_… REPLIES_SECRET=whsec_… PORT=3000 npx tsx server.ts
import { Pool } from "pg"
import { needed } from "../outbox/settings.ts"
import { createShop } from "./app.ts"

const pool = new Pool({ connectionString: needed("DATABASE_URL") })
pool.on("error", (error) => console.error(error.message))

/** Two secrets, comma-separated, during a rotation. */
const secretsIn = (name: string) => () => needed(name).split(",")

const app = createShop({ pool, secrets: { mail: secretsIn("MAIL_SECRET"), replies: secretsIn("REPLIES_SECRET") } })
await app.listen({ port: Number(process.env.PORT ?? 3000) })
console.log("Open")
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, async () => {
    await app.close() // finishes requests in progress
    await pool.end()
  })
}
