import { readMail } from "../../mock-server/domain/messages/read-mail.ts"
import { replaceLiquid } from "./liquid-tags.ts"

/** Stands for a piece of Liquid while the HTML is read. It is an address, so that it counts as one where a link leads to it. */
const standsFor = (index: number) => `https://liquid.invalid/${index}/`
const standing = /https:\/\/liquid\.invalid\/(\d+)\//g

/** An HTML part as plain text, with the addresses of its links. Its Liquid stays as it is. */
export function plainTextOf(html: string): string {
  const kept: string[] = []
  const safe = replaceLiquid(html, (tag) => standsFor(kept.push(tag) - 1))
  return readMail(safe).text.replaceAll(standing, (_, index: string) => kept[Number(index)] ?? "")
}
