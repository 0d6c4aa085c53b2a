import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

// Usage, in a project's folder: node bundle.mjs <package.json next to the bundlers> <bundler> <jobs as JSON>
// A job is { entry, outFile, format: "esm" | "iife", conditions, node }; `node` is true if Node's modules exist.
// Each bundler is called as documented, without unusual settings.

const [tools = "", bundler = "", jobs = "[]"] = process.argv.slice(2)
const { resolve: resolveTool } = createRequire(tools)
const load = (name) => import(pathToFileURL(resolveTool(name)).href)

/** The global variable of an `iife`. */
const globalName = "program"

const bundlers = {
  async esbuild({ entry, outFile, format, conditions, node }) {
    const { build } = await load("esbuild")
    const platform = node ? "node" : "browser"
    // A bundle as ES module has no `require`, which CommonJS packages call for Node's modules.
    const js = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);'
    const banner = node ? { banner: { js } } : {}
    const options = { entryPoints: [entry], outfile: outFile, format, conditions, platform, globalName, ...banner }
    await build({ ...options, bundle: true, minify: true, logLevel: "error" })
  },

  async rollup({ entry, outFile, format, conditions, node }) {
    const { rollup } = await load("rollup")
    const { nodeResolve } = await load("@rollup/plugin-node-resolve")
    const { default: commonjs } = await load("@rollup/plugin-commonjs")
    const resolved = nodeResolve({ exportConditions: conditions, preferBuiltins: node, browser: !node })
    // For Node most packages are CommonJS; the client alone needs none.
    const plugins = node ? [resolved, commonjs()] : [resolved]
    const bundle = await rollup({ input: entry, plugins, external: node ? [/^node:/, "undici"] : [], onwarn: refuse })
    await bundle.write({ file: outFile, format, name: globalName, inlineDynamicImports: true })
    await bundle.close()
  },

  async vite({ entry, outFile, format, conditions, node }) {
    const { build } = await load("vite")
    const resolved = { conditions: [...conditions, "module", "production"] }
    await build({
      configFile: false,
      logLevel: "error",
      publicDir: false,
      ...(node ? { ssr: { noExternal: true, external: ["undici"], resolve: resolved } } : { resolve: resolved }),
      build: {
        ...(node ? { ssr: entry } : { lib: { entry, formats: [format === "esm" ? "es" : "iife"], name: globalName } }),
        outDir: dirname(outFile),
        emptyOutDir: false,
        rollupOptions: { output: { entryFileNames: outFile.split(/[\\/]/).at(-1), inlineDynamicImports: true } },
      },
    })
  },

  async webpack({ entry, outFile, format, conditions, node }) {
    const { default: webpack } = await load("webpack")
    const library = format === "esm" ? { type: "module" } : { type: "var", name: globalName }
    const compiler = webpack({
      mode: "production",
      target: node ? "node20" : ["web", "es2022"],
      entry,
      resolve: { conditionNames: [...conditions, "import", "module"] },
      ...(format === "esm" ? { experiments: { outputModule: true } } : {}),
      // Server bundles are not minified: that would take most of the time.
      optimization: { splitChunks: false, minimize: !node },
      module: { parser: { javascript: { dynamicImportMode: "eager" } } },
      output: { path: dirname(outFile), filename: outFile.split(/[\\/]/).at(-1), library },
    })
    const stats = await new Promise((done, fail) =>
      compiler.run((error, compilation) => (error ? fail(error) : done(compilation))),
    )
    if (stats.hasErrors() || stats.hasWarnings())
      throw new Error(stats.toString({ all: false, errors: true, warnings: true }))
  },
}

/** Throws on a warning: a user would have to investigate it. */
function refuse({ message }) {
  throw new Error(message)
}

for (const job of JSON.parse(jobs)) {
  const absolute = { ...job, entry: resolve(job.entry), outFile: join(process.cwd(), job.outFile) }
  await bundlers[bundler.toLowerCase()](absolute)
}
