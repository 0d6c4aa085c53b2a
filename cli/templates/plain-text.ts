import { readMail } from "../../mock-server/domain/messages/read-mail.ts"
import { replaceLiquid } from "./liquid-tags.ts"

/** Stands for a piece of Liquid while the HTML is read. No text has it. */
const [mark, marked] = ["\uE000", /\uE000(\d+)\uE000/g] as const

/** An HTML part as plain text, with the addresses of its links. Its Liquid stays as it is. */
export function plainTextOf(html: string): string {
  const kept: string[] = []
  const safe = replaceLiquid(html, (tag) => `${mark}${kept.push(tag) - 1}${mark}`)
  const links = safe.split("</a>")
  const withAddresses = links.map((text, at) => (at < links.length - 1 ? `${text}</a>${addressBehind(text)}` : text))
  return readMail(withAddresses.join("")).text.replaceAll(marked, (_, index: string) => kept[Number(index)] ?? "")
}

/** What is put behind a link, whose text ends here: its address, where its words do not say it. */
function addressBehind(text: string): string {
  const link = text.slice(text.lastIndexOf("<a ") + 1)
  const [tag = "", words = ""] = [link.slice(0, link.indexOf(">")), link.slice(link.indexOf(">") + 1)]
  const address = /\shref="([^"]*)"/.exec(tag)?.[1] ?? ""
  return words.includes(address) ? "" : ` ${address}`
}
