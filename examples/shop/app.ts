import Fastify, { type FastifyInstance } from "fastify"
import { createOutbox } from "mas-sdk/outbox"
import { postgresStore } from "mas-sdk/stores"
import type { WebhookHandlerOptions } from "mas-sdk/webhooks"
import { fastifyWebhooks } from "mas-sdk/webhooks/adapters"
import type { Pool, PoolClient } from "pg"
import { type Checkout, checkOut } from "./checkout.ts"
import { takeCustomers } from "./customers.ts"
import { type Newsletter, takeNewsletter } from "./newsletter.ts"
import { recordMail, recordReply } from "./receive.ts"

type Secret = WebhookHandlerOptions["secret"]

export interface ShopOptions {
  readonly pool: Pool
  /** Secrets of the endpoint for sent mail, and of the one for replies. During a rotation, the old and the new one. */
  readonly secrets: { readonly mail: Secret; readonly replies: Secret }
}

/** The shop's own API, and its two webhook receivers. */
export function createShop({ pool, secrets }: ShopOptions): FastifyInstance {
  const app = Fastify()
  const store = postgresStore(pool)
  const outbox = createOutbox({ pool })

  app.register(fastifyWebhooks<PoolClient>, {
    path: "/webhooks/mail",
    secret: secrets.mail,
    store,
    onEvent: recordMail,
  })
  app.register(fastifyWebhooks<PoolClient>, {
    path: "/webhooks/replies",
    secret: secrets.replies,
    store,
    onEvent: recordReply,
  })

  app.addContentTypeParser<Buffer>("text/csv", { parseAs: "buffer" }, (_request, body, done) => done(null, body))
  app.post<{ Body: Buffer }>("/customers", ({ body }) => takeCustomers(pool, body))
  app.post<{ Body: Checkout }>("/checkouts", ({ body }) => checkOut({ pool, outbox }, body))
  app.post<{ Body: Newsletter }>("/newsletters", ({ body }) => takeNewsletter(pool, body))
  return app
}
