import { join } from "node:path"
import { defineConfig, type Options } from "tsup"
import { client, portable, schemas, service, shared } from "./scripts/lib/entries.mjs"
import { withoutNode } from "./scripts/lib/without-node.ts"
import { common, outDir, requireOnDemand } from "./tsup.commonjs.config.ts"

/** Imports the files of `dist/shared` instead of bundling them; `folder` is the way there. */
const sharedIn = (folder: string): NonNullable<Options["esbuildPlugins"]>[number] => ({
  name: "files of dist/shared",
  setup({ onResolve }) {
    for (const [name, { imported }] of Object.entries(shared))
      onResolve({ filter: new RegExp(`^${imported}$`) }, ({ kind }) =>
        kind === "entry-point" ? undefined : { path: `${folder}/${name}.cjs`, external: true },
      )
  },
})

/** Entries share files, so that a class is one class whichever entry it comes from. */
const modules: Options = {
  ...common,
  outDir,
  format: "esm",
  removeNodeProtocol: false,
  esbuildPlugins: [sharedIn("./shared")],
  esbuildOptions(options) {
    // White space is a third of the text. Names stay and lines are short, so that a stack can be read.
    Object.assign(options, { minifySyntax: true, minifyWhitespace: true, lineLimit: 120 })
  },
}

/** ES modules and the command line. CommonJS is made of the ES modules: tsup.commonjs.config.ts. */
export default defineConfig([
  { ...modules, name: "client", entry: client, metafile: true },
  // Apart from the client, which then loads as few files as it can.
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
    esbuildPlugins: [sharedIn("../shared")],
    // zod in one file loads quicker than in its hundred.
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
    // It imports the mock server as any program does.
    external: ["mas-sdk"],
    esbuildPlugins: [sharedIn("../shared")],
    banner: {
      js: '"use strict"; const importMetaUrl = require("node:url").pathToFileURL(__filename).href, cwd = () => "/";',
    },
    // yargs calls `process.cwd` as it loads and does not use the answer. In a folder that was deleted the call would throw.
    define: { "import.meta.url": "importMetaUrl", "import.meta.dirname": "__dirname", "process.cwd": "cwd" },
    esbuildOptions(options) {
      options.supported = requireOnDemand
      const unused = ["assert", "cliui", "escalade/sync", "string-width", "ajv", "ajv-formats"]
      options.alias = Object.fromEntries(unused.map((name) => [name, "./scripts/lib/unused-parts.ts"]))
    },
  },
])
