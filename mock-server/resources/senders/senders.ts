import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { invalid } from "../../base/mock-error.ts"
import type { SenderRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import { senderPlace } from "./table.ts"

/**
 * Adds or updates a sender of a brand. The brand can send from the address once it is verified, and receives mail there
 * if it is an inbox. An inbox of another brand is a 422: each mail has one destination.
 */
export function setSender(world: World, sender: Omit<SenderRow, "id">): SenderRow {
  const { senders } = world.tables
  const inbox = senders.find("inbox", mailboxKey(sender.email))
  if (sender.inbox && inbox !== undefined && inbox.brand_id !== sender.brand_id) {
    throw invalid({ email: ["is an inbox of another brand"] })
  }
  const existing = senders.find("email", senderPlace(sender.brand_id, sender.email))
  return existing === undefined ? senders.add(world, sender) : senders.update(existing, sender)
}
