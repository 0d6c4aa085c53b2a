import { readProjectFile } from "../support/files.ts"

/** How a program loads the package. */
export type Form = "ES modules" | "CommonJS" | Bundler
export type Bundler = "esbuild" | "Rollup" | "Vite" | "webpack"

/** A runtime for programs. */
export interface Runtime {
  /** Its name on the page. */
  readonly name: string
  /** The tested version; undefined for the installed one. */
  readonly version?: string
  readonly kind: "node" | "bun" | "deno" | "workerd" | "edge-light" | "browser"
  readonly forms: readonly Form[]
}

/** Exact versions of packages installed on demand, and of the project's own. */
const { optionalDependencies: tools }: { optionalDependencies: Record<string, string> } = JSON.parse(
  readProjectFile("test/runtimes/package.json"),
)
const { packages: lockedPackages }: { packages: Record<string, { version: string }> } = JSON.parse(
  readProjectFile("package-lock.json"),
)
/** A tool's version, extracted from its range or alias. */
const versionOf = (name: string): string => /[\d.]+$/.exec(tools[name] ?? "")?.[0] ?? ""

const bundlerPackages = { esbuild: "esbuild", Rollup: "rollup", Vite: "vite", webpack: "webpack" } as const
export const bundlers: readonly Bundler[] = ["esbuild", "Rollup", "Vite", "webpack"]
const loaded: readonly Form[] = ["ES modules", "CommonJS"]
export const forms: readonly Form[] = [...loaded, ...bundlers]

/** The minimum of `engines`, then the newest version of each later maintained line. */
const nodes = ["20.19.0", "22.23.3", "24.21.0", "26.10.0"]

export const runtimes: readonly Runtime[] = [
  ...nodes.map((version): Runtime => ({ name: "Node", version, kind: "node", forms })),
  { name: "Bun", version: versionOf("bun"), kind: "bun", forms },
  { name: "Deno", version: versionOf("deno"), kind: "deno", forms },
  { name: "workerd (Cloudflare Workers)", version: versionOf("workerd"), kind: "workerd", forms: bundlers },
  { name: "Edge runtime (Vercel)", version: versionOf("@edge-runtime/vm"), kind: "edge-light", forms: bundlers },
  { name: "Chromium", kind: "browser", forms: bundlers },
]

/** The bundler's resolve conditions for each runtime, most specific first. */
export const conditionsOf: Readonly<Record<Runtime["kind"], readonly string[]>> = {
  node: ["node"],
  bun: ["bun"],
  deno: ["deno"],
  workerd: ["workerd", "worker", "browser"],
  "edge-light": ["edge-light", "worker", "browser"],
  browser: ["browser"],
}

/** Test runners and their environments. */
export const runners = ["Vitest", "Jest"] as const
export const environments = ["node", "jsdom", "happy-dom"] as const

/** The compilers and their packages. */
export const compilers = {
  "5.4": "typescript-5.4",
  "5.9": "typescript",
  "6.0": "typescript-6",
  "7.0": "typescript-7",
} as const
export const resolutions = ["Bundler", "Node16", "NodeNext"] as const

/** The versions of bundlers and runners for the page. */
export const toolVersions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(bundlers.map((name) => [name, versionOf(bundlerPackages[name])])),
  Jest: versionOf("jest"),
  ...Object.fromEntries(
    ["Vitest", "jsdom", "happy-dom"].map((name) => [
      name,
      lockedPackages[`node_modules/${name.toLowerCase()}`]?.version ?? "",
    ]),
  ),
}

/** A row's title on the page. */
export const titleOf = ({ name, version }: Runtime): string => (version === undefined ? name : `${name} ${version}`)
