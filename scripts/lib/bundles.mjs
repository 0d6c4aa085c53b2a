import { chmodSync, readdirSync } from "node:fs"
import { builtinModules } from "node:module"
import { join } from "node:path"
import { build } from "esbuild"
import { client, portable, schemas, service } from "./entries.mjs"
import { root } from "./run.mjs"
import { withoutNode } from "./without-node.mjs"

/** Less to load. Names stay and lines are short, so that a stack can be read. */
const readable = { minifySyntax: true, minifyWhitespace: true, lineLimit: 120 }

const shared = {
  absWorkingDir: root,
  bundle: true,
  target: "node20",
  platform: "node",
  mainFields: ["module", "main"],
  external: ["undici", "zod", "msw", "@opentelemetry/api"],
  metafile: true,
  logLevel: "error",
}

/** Bundled packages in CommonJS call `require` for the modules of Node, which ES modules do not have. */
const builtins = {
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
const modules = { ...shared, ...readable, format: "esm", splitting: true, plugins: [builtins] }

/** An `import()` becomes a `require`: the loader of ES modules is not started for it. */
const commonJs = { ...shared, format: "cjs", supported: { "dynamic-import": false } }

/** What loads on demand stays a file of its own. */
const apart = {
  name: "files that load on demand",
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path }) => (kind === "dynamic-import" ? { path, external: true } : undefined))
  },
}

/** Bundles the sources into `out`. Resolves with esbuild's metafiles: they tell which packages are in the bundles. */
export async function writeBundles(out) {
  const results = await Promise.all([
    build({ ...modules, entryPoints: client, outdir: out }),
    // Apart from the client, which then loads as few files as it can.
    build({ ...modules, entryPoints: schemas, outdir: out }),
    build({
      ...modules,
      entryPoints: portable,
      outdir: join(out, "portable"),
      platform: "neutral",
      mainFields: ["browser", "module", "main"],
      plugins: [builtins, withoutNode],
    }),
    build({ ...modules, ...mockServer, outdir: join(out, "mock-server") }),
    build({ ...commonJs, ...cli, outdir: join(out, "cli") }),
  ])
  chmodSync(join(out, "cli/entry.cjs"), 0o755)
  await writeCommonJs(out)
  return results.map(({ metafile }) => metafile)
}

const mockServer = {
  entryPoints: service,
  lineLimit: 0,
  // One file loads quicker than zod's hundred.
  external: shared.external.filter((name) => name !== "zod"),
  minify: true,
  alias: {
    // By default esbuild takes their files for Node, which are CommonJS or read other files.
    liquidjs: "./node_modules/liquidjs/dist/liquid.browser.mjs",
    yaml: "./node_modules/yaml/browser/index.js",
  },
}

/** Takes the place of what packages import and never use here. */
const unused = "./scripts/lib/unused-parts.ts"

const cli = {
  entryPoints: {
    entry: "cli/entry.cts",
    main: "cli/main.ts",
    mcp: "cli/mcp/protocol.ts",
    templates: "cli/templates/index.ts",
  },
  outExtension: { ".js": ".cjs" },
  minify: true,
  // It imports the mock server as any program does.
  external: [...shared.external, "mas-sdk"],
  banner: {
    js: '"use strict"; const importMetaUrl = require("node:url").pathToFileURL(__filename).href, cwd = () => "/";',
  },
  define: {
    "import.meta.url": "importMetaUrl",
    "import.meta.dirname": "__dirname",
    // yargs calls it as it loads and does not use the answer. In a folder that was deleted the call throws.
    "process.cwd": "cwd",
  },
  alias: {
    // yargs imports these.
    ...{ assert: unused, cliui: unused, "escalade/sync": unused, "string-width": unused },
    // The MCP server imports these.
    ...{ ajv: unused, "ajv-formats": unused },
  },
}

/** CommonJS is made of the ES modules, file by file: esbuild lets entries share files in ES modules alone. */
async function writeCommonJs(out) {
  const options = {
    ...commonJs,
    ...readable,
    outdir: join(out, "cjs"),
    // `createRequire` takes a path, too.
    define: { "import.meta.url": "__filename", "import.meta.dirname": "__dirname" },
  }
  const files = ["", "mock-server", "portable"].flatMap((folder) =>
    readdirSync(join(out, folder))
      .filter((name) => name.endsWith(".js") && join(folder, name) !== "index.js")
      .map((name) => join(out, folder, name)),
  )
  await build({ ...options, bundle: false, external: undefined, entryPoints: files, outbase: out })
  // The client is one file, which loads quicker than five. Its error classes recognise those of other copies.
  await build({ ...options, entryPoints: [join(out, "index.js")], plugins: [apart] })
}
