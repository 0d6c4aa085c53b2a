import { join } from "node:path"
import { defineConfig, type Options } from "tsup"

/** scripts/lib/build.mjs builds into a folder of its own and swaps it in as dist. */
export const outDir = process.env.MAS_OUT_DIR ?? "dist"

export const common: Options = { target: "node20", silent: true, clean: false }

/** An import on demand becomes a `require` on demand: the loader of ES modules is not started for it. */
export const requireOnDemand = { "dynamic-import": false }

/** What loads on demand stays a file of its own. */
const apart: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "files that load on demand",
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path }) => (kind === "dynamic-import" ? { path, external: true } : undefined))
  },
}

/** Converts each file alone. `dist/shared` is one folder further up from `dist/cjs`. */
const alone: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "files one by one",
  setup({ onResolve }) {
    onResolve({ filter: /^/ }, ({ kind, path }) =>
      kind === "entry-point" ? undefined : { path: path.replace("shared/", "../shared/"), external: true },
    )
  },
}

const commonJs: Options = {
  ...common,
  outDir: join(outDir, "cjs"),
  outExtension: () => ({ js: ".js" }),
  format: "cjs",
  define: { "import.meta.url": "__filename", "import.meta.dirname": "__dirname" }, // `createRequire` takes a path, too
  esbuildOptions(options) {
    options.supported = requireOnDemand
    // Less to load. Names stay and lines are short, so that a stack can be read.
    Object.assign(options, { minifyWhitespace: true, minifySyntax: true, lineLimit: 120 })
  },
}

export default defineConfig([
  {
    // Each file of the ES modules again: esbuild lets entries share files in ES modules alone.
    ...commonJs,
    entry: [`${outDir}/*.js`, `!${outDir}/index.js`, `${outDir}/{mock-server,portable}/*.js`],
    esbuildPlugins: [alone],
    splitting: false,
  },
  {
    // The client is one file, which loads quicker than five. Its error classes recognise those of other copies.
    ...commonJs,
    entry: { index: `${outDir}/index.js` },
    esbuildPlugins: [apart],
    splitting: false,
  },
])
