import { readFileSync } from "node:fs"
import { type Plugin, transform } from "esbuild"

/**
 * Code of packages in a bundle gets short names, and ours does not: a stack that a user sends names our functions.
 */
export const minifiedPackages: Plugin = {
  name: "minified packages",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const source = readFileSync(path, "utf8")
      const isModule = /^(import|export)\b/m.test(source)
      const { code } = await transform(source, {
        minifyIdentifiers: true,
        minifySyntax: true,
        target: "node20",
        platform: "node",
        // Said, so that names at the top are no one else's.
        format: isModule ? "esm" : "cjs",
        loader: "js",
      })
      return { contents: code, loader: "js" }
    })
  },
}
