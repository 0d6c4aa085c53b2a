import { join } from "node:path"
import { Mas } from "mas-sdk"
import { createWebhookHandler } from "mas-sdk/webhooks"
import { Book } from "./book.ts"
import { previewClient } from "./preview.ts"

/** Outside of tests there is one shop. In tests each world of the mock server has its own, isolated shop. */
export class Shop {
  readonly book: Book
  /** Uses MAS_BASE_URL and MAS_API_KEY of the environment, or in a preview its own mock. */
  readonly mas: Mas
  readonly takeWebhook: (request: Request) => Promise<Response>

  constructor(world: string) {
    const book = new Book(join(process.env.SHOP_DATA ?? "data", `${world}.ndjson`))
    this.book = book
    this.mas = new Mas({ ...previewClient(), ...(world !== mainWorld && { headers: { "X-MAS-World": world } }) })
    this.takeWebhook = createWebhookHandler({
      // Called with the first webhook: `next build` has no secrets.
      secret: () => process.env.MAS_WEBHOOK_SECRET,
      // `messageStatus` accepts any order and duplicates: an event repeated after a crash changes nothing.
      onEvent: (event) => book.add({ event }),
    })
  }
}

const mainWorld = "main"

declare global {
  // Pages and routes are bundled separately, and only share globals.
  var shops: Map<string, Shop> | undefined
}

/** The shop of a world; in production there is only one. */
export function shopIn(named: string | null | undefined): Shop {
  const world = process.env.MAS_WORLDS && /^\w+$/.test(named ?? "") ? String(named) : mainWorld
  globalThis.shops ??= new Map()
  const shop = globalThis.shops.get(world) ?? new Shop(world)
  globalThis.shops.set(world, shop)
  return shop
}
