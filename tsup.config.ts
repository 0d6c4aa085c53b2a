import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { transform } from "esbuild"
import { defineConfig, type Options } from "tsup"
import { cliFiles, readCliFiles } from "./scripts/lib/cli-bundle.ts"

type EsbuildPlugin = NonNullable<Options["esbuildPlugins"]>[number]
type Plugin = NonNullable<Options["plugins"]>[number]

/** scripts/lib/build.mjs builds into a folder of its own and swaps it in as dist. */
const outDir = process.env.MAS_OUT_DIR ?? "dist"

const client = { index: "sdk/index.ts", webhooks: "sdk/webhooks/index.ts" }
const schemas = { contract: "sdk/contract/index.ts", validate: "sdk/request/validate.ts" }
const service = { "mock-server": "mock-server/index.ts", msw: "mock-server/msw.ts" }

/** Leaves a build's metafile beside the bundles, for scripts/lib/notices.mjs. */
const metafile = (name: string): EsbuildPlugin => ({
  name: "metafile",
  setup(build) {
    build.onEnd((result) => {
      mkdirSync(outDir, { recursive: true })
      writeFileSync(join(outDir, `metafile-${name}.json`), JSON.stringify(result.metafile))
    })
  },
})

/** Leaves an import of one of our own modules in place, pointing at the bundle that holds it. */
const builtElsewhere = (source: RegExp, bundle: string): EsbuildPlugin => ({
  name: `built-elsewhere-${bundle}`,
  setup(build) {
    build.onResolve({ filter: source }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: bundle, external: true },
    )
  },
})

/** Of yargs, the command line takes the parser: what draws its help, and measures text for that, is left out. */
const parserOnly: EsbuildPlugin = {
  name: "parser-only",
  setup(build) {
    const filter = /\/platform-shims\/esm\.mjs$/
    build.onResolve({ filter }, ({ path, resolveDir }) => ({ path: join(resolveDir, path), sideEffects: false }))
  },
}

/** Copies a folder of generated files beside the bundles that read them. */
const copied = (from: string, to: string): EsbuildPlugin => ({
  name: `copied-${to}`,
  setup(build) {
    build.onEnd(() => cpSync(from, join(build.initialOptions.outdir ?? outDir, to), { recursive: true }))
  },
})

/** In CommonJS a dynamic import becomes a `require` when it is reached: the loader of ES modules is not started for it. */
const lazyRequire: NonNullable<Options["esbuildOptions"]> = (options) => {
  options.supported = { ...options.supported, "dynamic-import": false }
}

/** esbuild splits code for ES modules only, so split CommonJS is made from split ES modules, file by file. */
const toCommonJs: Plugin = {
  name: "to-common-js",
  async renderChunk(code, chunk) {
    if (chunk.type !== "chunk") return undefined
    const supported = { "dynamic-import": false } // becomes a lazy require
    return transform(code, { format: "cjs", platform: "node", target: "node20", supported })
  },
}

const importMeta =
  'const importMeta = { get url() { return require("node:url").pathToFileURL(__filename).href }, dirname: __dirname, filename: __filename };'
const requireInEsm =
  'import { createRequire as nodeCreateRequire } from "node:module";\nconst require = nodeCreateRequire(import.meta.url);'

const common: Options = { outDir, target: "node20", silent: true, clean: false, dts: false, splitting: true }

const asEsm = (name: string, options: Options): Options => ({
  ...common,
  ...options,
  name: `${name} (ESM)`,
  format: "esm",
  esbuildPlugins: [metafile(`${name}-esm`), ...(options.esbuildPlugins ?? [])],
})

const asCommonJs = (name: string, options: Options): Options => ({
  ...common,
  ...options,
  name: `${name} (CommonJS)`,
  format: "esm",
  outExtension: () => ({ js: ".cjs" }),
  esbuildPlugins: [metafile(`${name}-cjs`), ...(options.esbuildPlugins ?? [])],
  plugins: [toCommonJs],
})

/** For bundles that hold other packages' code, which may read `import.meta` (or, in ES modules, call `require`). */
const foreignInCommonJs: NonNullable<Options["esbuildOptions"]> = (options) => {
  options.define = { ...options.define, "import.meta": "importMeta" }
  options.banner = { js: importMeta }
}
const foreignInEsm: NonNullable<Options["esbuildOptions"]> = (options) => {
  options.banner = { js: requireInEsm }
}

// undici loads with the first request, zod when validation is asked for: both stay packages of their own. The schemas
// are built apart, so that the client is not cut into a file for each thing that they happen to share.
const clientOptions = (validate: string): Options => ({
  entry: client,
  external: ["undici", "zod"],
  esbuildPlugins: [builtElsewhere(/\/validate\.ts$/, validate)],
})
const schemaOptions: Options = { entry: schemas, external: ["zod"] }
// One bundle starts faster than the packages do.
const serviceOptions: Options = {
  entry: service,
  noExternal: ["zod", "liquidjs", "@fastify/busboy"],
  external: ["msw"],
}

const cliEntry = "cli/main.ts"
const cliElsewhere: readonly (readonly [source: RegExp, bundle: string])[] = [
  [/(^|\/)mock-server\/index\.ts$/, "../mock-server.cjs"],
  [/(^|\/)sdk\/validate\.ts$|^\.\/validate\.ts$/, "../validate.cjs"],
]

/** The command line: what every command needs, and a file for each thing that only some need. */
async function cliOptions(): Promise<Options[]> {
  const files = await readCliFiles(cliEntry, (path) => cliElsewhere.some(([source]) => source.test(path)))
  const bundle = (part: "core" | "lazy", entry: Record<string, string>): Options => ({
    ...common,
    name: `cli ${part}`,
    outDir: join(outDir, "cli"),
    entry,
    format: "cjs",
    outExtension: () => ({ js: ".cjs" }),
    splitting: false,
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers: true,
    noExternal: ["@inquirer/prompts", "yargs"],
    esbuildOptions(options, context) {
      foreignInCommonJs(options, context)
      lazyRequire(options, context)
    },
    esbuildPlugins: [
      metafile(`cli-${part}`),
      ...cliElsewhere.map(([source, file]) => builtElsewhere(source, file)),
      cliFiles(cliEntry, files, part),
      parserOnly,
    ],
  })
  return [bundle("core", { main: cliEntry }), bundle("lazy", { ...files.lazy })]
}

export default defineConfig(async () => [
  asEsm("client", clientOptions("./validate.js")),
  asCommonJs("client", clientOptions("./validate.cjs")),
  asEsm("schemas", schemaOptions),
  asCommonJs("schemas", schemaOptions),
  asEsm("service", { ...serviceOptions, esbuildOptions: foreignInEsm }),
  asCommonJs("service", { ...serviceOptions, esbuildOptions: foreignInCommonJs }),
  {
    ...common,
    name: "cli entry",
    outDir: join(outDir, "cli"),
    entry: { entry: "cli/entry.cts" },
    format: "cjs",
    splitting: false,
    esbuildOptions: lazyRequire,
    esbuildPlugins: [
      metafile("cli-entry"),
      builtElsewhere(/\/main\.ts$/, "./main.cjs"),
      copied("generated/help", "../generated/help"),
    ],
  },
  ...(await cliOptions()),
  {
    ...common,
    name: "types",
    entry: { ...client, contract: schemas.contract, ...service },
    format: ["esm", "cjs"],
    // zod's types stay imports of the package: it is a dependency, so they are there for every user.
    dts: { only: true },
    external: ["undici", "zod", "msw"],
  },
])
