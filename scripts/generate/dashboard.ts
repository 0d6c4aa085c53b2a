import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build, transform } from "esbuild"

const folder = new URL("../../mock-server/dashboard/", import.meta.url)

/** `generated/dashboard.ts`: the dashboard as one page without any request of its own but control calls, and its policy. */
export async function renderDashboard(): Promise<string> {
  const [script, style] = await Promise.all([bundle("main.ts"), minify("style.css")])
  if (/<\/(script|style)/i.test(script + style)) throw new Error("The script or the style would end its own element")
  const page = readFileSync(new URL("page.html", folder), "utf8")
  const html = page.replace("/* style */", () => style).replace("/* script */", () => script)
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return `// Written by \`npm run generate\` from mock-server/dashboard. Do not edit.

/** The value of its header Content-Security-Policy: nothing runs but the script and the style that it was made with. */
export const dashboardPolicy = ${JSON.stringify(policy.join("; "))}

export const dashboardHtml = ${JSON.stringify(html)}
`
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, folder))],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
    legalComments: "none",
  })
  return outputFiles[0]?.text.trim() ?? ""
}

async function minify(file: string): Promise<string> {
  const { code } = await transform(readFileSync(new URL(file, folder), "utf8"), { loader: "css", minify: true })
  return code.trim()
}

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`
