import { packageFile } from "./package-file.ts"

/** A page that is made at build time. */
export interface GeneratedPage {
  /** Its header Content-Security-Policy: nothing runs but the script and the style that it was made with. */
  readonly policy: string
  readonly html: string
}

/** A page from `generated`, made at build time: plain among the sources, compressed in the package. */
export async function readGeneratedPage(name: string) {
  const plain = await packageFile(`generated/${name}.json`).catch(() => undefined)
  if (plain !== undefined) return JSON.parse(plain.toString())
  const { brotliDecompressSync } = await import("node:zlib")
  return JSON.parse(brotliDecompressSync(await packageFile(`dist/generated/${name}.json.br`)).toString())
}
