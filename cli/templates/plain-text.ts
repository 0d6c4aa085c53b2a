import { readMail } from "../../mock-server/domain/messages/read-mail.ts"

const liquid = /\{\{.*?\}\}|\{%.*?%\}/gs
/** Stands for a piece of Liquid while the HTML is read. No text has it. */
const [mark, marked] = ["\uE000", /\uE000(\d+)\uE000/g] as const

/** An HTML part as plain text, with the addresses of its links. Its Liquid stays as it is. */
export function plainTextOf(html: string): string {
  const kept: string[] = []
  const safe = html.replaceAll(liquid, (tag) => `${mark}${kept.push(tag) - 1}${mark}`)
  const withAddresses = safe.replaceAll(
    /<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs,
    (link, address: string, words: string) => (words.includes(address) ? link : `${words} ${address}`),
  )
  return readMail(withAddresses).text.replaceAll(marked, (_, index: string) => kept[Number(index)] ?? "")
}
