import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "esbuild"

/** The client off Node: where there is an `x.portable.ts`, it takes the place of `x.ts`. */
export const withoutNode: Plugin = {
  name: "without Node",
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
      const portable = join(resolveDir, path.replace(/\.ts$/, ".portable.ts"))
      return existsSync(portable) ? { path: portable } : undefined
    })
  },
}
