import { readFileSync } from "node:fs"
import type { PageStyle } from "../../../mock-server/service/request/pages/documents/frame.ts"
import { hashOf, policyOf } from "./bundle.ts"

/** The common colours and fonts of all pages, followed by the rules of `files`. */
export const styleOf = (...files: readonly string[]): string =>
  ["../../../mock-server/dashboard/app/tokens.css", ...files]
    .map((file) => readFileSync(new URL(file, import.meta.url), "utf8").trim())
    .join("\n")

/** `generated/pages.json`: the style of the mock server's pages. Their text is in the package as Markdown. */
export function renderPageStyle(): string {
  const style = styleOf("page.css")
  const all: PageStyle = { policy: policyOf(`style-src ${hashOf(style)}`), style }
  return `${JSON.stringify(all)}\n`
}
