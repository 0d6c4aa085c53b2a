import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type Plugin } from "esbuild"
import { root } from "./files.ts"

/** A plausible fault of the product: an expression in a file, and its wrong replacement. */
export interface Fault {
  readonly file: string
  readonly right: string
  readonly wrong: string
}

/** Bundles a test module with a product that has one fault. The caller gives its type. */
export async function productWith<T>(entry: string, fault: Fault): Promise<T> {
  const name = createHash("sha256")
    .update(`${entry} ${JSON.stringify(fault)}`)
    .digest("hex")
    .slice(0, 16)
  const outfile = join(root, "generated/planted", `${name}.mjs`)
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
    plugins: [plant(fault)],
  })
  return import(`${pathToFileURL(outfile).href}?${Date.now()}`)
}

const plant = ({ file, right, wrong }: Fault): Plugin => ({
  name: "plant",
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(`/${file.replaceAll(".", "\\.")}$`) }, ({ path }) => {
      const parts = readFileSync(path, "utf8").split(right)
      if (parts.length !== 2)
        throw new Error(`${file} has ${parts.length - 1} times what a fault is to be planted in: ${right}`)
      return { contents: parts.join(wrong), loader: "ts" }
    })
  },
})
