import { packageFile } from "./package-file.ts"

/** A page generated at build time. */
export interface GeneratedPage {
  /** The header Content-Security-Policy: it allows only the page's own script and style. */
  readonly policy: string
  readonly html: string
}

/** Reads a page from `generated`: plain in the source tree, compressed in the package. */
export async function readGeneratedPage(name: string) {
  const plain = await packageFile(`generated/${name}.json`).catch(() => undefined)
  if (plain !== undefined) return JSON.parse(plain.toString())
  const { brotliDecompressSync } = await import("node:zlib")
  return JSON.parse(brotliDecompressSync(await packageFile(`dist/generated/${name}.json.br`)).toString())
}
