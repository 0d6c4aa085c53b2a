import { join } from "node:path"
import { Mas } from "mas-sdk"
import { createWebhookHandler } from "mas-sdk/webhooks"
import { Book } from "./book.ts"
import { previewClient } from "./preview.ts"

/** Outside of tests there is one shop. In tests each world of the mock server has one, and they share nothing. */
export class Shop {
  readonly book: Book
  /** With MAS_BASE_URL and MAS_API_KEY of the environment, in a preview with its own mock. */
  readonly mas: Mas
  readonly takeWebhook: (request: Request) => Promise<Response>

  constructor(world: string) {
    const book = new Book(join(process.env.SHOP_DATA ?? "data", `${world}.ndjson`))
    this.book = book
    this.mas = new Mas({ ...previewClient(), ...(world !== mainWorld && { headers: { "X-MAS-World": world } }) })
    this.takeWebhook = createWebhookHandler({
      // Asked for with the first webhook: `next build` has no secrets.
      secret: () => process.env.MAS_WEBHOOK_SECRET,
      // `messageStatus` reads them in any order and number: an event that comes again after a crash changes nothing.
      onEvent: (event) => book.add({ event }),
    })
  }
}

const mainWorld = "main"

declare global {
  // Pages and routes are bundled apart, and share what is global.
  var shops: Map<string, Shop> | undefined
}

/** The shop that somebody means who names this world; in production all mean the same. */
export function shopIn(named: string | null | undefined): Shop {
  const world = process.env.MAS_WORLDS && /^\w+$/.test(named ?? "") ? String(named) : mainWorld
  globalThis.shops ??= new Map()
  const shop = globalThis.shops.get(world) ?? new Shop(world)
  globalThis.shops.set(world, shop)
  return shop
}
