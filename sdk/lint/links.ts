import type { Report } from "./part.ts"

const local =
  /^(?:localhost|[^/:]+\.(?:localhost|local|internal)|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|0\.0\.0\.0|\[::1\])$/i
const unfilled = /\{\{|\{%|\*\||\$\{|%[A-Z_]+%/
/** An address in plain text. */
const inText = /\bhttps?:\/\/[^\s<>"'()[\]]+/gi

/** Reports what is wrong with an address in an attribute. */
export function findLinkProblems(address: string, at: number, report: Report): void {
  const text = address.trim()
  if (text.startsWith("#") || unfilled.test(text)) return
  const [, scheme = "", slashes = ""] = /^([a-z][a-z\d+.-]*):(\/\/)?/i.exec(text) ?? []
  if (scheme !== "" && !/^https?$/i.test(scheme)) return
  const host = text.slice(scheme.length + 1 + slashes.length).replace(/[/?#].*$/s, "")
  const name = host.replace(/^.*@/, "").replace(/:\d*$/, "")
  if (slashes === "" || host === "") report("relative-link", at, text)
  else if (local.test(name)) report("local-link", at, text)
  else if (scheme.toLowerCase() === "http") report("insecure-link", at, text)
}

/** The same for the addresses in plain text. */
export function findTextLinks(text: string, offset: number, report: Report): void {
  for (const match of text.matchAll(inText)) findLinkProblems(match[0], offset + match.index, report)
}
