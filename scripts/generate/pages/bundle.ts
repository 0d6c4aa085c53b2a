import { createHash } from "node:crypto"
import { fileURLToPath } from "node:url"
import { type BuildOptions, build, type Metafile } from "esbuild"

/** A page's script and style, and what they are made of. */
export interface PageBundle {
  readonly script: string
  readonly style: string
  /** Which files are in them, for the notices of the packages that are. */
  readonly metafile: Metafile
}

/** Bundles the script at `entry` and the styles that it imports. */
export async function bundlePage(
  entry: URL,
  options: Pick<BuildOptions, "alias" | "define" | "format" | "jsx" | "jsxImportSource" | "plugins">,
): Promise<PageBundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    metafile: true,
    outdir: "page",
    target: "es2022",
    minify: true,
    legalComments: "none",
    // node_modules may be a link to another folder: packages keep their usual path.
    preserveSymlinks: true,
    ...options,
  })
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? ""
  const [script, style] = [textOf(".js"), textOf(".css")]
  if (/<\/script/i.test(script) || /<\/style/i.test(style)) throw new Error("The page would end its own element early")
  return { script, style, metafile }
}

/** The header Content-Security-Policy of a page that may load what `allowed` names and nothing else. */
export const policyOf = (...allowed: string[]): string =>
  [
    "default-src 'none'",
    ...allowed,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")

/** A script or a style as that header names it. */
export const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
