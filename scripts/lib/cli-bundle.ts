import { readFileSync } from "node:fs"
import { dirname, relative, resolve } from "node:path"
import { build, type Plugin } from "esbuild"

/**
 * How the command line is cut into files. Starting costs a little for each file, so what every command needs is one file,
 * `main.cjs`, and each module that is imported on demand is one more, which takes what it shares with the first from there.
 */
export interface CliFiles {
  /** Modules in `main.cjs`, by the name under which it hands them on. */
  readonly core: ReadonlyMap<string, string>
  /** Modules that are loaded on demand, by the name of their file. */
  readonly lazy: Readonly<Record<string, string>>
}

/** Reads the imports of `entry`: what it reaches at once is the core, what is imported on demand from anywhere is lazy. */
export async function readCliFiles(entry: string, isElsewhere: (path: string) => boolean): Promise<CliFiles> {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    format: "esm",
    platform: "node",
    outdir: "out",
    packages: "external",
    logLevel: "silent",
    plugins: [leaveOut(isElsewhere)],
  })
  const importsOf = (path: string) => (metafile.inputs[path]?.imports ?? []).filter(({ external }) => !external)
  const reach = (start: string, found = new Set<string>()): Set<string> => {
    if (found.has(start)) return found
    found.add(start)
    for (const { path, kind } of importsOf(start)) if (kind !== "dynamic-import") reach(path, found)
    return found
  }
  const core = reach(entry)
  const lazy = new Map<string, string>()
  const todo = [...core]
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    for (const { path: target, kind } of importsOf(path)) {
      if (kind !== "dynamic-import" || core.has(target) || lazy.has(target)) continue
      lazy.set(target, fileName(target))
      todo.push(...reach(target))
    }
  }
  const names = [...lazy.values()]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`two modules of the command line would both be ${twice}.cjs`)
  return {
    core: new Map([...core].map((path, index) => [resolve(path), `m${index}`])),
    lazy: Object.fromEntries([...lazy].map(([path, name]) => [name, path])),
  }
}

/** Modules that have a bundle of their own are not looked into. */
const leaveOut = (isElsewhere: (path: string) => boolean): Plugin => ({
  name: "leave-out",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) =>
      isElsewhere(relative(process.cwd(), resolve(resolveDir, path))) ? { path, external: true } : undefined,
    )
  },
})

/** `cli/mock/start.ts` is `commands-mock-start`. */
function fileName(path: string): string {
  return path
    .replace(/^cli\//, "")
    .replace(/(\.gen)?\.ts$/, "")
    .replaceAll("/", "-")
}

const virtual = "mas-core"

/** Leads imports on demand to their files, and what a lazy file shares with the core to `main.cjs`. */
export function cliFiles(entry: string, { core, lazy }: CliFiles, part: "core" | "lazy"): Plugin {
  const lazyByPath = new Map(Object.entries(lazy).map(([name, path]) => [resolve(path), name]))
  const handedOn = [...core].filter(([path]) => path !== resolve(entry))
  return {
    name: `cli-files-${part}`,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, kind, resolveDir, namespace }) => {
        if (kind === "entry-point") return undefined
        if (namespace === virtual) return { path, external: true }
        const target = resolve(resolveDir, path)
        const file = kind === "dynamic-import" ? lazyByPath.get(target) : undefined
        if (file) return { path: `./${file}.cjs`, external: true }
        const shared = part === "lazy" ? core.get(target) : undefined
        return shared ? { path: shared, namespace: virtual } : undefined
      })
      onLoad({ filter: /.*/, namespace: virtual }, ({ path }) => ({
        contents: `module.exports = require("./main.cjs").${path}`,
        resolveDir: dirname(entry),
      }))
      onLoad({ filter: /\/main\.ts$/ }, ({ path }) => {
        if (part === "lazy" || path !== resolve(entry)) return undefined
        const lines = handedOn.map(([module, name]) => `export * as ${name} from ${JSON.stringify(module)}\n`)
        return { contents: readFileSync(path, "utf8") + lines.join(""), loader: "ts", resolveDir: dirname(path) }
      })
    },
  }
}
