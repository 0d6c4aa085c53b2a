import { builtinModules } from "node:module"
import { join } from "node:path"
import { defineConfig, type Options } from "tsup"
import { client, portable, schemas, service } from "./scripts/lib/entries.mjs"
import { withoutNode } from "./scripts/lib/without-node.ts"
import { common, outDir, requireOnDemand } from "./tsup.commonjs.config.ts"

/** Bundled packages in CommonJS call `require` for the modules of Node, which ES modules do not have. */
const builtins: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "modules of Node without require",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^(node:)?(${builtinModules.join("|")})$`) }, ({ kind, path }) =>
      kind === "require-call" ? { path, namespace: "builtin" } : undefined,
    )
    onLoad({ filter: /^/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule("${path}")`,
    }))
  },
}

/** Entries share files, so that a class is one class whichever entry it comes from. */
const modules: Options = {
  ...common,
  outDir,
  format: "esm",
  removeNodeProtocol: false,
  esbuildPlugins: [builtins],
  esbuildOptions(options) {
    // What is only done on Node, or never, goes here: no bundler would find later that it is never done. White space is a
    // third of the text: names stay, in lines that an error can show.
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
    // One file loads quicker than zod's hundred.
    noExternal: ["zod"],
    minify: true,
    metafile: true,
    esbuildOptions(options) {
      // Their ES modules; those for Node are CommonJS, or look for files.
      options.alias = {
        liquidjs: "./node_modules/liquidjs/dist/liquid.browser.mjs",
        yaml: "./node_modules/yaml/browser/index.js",
      }
    },
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
    banner: {
      js: '"use strict"; const importMetaUrl = require("node:url").pathToFileURL(__filename).href, cwd = () => "/";',
    },
    define: {
      ...{ "import.meta.url": "importMetaUrl", "import.meta.dirname": "__dirname" },
      // yargs asks for the folder as it loads, to no end; where that has been removed, nothing with a flag would run.
      "process.cwd": "cwd",
    },
    esbuildOptions(options) {
      options.supported = requireOnDemand
      // Of what yargs loads: what it never gets to use here, or only a little of.
      const parts = "./scripts/lib/unused-parts.ts"
      options.alias = { assert: parts, cliui: parts, "escalade/sync": parts, "string-width": parts }
      // A server of MCP checks answers to questions by it, and asks none: it would be a sixth of the bundle.
      Object.assign(options.alias, { ajv: parts, "ajv-formats": parts })
    },
  },
])
