import { invalid } from "../base/mock-error.ts"
import type { SenderRow } from "../base/models.gen.ts"
import { senderPlace } from "../store/tables/senders.ts"
import type { World } from "../world/world.ts"

/**
 * Lets a brand send from an address once it is verified, and take in mail there if it is to be an inbox; the address's own
 * sender is changed where there is one. An inbox of another brand is a 422: a mail has one place to go.
 */
export function setSender(world: World, sender: Omit<SenderRow, "id">): SenderRow {
  const { senders } = world.tables
  const inbox = senders.find("inbox", sender.email.toLowerCase())
  if (sender.inbox && inbox !== undefined && inbox.brand_id !== sender.brand_id) {
    throw invalid({ email: ["is an inbox of another brand"] })
  }
  const known = senders.find("email", senderPlace(sender.brand_id, sender.email))
  return known === undefined ? senders.add(world, sender) : senders.update(known, sender)
}
