import type { MessageRow } from "../base/models.gen.ts"
import { type MessageDetail, messageDetail } from "../resources/messages/message-detail.ts"
import type { World } from "../world/world.ts"
import { missesOf, type Wanted } from "./nearest-miss.ts"

export interface WantedContent extends Wanted {
  readonly link?: string | boolean | RegExp | undefined
  readonly code?: boolean | undefined
}

/** A message with its links and codes, under the names of the filters that search for them. */
export type SearchedMessage = MessageRow & { readonly link?: readonly string[]; readonly code?: readonly string[] }

/** Whether the content must be read to decide a match: not if other fields differ. */
export const needsContent = (row: MessageRow, { link, code, ...rest }: WantedContent): boolean =>
  (link !== undefined || code !== undefined) && missesOf(row, rest).length === 0

/** Adds links and codes if the filter needs them. Messages that other fields exclude are not read, to save time. */
export const withContent = (world: World, row: MessageRow, parts: WantedContent): SearchedMessage =>
  needsContent(row, parts) ? searched(messageDetail(world, row.id)) : row

/** The address of the first link whose address or text matches. */
export const linkLike = ({ links }: MessageDetail, link: WantedContent["link"]): string | undefined =>
  links.find(({ url, text }) => missesOf({ link: [url, text] }, { link }).length === 0)?.url

export const searched = (message: MessageDetail): SearchedMessage => ({
  ...message,
  link: message.links.flatMap(({ url, text }) => [url, text]),
  code: message.codes.map(({ code }) => code),
})
