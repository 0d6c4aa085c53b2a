import { readFileSync } from "node:fs"
import type { PageStyle } from "../../../mock-server/request/pages/documents/frame.ts"
import { hashOf, policyOf } from "./bundle.ts"

/** The colours and fonts of all pages, and rules beside this file. */
export const styleOf = (rules: string): string =>
  ["../../../mock-server/dashboard/app/tokens.css", rules]
    .map((file) => readFileSync(new URL(file, import.meta.url), "utf8").trim())
    .join("\n")

/** `generated/pages.json`: what all pages of the mock server have but their text, which lies in the package as Markdown. */
export function renderPageStyle(): string {
  const style = styleOf("page.css")
  const all: PageStyle = { policy: policyOf(`style-src ${hashOf(style)}`), style }
  return `${JSON.stringify(all)}\n`
}
