import { join, relative } from "node:path"
import { type BuildOptions, build, type Plugin, type PluginBuild } from "esbuild"
import { defineConfig, type Options } from "tsup"
import { client, portable, schemas, service, shared } from "./scripts/lib/entries.mjs"
import { withoutNode } from "./scripts/lib/without-node.ts"

/** scripts/lib/build.mjs builds into a separate folder that then replaces dist. */
const outDir = process.env.MAS_OUT_DIR ?? "dist"

const common: Options = { target: "node20", silent: true, clean: false }

/** Resolves imports that match `filter`; if `resolve` returns undefined, esbuild resolves the import. */
const resolving = (name: string, filter: RegExp, resolve: Parameters<PluginBuild["onResolve"]>[1]): Plugin => ({
  name,
  setup: ({ onResolve }) => onResolve({ filter }, resolve),
})

/** Imports the files of `dist/shared` instead of bundling them; `folder` is the bundle's folder in dist. */
const sharedFrom = (folder: string): Plugin[] =>
  Object.entries(shared).map(([name, { imported }]) => {
    const path = `./${relative(folder, "shared")}/${name}.cjs`
    const filter = new RegExp(`^${imported}$`)
    return resolving(imported, filter, ({ kind }) => (kind === "entry-point" ? undefined : { path, external: true }))
  })

/** White space is a third of the size. Names are kept and lines are short, so that stack traces are readable. */
const shortened = { minifySyntax: true, minifyWhitespace: true, lineLimit: 120 }

const commonJs = {
  ...shortened,
  outbase: outDir,
  outdir: join(outDir, "cjs"),
  format: "cjs",
  target: "node20",
  // Dynamic imports become `require` calls, which do not start Node's ES module loader.
  supported: { "dynamic-import": false },
  // `createRequire` takes a path, too.
  define: { "import.meta.url": "__filename", "import.meta.dirname": "__dirname" },
} satisfies BuildOptions

/** Converts each written file to CommonJS in `cjs`: esbuild supports shared chunks only for ES modules. */
const inCommonJs: NonNullable<Options["plugins"]>[number] = {
  name: "CommonJS",
  async buildEnd({ writtenFiles }) {
    const entryPoints = writtenFiles.map(({ name }) => name).filter((name) => name.endsWith(".js"))
    await build({ ...commonJs, entryPoints })
  },
}

/** Keeps dynamically imported files separate. */
const onDemandApart = resolving("on demand", /^\./, ({ kind, path }) =>
  kind === "dynamic-import" ? { path, external: true } : undefined,
)

/** The client as one CommonJS file, which loads in half the time. Its error classes recognise those of other copies. */
const clientInCommonJs: typeof inCommonJs = {
  name: "client in CommonJS",
  async buildEnd() {
    const [entryPoints, plugins] = [[join(outDir, "index.js")], [onDemandApart]]
    await build({ ...commonJs, entryPoints, bundle: true, platform: "node", packages: "external", plugins })
  },
}

/** Entries share files, so that a class is the same from every entry. */
const modules: Options = {
  ...common,
  outDir,
  format: "esm",
  removeNodeProtocol: false,
  plugins: [inCommonJs],
  esbuildPlugins: sharedFrom(""),
  esbuildOptions(options) {
    Object.assign(options, shortened)
  },
}

export default defineConfig([
  { ...modules, name: "client", entry: client, plugins: [inCommonJs, clientInCommonJs], metafile: true },
  // Separate from the client, so that the client loads fewer files.
  { ...modules, name: "schemas", entry: schemas },
  {
    ...modules,
    name: "client without Node",
    entry: portable,
    outDir: join(outDir, "portable"),
    platform: "neutral",
    esbuildPlugins: [withoutNode],
  },
  {
    ...modules,
    name: "mock server",
    entry: service,
    outDir: join(outDir, "mock-server"),
    esbuildPlugins: sharedFrom("mock-server"),
    // zod loads faster as one file than as its hundred files.
    noExternal: ["zod"],
    minify: true,
    metafile: true,
  },
  {
    ...common,
    name: "files of dist/shared",
    entry: Object.fromEntries(Object.entries(shared).map(([name, { file }]) => [name, file])),
    outDir: join(outDir, "shared"),
    format: "cjs",
    minify: true,
    metafile: true,
  },
  {
    ...common,
    name: "command line",
    entry: {
      entry: "cli/entry.cts",
      main: "cli/main.ts",
      mcp: "cli/mcp/protocol.ts",
      templates: "cli/templates/index.ts",
    },
    outDir: join(outDir, "cli"),
    format: "cjs",
    minify: true,
    metafile: true,
    // It imports the mock server like any program.
    external: ["mas-sdk"],
    esbuildPlugins: sharedFrom("cli"),
    banner: {
      js: '"use strict"; const importMetaUrl = require("node:url").pathToFileURL(__filename).href, cwd = () => "/";',
    },
    // yargs calls `process.cwd` when it loads and ignores the result. In a deleted folder the call would throw.
    define: { "import.meta.url": "importMetaUrl", "import.meta.dirname": "__dirname", "process.cwd": "cwd" },
    esbuildOptions(options) {
      options.supported = commonJs.supported
      const unused = ["assert", "cliui", "escalade/sync", "string-width"]
      options.alias = Object.fromEntries(unused.map((name) => [name, "./scripts/lib/unused-parts.ts"]))
    },
  },
])
