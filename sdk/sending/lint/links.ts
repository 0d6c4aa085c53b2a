import type { attributesOf } from "./html.ts"
import type { Report } from "./part.ts"

const local =
  /^(?:localhost|[^/:]+\.(?:localhost|local|internal)|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|0\.0\.0\.0|\[::1\])$/i
/** The beginning of a merge tag, which may stand for any address. */
const mergeTag = /\{\{|\{%|\*\||[$#]\{|<%|%%|\[\[|\{!|\{\$|%[A-Za-z_.]+%/
/** Schemes that open nothing from a mailbox, drive letters, and http misspelt. */
const deadScheme =
  /^(?:javascript|vbscript|file|blob|about|(?:chrome|moz)-extension|[a-z]|(?!https?$)h{0,2}[tp]{2,4}[sp]{0,2})$/i
const inText =
  /\b(?:(?:(?:chrome|moz)-)?[a-z][a-z\d]{0,20}:\/\/(?:\[[\da-f:.]{2,40}\])?|(?:javascript|vbscript|blob):)[^\s<>"'()[\]]+/gi
const inStyle = /(?:\burl\(\s{0,9}["']?|@import\s{1,9}["'])([^"'()\s]+)/gi

/** The host of an address without its scheme. */
const hostOf = (rest: string): string =>
  rest
    .replace(/[/?#].*$/s, "")
    .replace(/^.*@/, "")
    .replace(/:\d*$/, "")

/** Reports an address that cannot work from a mailbox. */
export function findLinkProblems(address: string, at: number, report: Report): void {
  const text = address.trim()
  const [, scheme = "", slashes = ""] = /^([a-z][a-z\d+.-]*):(\/\/)?/i.exec(text) ?? []
  const host = text.slice(scheme === "" ? 0 : scheme.length + 1 + slashes.length).replace(/[/?#].*$/s, "")
  if (text.startsWith("#") || mergeTag.test(host)) return
  const name = hostOf(host)
  if (deadScheme.test(scheme) || (slashes !== "" && /^https?(?:$|:)/i.test(name))) report("link-scheme", at, text)
  else if (scheme !== "" && !/^https?$/i.test(scheme)) return
  else if (text.startsWith("//") && local.test(hostOf(text.slice(2)))) report("local-link", at, text)
  else if (slashes === "" || host === "") report("relative-link", at, text)
  else if (local.test(name)) report("local-link", at, text)
  else if (scheme.toLowerCase() === "http") report("insecure-link", at, text)
}

export function findTextLinks(text: string, report: Report): void {
  for (const { 0: address, index } of text.matchAll(inText)) findLinkProblems(address, index, report)
}

/** Reports addresses in CSS. Relative ones and `http:` are common in styles that no mail program loads. */
export function findStyleLinks(css: string, at: number, report: Report): void {
  for (const { 1: address = "", index } of css.matchAll(inStyle))
    findLinkProblems(address, at + index, onlyDead(report))
}

const onlyDead =
  (report: Report): Report =>
  (rule, at, excerpt) => {
    if (rule === "link-scheme" || rule === "local-link") report(rule, at, excerpt)
  }

/** Attributes with an address, of any element. */
const addressAttributes = ["src", "href", "background", "poster", "action"]
/** Elements whose addresses readers open or see. */
const textTags = new Set(["a", "area", "img"])

/** Reports the addresses of a tag, and returns those that may have leftovers. */
export function findTagLinks(name: string, attributes: ReturnType<typeof attributesOf>, report: Report): string[] {
  const addresses = addressAttributes.flatMap((attribute) => attributes.get(attribute) ?? [])
  for (const address of addresses) findLinkProblems(address, 0, textTags.has(name) ? report : onlyDead(report))
  // Each part of srcset is an address and a size.
  for (const part of attributes.get("srcset")?.split(/,\s+|(?<=\s[\d.]{1,9}[wxh]),/) ?? [])
    findLinkProblems(part.trim().split(/\s/, 1)[0] ?? "", 0, onlyDead(report))
  findStyleLinks((attributes.get("style") ?? "").replace(/&(?:quot|apos|#3[49]);/g, "'"), 0, report)
  return addresses.filter((address) => !address.startsWith("data:"))
}
