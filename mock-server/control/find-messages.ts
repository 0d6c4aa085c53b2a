import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import type { MessageRow } from "../base/models.gen.ts"
import { messageDetail } from "../resources/messages/message-detail.ts"
import type { World } from "../world/world.ts"
import { searched, type WantedContent } from "./message-content.ts"
import { matcherOf } from "./nearest-miss.ts"

/** Which of the matching messages are returned. */
interface MessageRange {
  /** Only messages after the one with this id. */
  readonly after?: number | undefined
  /** Only messages before the one with this id. */
  readonly before?: number | undefined
  /** Only the newest N matches. */
  readonly limit: number
}

/**
 * The newest matches of all messages, oldest first. Stops as soon as there are enough. With a recipient without `*` the cost
 * depends on the messages to that recipient alone.
 */
export function findMessages(
  world: World,
  { link, code, ...rest }: WantedContent,
  { after = 0, before = Number.POSITIVE_INFINITY, limit }: MessageRange,
): MessageRow[] {
  const fits = matcherOf(rest)
  const fitsContent = link === undefined && code === undefined ? undefined : matcherOf({ link, code })
  const rows: MessageRow[] = []
  for (const row of newestFirst(world, rest.to)) {
    if (row.id <= after) break
    if (row.id >= before || !fits(row)) continue
    // Reading the content is expensive: only for messages that fit otherwise.
    if (fitsContent !== undefined && !fitsContent(searched(messageDetail(world, row.id)))) continue
    rows.push(row)
    if (rows.length >= limit) break
  }
  return rows.reverse()
}

function* newestFirst({ tables: { messages } }: World, to: WantedContent["to"]): Generator<MessageRow> {
  if (typeof to === "string" && !to.includes("*")) {
    const ids = messages.ids("recipient", mailboxKey(to))
    for (let index = ids.length - 1; index >= 0; index--) {
      const row = messages.get(ids[index] ?? 0)
      if (row !== undefined) yield row
    }
    return
  }
  for (let id = messages.lastId; id > 0; id--) {
    const row = messages.get(id)
    if (row !== undefined) yield row
  }
}
