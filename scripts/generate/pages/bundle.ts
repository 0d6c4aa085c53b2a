import { createHash } from "node:crypto"
import { fileURLToPath } from "node:url"
import { type BuildOptions, build, type Metafile } from "esbuild"

/** A page's script and style, and their sources. */
export interface PageBundle {
  readonly script: string
  readonly style: string
  /** The files in the bundle, for the licence notices. */
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
    // node_modules may be a link to another folder: this keeps the usual package paths.
    preserveSymlinks: true,
    ...options,
  })
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? ""
  const [script, style] = [textOf(".js"), textOf(".css")]
  if (/<\/script/i.test(script) || /<\/style/i.test(style)) throw new Error("The page would end its own element early")
  return { script, style, metafile }
}

/** The Content-Security-Policy header of a page that may load only what `allowed` lists. */
export const policyOf = (...allowed: string[]): string =>
  [
    "default-src 'none'",
    ...allowed,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")

/** The hash of a script or style for that header. */
export const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
