import { join } from "node:path"
import { defineConfig, type Options } from "tsup"
import { common, outDir, requireOnDemand } from "./tsup.commonjs.config.ts"

const client = {
  index: "sdk/index.ts",
  webhooks: "sdk/webhooks/index.ts",
  contract: "sdk/contract/index.ts",
  otel: "sdk/otel.ts",
  "webhook-adapters": "sdk/webhooks/adapters.ts",
}
const service = { "mock-server": "mock-server/index.ts", msw: "mock-server/msw.ts" }

/** Entries share files, so that a class is one class whichever entry it comes from. */
const modules: Options = { ...common, outDir, format: "esm" }

/** ES modules, the command line and the types. CommonJS is made of the ES modules: tsup.commonjs.config.ts. */
export default defineConfig([
  { ...modules, name: "client", entry: client, skipNodeModulesBundle: true },
  {
    ...modules,
    name: "service",
    entry: service,
    // Dependencies stay imports and other packages are bundled; but zod too, since it loads faster from one bundle.
    noExternal: ["zod"],
    // Packages in the bundle call `require`.
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; var require = requireOf(import.meta.url);',
    },
    metafile: true,
  },
  {
    ...common,
    name: "command line",
    entry: { entry: "cli/entry.cts", main: "cli/main.ts" },
    outDir: join(outDir, "cli"),
    format: "cjs",
    minify: true,
    metafile: true,
    // It imports the mock server as any program does. Its client validates no answer, so the schemas stay out.
    external: ["mas-sdk", /\/validate\.ts$/],
    banner: { js: '"use strict"; const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    define: { "import.meta.url": "importMetaUrl", "import.meta.dirname": "__dirname" },
    esbuildOptions(options) {
      options.supported = requireOnDemand
      // Of what yargs loads: what it never gets to use here, or only a little of.
      const parts = "./scripts/lib/yargs-parts.ts"
      options.alias = { assert: parts, cliui: parts, "escalade/sync": parts, "string-width": parts }
    },
  },
  { ...common, name: "types", entry: { ...client, ...service }, outDir, format: ["esm", "cjs"], dts: { only: true } },
])
