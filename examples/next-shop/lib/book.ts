import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import type { WebhookEvent } from "mas-sdk/webhooks"

export interface Order {
  readonly id: string
  readonly email: string
}

/** An entry: a new order, its receipt accepted by the service as this message or refused, or a webhook event. */
export type Entry =
  | { readonly order: Order }
  | { readonly sent: number; readonly orderId: string }
  | { readonly problem: string; readonly orderId: string }
  | { readonly event: WebhookEvent }

/** All entries, a line of JSON each, on disk. In your shop: tables of your database. */
export class Book {
  readonly #path: string

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true })
    this.#path = path
  }

  add(entry: Entry): void {
    // The line break comes first, so that a partial line left by a crash stays separate.
    appendFileSync(this.#path, `\n${JSON.stringify(entry)}`, { flush: true })
  }

  entries(): Entry[] {
    return existsSync(this.#path) ? readFileSync(this.#path, "utf8").split("\n").flatMap(read) : []
  }
}

function read(line: string): Entry[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
