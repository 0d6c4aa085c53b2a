import { gzipSync } from "node:zlib"
import { build, type Metafile } from "esbuild"
import { withoutNode } from "../../scripts/lib/without-node.ts"

/** A part of a bundle that is loaded together. */
export interface Part {
  readonly minified: number
  readonly gzipped: number
  /** Source files and packages in it. */
  readonly contents: readonly string[]
}

/**
 * Bundles `source` with code splitting: `initial` is loaded at the start, `onDemand` are the parts of dynamic imports.
 * Both are minified; packages in `external` are not bundled. Platforms other than Node get a different client.
 */
export async function bundle(
  source: string,
  external: readonly string[],
  platform: "node" | "browser" = "node",
  resolveDir: string = process.cwd(),
): Promise<{ initial: Part; onDemand: Part }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir, sourcefile: "entry.js" },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform,
    target: "es2022",
    plugins: platform === "node" ? [] : [withoutNode],
    outdir: "out",
    external: [...external],
    write: false,
    metafile: true,
    logLevel: "error",
  })
  const texts = new Map(outputFiles.map(({ path, text }) => [path.replace(/^.*[/\\]/, ""), text]))
  const part = (names: readonly string[]): Part => {
    const text = names.map((name) => texts.get(name.replace(/^.*\//, "")) ?? "").join("")
    const contents = names.flatMap((name) => contentsOf(metafile, name))
    return { minified: text.length, gzipped: gzipSync(text, { level: 9 }).length, contents }
  }
  // Its path leads from the working directory to `resolveDir`.
  const entry = Object.keys(metafile.outputs).find((name) => metafile.outputs[name]?.entryPoint?.endsWith("entry.js"))
  if (entry === undefined) throw new Error("The bundle has no entry")
  const initial = staticClosure(metafile, entry)
  return {
    initial: part(initial),
    onDemand: part(Object.keys(metafile.outputs).filter((name) => !initial.includes(name))),
  }
}

/** Gzipped bytes of a bundle in one file, including code that loads on demand. */
export async function oneFile(source: string, external: readonly string[]): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    external: [...external],
    write: false,
    logLevel: "error",
  })
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length
}

function contentsOf(metafile: Metafile, name: string): string[] {
  const { inputs = {}, imports = [] } = metafile.outputs[name] ?? {}
  const external = imports.filter((one) => one.external && one.kind === "import-statement").map(({ path }) => path)
  return [...Object.keys(inputs), ...external]
}

function staticClosure(metafile: Metafile, entry: string, seen: string[] = []): string[] {
  if (seen.includes(entry)) return seen
  seen.push(entry)
  for (const { kind, path, external } of metafile.outputs[entry]?.imports ?? []) {
    if (kind === "import-statement" && !external) staticClosure(metafile, path, seen)
  }
  return seen
}
