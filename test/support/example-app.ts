import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type Plugin } from "esbuild"
import { buildPackage, type Ended, end, lineOf } from "./example.ts"
import { root } from "./files.ts"

const folder = join(root, "node_modules/.cache/example-apps")

/** Replacement text for modules, such as `{ "key.ts": "export …" }`. */
export type Swaps = Readonly<Record<string, string>>

/**
 * Bundles a program of an example with the built package, and returns its path. It starts in a fraction of the time
 * that TypeScript takes. Other packages are the project's.
 */
export async function bundleApp(path: string, swaps: Swaps = {}): Promise<string> {
  buildPackage()
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${path.replaceAll("/", "-")}-${Object.keys(swaps).length}-${process.pid}.mjs`)
  process.once("exit", () => rmSync(outfile, { force: true }))
  await build({
    entryPoints: [join(root, "examples", path)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    packages: "external",
    // Programs read files next to them.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(root, "examples", path)).href) },
    plugins: [ownPackage, swapped(swaps)],
    logLevel: "silent",
  })
  return outfile
}

/** The package's entries, and the file of each on Node. */
const entries: Readonly<Record<string, { import: { node?: string; default: string } }>> = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
).exports

/** Bundles the built package, which `packages: "external"` would exclude. */
const ownPackage: Plugin = {
  name: "mas-sdk",
  setup({ onResolve }) {
    onResolve({ filter: /^mas-sdk(\/|$)/ }, ({ path }) => {
      const file = entries[path.replace("mas-sdk", ".")]?.import
      return file && { path: join(root, file.node ?? file.default) }
    })
  },
}

const swapped = (swaps: Swaps): Plugin => ({
  name: "swapped",
  setup({ onLoad }) {
    for (const [name, contents] of Object.entries(swaps))
      onLoad({ filter: new RegExp(`/examples/.*/${name.replace(".", "\\.")}$`) }, () => ({ contents, loader: "ts" }))
  },
})

/** Runs a bundled program to its end. */
export function runApp(path: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return end(
    spawn(process.execPath, [path, ...args], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] }),
  )
}

/** A program that is started, killed and restarted. */
export class App {
  #child: ChildProcess | undefined
  #ready!: Promise<RegExpExecArray>

  constructor(
    readonly path: string,
    readonly env: Readonly<Record<string, string>>,
    /** Its output when it is ready. */
    readonly readyPattern: RegExp,
    /** Restarts it when it ends with an error, like a process manager. */
    readonly isSupervised = false,
  ) {
    this.start()
  }

  start(): void {
    const child = spawn(process.execPath, [this.path], {
      env: { ...process.env, ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    this.#child = child
    if (this.isSupervised) child.once("exit", (code) => code && this.start())
    this.#ready = lineOf(child, this.readyPattern)
    // Callers that await it get the rejection.
    this.#ready.catch(() => {})
  }

  /** Resolves when it is ready; rejects with its output if it ends before. */
  get ready(): Promise<RegExpExecArray> {
    return this.#ready
  }

  /** Ends it, and resolves with its exit code: null for one that was killed. */
  async stop(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<number | null> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
    child.kill(signal)
    return ended
  }

  /** Kills and restarts it. */
  async kill(): Promise<void> {
    await this.stop()
    this.start()
  }
}
