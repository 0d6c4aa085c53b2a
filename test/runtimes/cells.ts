import { readProjectFile } from "../support/files.ts"

/** How a program gets to the package on a runtime. */
export type Form = "ES modules" | "CommonJS" | Bundler
export type Bundler = "esbuild" | "Rollup" | "Vite" | "webpack"

/** A place where programs run. */
export interface Runtime {
  /** As the page calls it. */
  readonly name: string
  /** The version that is tried; undefined where it is the one that is there. */
  readonly version?: string
  readonly kind: "node" | "bun" | "deno" | "workerd" | "edge-light" | "browser"
  readonly forms: readonly Form[]
}

/** Exact versions of what is installed on demand, and of the project's own packages. */
const { optionalDependencies: tools }: { optionalDependencies: Record<string, string> } = JSON.parse(
  readProjectFile("test/runtimes/package.json"),
)
const { packages: own }: { packages: Record<string, { version: string }> } = JSON.parse(
  readProjectFile("package-lock.json"),
)
/** The version of a tool, out of the range or alias that names it. */
const versionOf = (name: string): string => /[\d.]+$/.exec(tools[name] ?? "")?.[0] ?? ""

const bundlerPackages = { esbuild: "esbuild", Rollup: "rollup", Vite: "vite", webpack: "webpack" } as const
export const bundlers: readonly Bundler[] = ["esbuild", "Rollup", "Vite", "webpack"]
const loaded: readonly Form[] = ["ES modules", "CommonJS"]
export const forms: readonly Form[] = [...loaded, ...bundlers]

/** The floor of `engines`, then the newest of each later line that is kept up. */
const nodes = ["20.19.0", "22.23.3", "24.21.0", "26.10.0"]

export const runtimes: readonly Runtime[] = [
  ...nodes.map((version): Runtime => ({ name: "Node", version, kind: "node", forms })),
  { name: "Bun", version: versionOf("bun"), kind: "bun", forms },
  { name: "Deno", version: versionOf("deno"), kind: "deno", forms },
  { name: "workerd (Cloudflare Workers)", version: versionOf("workerd"), kind: "workerd", forms: bundlers },
  { name: "Edge runtime (Vercel)", version: versionOf("@edge-runtime/vm"), kind: "edge-light", forms: bundlers },
  { name: "Chromium", kind: "browser", forms: bundlers },
]

/** What a bundler is told of a place: its conditions, the closest first. */
export const conditionsOf: Readonly<Record<Runtime["kind"], readonly string[]>> = {
  node: ["node"],
  bun: ["bun"],
  deno: ["deno"],
  workerd: ["workerd", "worker", "browser"],
  "edge-light": ["edge-light", "worker", "browser"],
  browser: ["browser"],
}

/** Where tests run: each runner with each of the places that it gives them. */
export const runners = ["Vitest", "Jest"] as const
export const environments = ["node", "jsdom", "happy-dom"] as const

/** The compilers, by the package that holds each. */
export const compilers = {
  "5.4": "typescript-5.4",
  "5.9": "typescript",
  "6.0": "typescript-6",
  "7.0": "typescript-7",
} as const
export const resolutions = ["Bundler", "Node16", "NodeNext"] as const

/** Where the bundlers and runners stand in versions, as the page tells them. */
export const toolVersions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(bundlers.map((name) => [name, versionOf(bundlerPackages[name])])),
  Jest: versionOf("jest"),
  ...Object.fromEntries(
    ["Vitest", "jsdom", "happy-dom"].map((name) => [name, own[`node_modules/${name.toLowerCase()}`]?.version ?? ""]),
  ),
}

/** A row's title on the page. */
export const titleOf = ({ name, version }: Runtime): string => (version === undefined ? name : `${name} ${version}`)
