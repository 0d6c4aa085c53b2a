import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { root } from "../../support/files.ts"

/** Bundles a program into one file, which starts fast. */
export async function bundleProgram(name: string): Promise<string> {
  const folder = join(root, "node_modules/.cache/outbox-worker")
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${name}-${process.pid}.mjs`)
  process.once("exit", () => rmSync(outfile, { force: true }))
  const entryPoints = [join(root, `test/sdk/outbox/${name}.ts`)]
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", packages: "external" })
  return outfile
}
