import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type BuildResult, build } from "esbuild"
import type { GeneratedPage } from "../../mock-server/request/pages/generated-page.ts"
import { withoutNode } from "../lib/without-node.ts"
import { hashOf } from "./policy.ts"

const folder = new URL("../../mock-server/dashboard/app/", import.meta.url)

/** `generated/dashboard.json`: the dashboard as one page without any request of its own but control calls, and its policy. */
export async function renderDashboard(): Promise<string> {
  const { script, style } = await bundled()
  if (/<\/(script|style)/i.test(script + style)) throw new Error("The script or the style would end its own element")
  const page = readFileSync(new URL("page.html", folder), "utf8")
  const html = page.replace("/* style */", () => style).replace("/* script */", () => script)
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "connect-src 'self'",
    "frame-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  const made: GeneratedPage = { policy: policy.join("; "), html }
  return `${JSON.stringify(made)}\n`
}

/** `generated/dashboard-metafile.json`: which files are in the page, for the notices of the packages that are. */
export async function renderDashboardMetafile(): Promise<string> {
  const { metafile } = await bundled()
  return `${JSON.stringify(metafile)}\n`
}

interface Bundled {
  readonly script: string
  readonly style: string
  readonly metafile: BuildResult["metafile"]
}

let made: Promise<Bundled> | undefined

/** The page's script and the styles that it imports: made once for all that is written of them. */
function bundled(): Promise<Bundled> {
  made ??= bundle("main.tsx")
  return made
}

async function bundle(entry: string): Promise<Bundled> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL(entry, folder))],
    bundle: true,
    write: false,
    metafile: true,
    outdir: "page",
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    legalComments: "none",
    // By the name that it has here, wherever node_modules lead to.
    preserveSymlinks: true,
    plugins: [withoutNode],
  })
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? ""
  return { script: textOf(".js"), style: textOf(".css"), metafile }
}
