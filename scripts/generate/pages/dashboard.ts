import { readFileSync } from "node:fs"
import type { GeneratedPage } from "../../../mock-server/service/request/pages/generated-page.ts"
import { withoutNode } from "../../lib/without-node.ts"
import { bundlePage, hashOf, type PageBundle, policyOf } from "./bundle.ts"

const folder = new URL("../../../mock-server/dashboard/app/", import.meta.url)

let bundle: Promise<PageBundle> | undefined

/** The script and the style of the dashboard, bundled once. */
export function dashboardBundle(): Promise<PageBundle> {
  bundle ??= bundlePage(new URL("main.tsx", folder), {
    format: "iife",
    jsx: "automatic",
    jsxImportSource: "preact",
    plugins: [withoutNode],
  })
  return bundle
}

/** `generated/dashboard.json`: the dashboard as one page, whose only requests are control calls, and its policy. */
export async function renderDashboard(): Promise<string> {
  const { script, style } = await dashboardBundle()
  const page = readFileSync(new URL("page.html", folder), "utf8")
  const html = page.replace("/* style */", () => style).replace("/* script */", () => script)
  const policy = policyOf(
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "frame-src 'self'",
  )
  const made: GeneratedPage = { policy, html }
  return `${JSON.stringify(made)}\n`
}
